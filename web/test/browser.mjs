// Drives the page in a real browser, as a user would. usage: node browser.mjs URL CHROMIUM [FOLDER]; pictures of each state go to the folder.
// Prints a line for each thing that was found right, and "cut" when the robot is to be taken away; ends with status 1 at the first that is wrong.
import { mkdirSync, readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'

const [, , url, executablePath, folder] = process.argv
if (folder) mkdirSync(folder, { recursive: true })
const patience = 60_000 // ms; a condition that comes later is taken for one that does not come

const browser = await chromium.launch({
  executablePath,
  args: [
    '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
    '--disable-dev-shm-usage', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
  ],
})
const size = { width: 1000, height: 700 } // software draws it
const page = await browser.newPage({ viewport: size, colorScheme: 'light' })
page.setDefaultTimeout(patience)
const complaints = []
page.on('console', (m) => {
  if (m.type() === 'error') complaints.push(m.text())
})
page.on('pageerror', (e) => complaints.push(e.message))

const began = Date.now()
const ok = (what) => console.log(`ok ${((Date.now() - began) / 1000).toFixed(1)} s: ${what}`)
const must = (right, what) => {
  if (!right) throw new Error(what)
}
const until = (f, arg) => page.waitForFunction(f, arg, { polling: 100 })
const events = () => page.$$eval('.events li', (l) => l.slice(0, 8).map((e) => e.textContent))

// seen looks at the picture of an element: the share of pixels that are not of its most common colour, and how many colours there are.
async function seen(selector) {
  const png = (await page.locator(selector).screenshot()).toString('base64')
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const c = new OffscreenCanvas(image.width, image.height)
    const g = c.getContext('2d')
    g.drawImage(image, 0, 0)
    const d = g.getImageData(0, 0, image.width, image.height).data
    const count = new Map()
    let hot = 0
    for (let i = 0; i < d.length; i += 4) {
      const key = (d[i] >> 3) * 1024 + (d[i + 1] >> 3) * 32 + (d[i + 2] >> 3)
      count.set(key, (count.get(key) ?? 0) + 1)
      if (d[i] > 180 && d[i + 2] < 110) hot++
    }
    const n = d.length / 4
    return { other: 1 - Math.max(...count.values()) / n, colours: count.size, hot: hot / n }
  }, png)
}

async function shots(state) {
  if (!folder) return
  for (const [name, width, height, dark] of [['light', 1280, 800, false], ['dark', 1280, 800, true], ['phone', 390, 844, false]]) {
    await page.setViewportSize({ width, height })
    const now = await page.evaluate(() => document.documentElement.dataset.theme === 'dark')
    if (now !== dark) await page.click('.theme')
    await page.evaluate(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))))
    await page.screenshot({ path: `${folder}/${state}-${name}.png`, fullPage: name === 'phone' })
  }
  await page.setViewportSize(size)
}

async function accessible(what) {
  const found = await page.evaluate(async () => {
    const r = await window.axe.run(document, { resultTypes: ['violations'] })
    return r.violations.filter((v) => v.impact === 'serious' || v.impact === 'critical').map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' ').slice(0, 300)}`)
  })
  must(found.length === 0, `accessibility of ${what}: ${found.join('\n')}`)
}

async function task(name) {
  await page.click(`.task:has-text("${name}")`)
  await until((n) => document.querySelector('.events li')?.textContent?.includes(`${n}: `) && !document.querySelector('.task.busy'), name)
  const last = (await events())[0]
  must(last.includes('done'), `${name}: ${last}`)
  ok(last.replace(/\s+/g, ' '))
}

try {
  await page.goto(url)
  await until(() => Number(document.querySelector('canvas[data-points]')?.dataset.points) > 50_000)
  await until(() => document.querySelector('.stop.ok') && window.holdfast.robot.touch.value)
  const view = await seen('.scene')
  must(view.other > 0.15 && view.colours > 100, `the cloud is not to be seen: ${JSON.stringify(view)}`)
  ok(`the cloud is drawn: ${Math.round(view.other * 100)} % of the pixels, ${view.colours} colours`)
  await page.evaluate(readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8'))
  const cold = await seen('.pads canvas')
  await shots('start')

  await task('segment')
  await task('plan')
  await shots('planned')
  await accessible('the plan')
  await page.keyboard.press('k') // the key of pick
  await until(() => document.querySelector('.task.busy')?.textContent?.startsWith('pick'))
  await until(() => !document.querySelector('.task.busy'))
  const after = await events()
  must(after.some((e) => /is held/.test(e)), `pick: ${after.join('\n')}`)
  await until(() => document.querySelector('.chip')?.textContent === 'holding')
  await until(() => document.querySelectorAll('[data-contact="true"]').length === 2)
  const warm = await seen('.pads canvas')
  must(warm.hot > cold.hot + 0.01, `the pads do not light up: ${JSON.stringify([cold, warm])}`)
  ok(`a pick ends held; the pads light up: ${(cold.hot * 100).toFixed(1)} to ${(warm.hot * 100).toFixed(1)} % hot`)
  await shots('held')

  await page.click('.stop-button')
  await until(() => document.querySelector('.stop.done'))
  await until(() => document.querySelector('.chip')?.textContent === 'off')
  const said = await page.textContent('.stop span')
  ok(`stop: ${said}`)
  await shots('stopped')
  await accessible('the events')

  await page.click('#tab-Parameters')
  await page.fill('.find input', 'close speed')
  const input = page.locator('#p-close_speed')
  await input.fill('9')
  await input.press('Enter')
  await until(() => document.querySelector('.parameter.wrong'))
  await input.fill('0.021')
  await input.press('Enter')
  await until(() => window.holdfast.robot.events.value.some((e) => e.text === 'close_speed is 0.021 m/s'))
  await page.fill('.find input', '')
  ok('a parameter out of its range is refused, one within is set')
  await shots('parameters')
  await accessible('the parameters')

  await page.click('#tab-Flights')
  await until(() => document.querySelector('.flights button'))
  await page.click('.flights button')
  await until(() => document.querySelector('.flight .slider input'))
  const time = page.locator('.flight .slider input')
  await time.focus()
  const end = await time.inputValue()
  for (let i = 0; i < 40; i++) await page.keyboard.press('ArrowLeft')
  must(Number(await time.inputValue()) < Number(end), 'the slider does not move by the keyboard')
  ok(`a flight record opens: ${(await page.textContent('.flight')).replace(/\s+/g, ' ').slice(0, 120)}`)
  await shots('flight')
  await accessible('a flight record')

  const figures = await page.evaluate(() => {
    const r = window.holdfast.robot
    const d = [...r.delays].sort((a, b) => a - b)
    const at = (q) => Math.round(d[Math.floor(q * (d.length - 1))] ?? NaN)
    return { frames_of_pads: d.length, drawn_after_ms: { p50: at(0.5), p95: at(0.95) }, pictures: r.frames.drawn, replaced: r.frames.dropped, view: window.holdfast.view.drawn }
  })
  ok(`measured: ${JSON.stringify(figures)}`)
  must(complaints.length === 0, `the console complains: ${complaints.join('\n')}`)
  ok('no complaint on the console')

  console.log('cut')
  await until(() => document.querySelector('.stop.bad')?.textContent?.includes('NO CONNECTION'))
  await until(() => document.querySelector('.chip.bad')?.textContent === 'connection lost')
  ok('the loss of the connection is told')
  await shots('lost')
} catch (err) {
  console.log(`wrong after ${((Date.now() - began) / 1000).toFixed(1)} s: ${err.message}`)
  console.log((await events().catch(() => [])).join('\n'))
  console.log(complaints.join('\n'))
  if (folder) await page.screenshot({ path: `${folder}/wrong.png` }).catch(() => {})
  process.exitCode = 1
} finally {
  await browser.close()
}
