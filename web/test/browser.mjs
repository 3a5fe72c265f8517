// Drives the page in a real browser, as a user would. usage: node browser.mjs URL CHROMIUM [FOLDER [measure]];
// pictures of each state go to the folder; measure adds figures that take their time.
// Prints a line for each thing that was found right, and "cut" when the robot is to be taken away; ends with status 1 at the first that is wrong.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'

const [, , url, executablePath, folder, measure] = process.argv
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

const looks = [['light', 1280, 800, false], ['dark', 1280, 800, true], ['phone', 390, 844, false]]

// shots takes a picture in each look; of a state that passes, in one.
async function shots(state, some = looks) {
  if (!folder) return
  for (const [name, width, height, dark] of some) {
    await page.setViewportSize({ width, height })
    const now = await page.evaluate(() => document.documentElement.dataset.theme === 'dark')
    if (now !== dark) await page.click('.theme')
    if (some.length > 1) { // until the scene is drawn anew, and finely
      const count = await page.evaluate(() => window.holdfast.pictures?.count ?? 0)
      await page.waitForFunction((n) => (window.holdfast.pictures?.count ?? 0) > n + 1, count, { polling: 100, timeout: 8000 }).catch(() => {})
      await page.waitForTimeout(700)
    }
    await page.screenshot({ path: `${folder}/${state}-${name}.png`, fullPage: name === 'phone' })
  }
  if (some.length > 1) await page.setViewportSize(size)
}

async function accessible(what) {
  const found = await page.evaluate(async () => {
    const r = await window.axe.run(document, { resultTypes: ['violations'] })
    return r.violations.filter((v) => v.impact === 'serious' || v.impact === 'critical').map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' ').slice(0, 300)}`)
  })
  must(found.length === 0, `accessibility of ${what}: ${found.join('\n')}`)
}

const idle = () => until(() => !document.querySelector('.task.busy'))

async function task(name) {
  await idle()
  await page.click(`.task:has-text("${name}")`)
  await until((n) => document.querySelector('.events li')?.textContent?.includes(`${n}: `) && !document.querySelector('.task.busy'), name)
  const last = (await events())[0]
  must(last.includes('done'), `${name}: ${last}`)
  ok(last.replace(/\s+/g, ' '))
}

// under waits until a task is in a phase, named as the page does.
const under = (phase) => until((p) => document.querySelector('.phases .now')?.textContent === p, phase)

const part = (list, q) => Number([...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(q * list.length))]?.toFixed(1))

// stop presses the button as a pointer does, and gives the time in which the page had the confirmation, ms.
const stop = () => page.evaluate(() => new Promise((resolve) => {
  const { state } = window.holdfast.robot.stop
  const end = state.subscribe((s) => {
    if (s.kind !== 'stopped') return
    end()
    resolve(performance.now() - began)
  })
  const began = performance.now()
  document.querySelector('.stop-button').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, cancelable: true }))
}))

// used is the processor time of programs so far, ms: the browser's by kind of process, and the robot's.
function used() {
  const by = {}
  for (const pid of readdirSync('/proc').filter((n) => /^\d+$/.test(n))) {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      const name = words.includes('chromium') ? (/--type=([a-z-]+)/.exec(words)?.[1] ?? 'browser') : words.includes('demo\0--web') ? 'robot' : ''
      if (!name) continue
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const f = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      by[name] = (by[name] ?? 0) + (Number(f[11]) + Number(f[12])) * 10
    } catch { // it has ended
    }
  }
  return by
}

// measured watches for some seconds: pictures of the page and of the scene, from the feeling of a frame of the pads to its coming and to its drawing,
// and what that costs of a processor.
async function measured(what, seconds) {
  await page.evaluate(() => {
    const h = window.holdfast
    h.robot.delays.length = 0
    h.was = h.pictures?.count ?? 0
    h.frames = 0
    const count = () => {
      h.frames++
      h.counting = requestAnimationFrame(count)
    }
    count()
  })
  const [before, from] = [used(), Date.now()]
  await page.waitForTimeout(seconds * 1000)
  const [after, took] = [used(), Date.now() - from]
  const r = await page.evaluate(() => {
    const h = window.holdfast
    cancelAnimationFrame(h.counting)
    return { delays: h.robot.delays, frames: h.frames, pictures: (h.pictures?.count ?? 0) - h.was, last: h.pictures }
  })
  const [came, drawn] = [r.delays.map((d) => d.came), r.delays.map((d) => d.drawn)]
  const cost = Object.entries(after).map(([k, v]) => `${k} ${Math.round(((v - (before[k] ?? 0)) / took) * 100)} %`).filter((t) => !t.endsWith(' 0 %')).join(', ')
  ok(`measured, ${what}: ${((1000 * r.frames) / took).toFixed(0)} frames/s; ${drawn.length} frames of the pads, here after ${part(came, 0.5)} ms (p99 ${part(came, 0.99)}), drawn after ${part(drawn, 0.5)} ms (p99 ${part(drawn, 0.99)}); `
    + `${((1000 * r.pictures) / took).toFixed(1)} scenes/s with ${Math.round(100 * r.last.share)} % of the points at ${r.last.scale.toFixed(2)} of the resolution; of a processor: ${cost}`)
  must(drawn.length > seconds, `the pads are not drawn: ${drawn.length} frames in ${seconds} s`)
}

async function measuredStops(what) {
  const took = []
  for (let i = 0; i < 20; i++) {
    took.push(await stop())
    await page.waitForTimeout(150)
  }
  ok(`measured, ${what}: 20 stops confirmed after ${part(took, 0.5)} ms (p99 ${part(took, 0.99)})`)
}

try {
  await page.goto(url)
  await until(() => Number(document.querySelector('canvas[data-points]')?.dataset.points) > 50_000)
  await until(() => document.querySelector('.stop.ok') && window.holdfast.robot.touch.value)
  let view = await seen('.scene')
  for (let i = 0; i < 20 && !(view.other > 0.15 && view.colours > 100); i++) { // it is drawn finely when it stands still
    await page.waitForTimeout(500)
    view = await seen('.scene')
  }
  must(view.other > 0.15 && view.colours > 100, `the cloud is not to be seen: ${JSON.stringify(view)}`)
  ok(`the cloud is drawn: ${Math.round(view.other * 100)} % of the pixels, ${view.colours} colours`)
  await page.evaluate(readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8'))
  const cold = await seen('.pads canvas')
  await shots('start')

  await task('segment')
  await shots('segmented')
  await task('plan')
  await shots('planned')
  await accessible('the plan')
  await page.keyboard.press('k') // the key of pick
  await under('approach')
  await shots('picking', folder ? looks.slice(1, 2) : [])
  await idle()
  const after = await events()
  must(after.some((e) => /is held/.test(e)), `pick: ${after.join('\n')}`)
  await until(() => document.querySelector('.chip')?.textContent === 'holding')
  await until(() => document.querySelectorAll('[data-contact="true"]').length === 2)
  await page.setViewportSize(size)
  const warm = await seen('.pads canvas')
  must(warm.hot > cold.hot + 0.01, `the pads do not light up: ${JSON.stringify([cold, warm])}`)
  ok(`a pick ends held; the pads light up: ${(cold.hot * 100).toFixed(1)} to ${(warm.hot * 100).toFixed(1)} % hot`)
  await shots('held')
  if (measure) {
    await measured('while it holds', 10)
    await page.evaluate(() => {
      const canvas = document.querySelector('.picture canvas')
      window.holdfast.turning = setInterval(() => canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' })), 1000 / 60)
    })
    await measured('while the view turns', 10)
    await measuredStops('while the view turns')
    await page.evaluate(() => clearInterval(window.holdfast.turning))
  }

  // A place is pointed at, moved a little by the keyboard, and given back and chosen again.
  if (!measure) {
    const canvas = page.locator('.picture canvas')
    const box = await canvas.boundingBox()
    await until(() => window.holdfast.robot.held.value)
    await canvas.click({ position: { x: box.width * 0.51, y: box.height * 0.62 } })
    await until(() => window.holdfast.robot.mark.value)
    const mark = await page.evaluate(() => window.holdfast.robot.mark.value)
    await canvas.focus()
    await page.keyboard.press('Shift+ArrowUp')
    await until((x) => Math.abs(window.holdfast.robot.mark.value.x - x - 0.01) < 1e-6, mark.x)
    ok(`a place on the table: ${(await page.textContent('.where')).replace(/\s+/g, ' ')}`)
    await shots('marked')
    await page.click('.task:has-text("place")')
    await under('lower')
    await shots('placing', folder ? looks.slice(0, 1) : [])
    await idle()
    must((await events()).some((e) => /stands where it was told to/.test(e)), `place: ${(await events()).join('\n')}`)
    await page.setViewportSize(size)
    ok('it stands where it was told to')
    await page.keyboard.press('k') // what stood on the table before is looked for anew
    await under('close')
  }
  await page.click('.stop-button')
  await until(() => document.querySelector('.stop.done'))
  await until(() => document.querySelector('.chip')?.textContent === 'off')
  ok(`stop: ${await page.textContent('.stop span')}`)
  await idle()
  await page.waitForTimeout(1000)
  must((await page.textContent('.chip')) === 'off', `the hand moves again after the stop: ${(await events()).join('\n')}`)
  ok(`after it: ${(await events())[0]}`)
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
  await shots('flights')
  await accessible('a flight record')

  await measured('at rest', measure ? 10 : 2)
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
