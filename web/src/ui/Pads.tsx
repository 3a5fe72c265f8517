import { useEffect, useRef } from 'preact/hooks'
import type { Tactile } from '../messages'
import { heat, pressureCentre, scaleFor, unfold, validity, type Layout } from '../pads'
import type { RobotPort } from '../robotport'
import { dark } from '../theme'
import { fixed } from './format'
import { useSignal } from './use'

const longest = 10 // N that fill the arrow's way

function draw(canvas: HTMLCanvasElement, m: Tactile, layouts: Layout[], isDark: boolean): void {
  const ratio = Math.min(devicePixelRatio, 3)
  const [w, h] = [canvas.clientWidth, canvas.clientHeight]
  if (w < 10 || h < 10) return
  if (canvas.width !== Math.round(w * ratio) || canvas.height !== Math.round(h * ratio)) {
    canvas.width = Math.round(w * ratio)
    canvas.height = Math.round(h * ratio)
  }
  const g = canvas.getContext('2d') as CanvasRenderingContext2D
  g.setTransform(ratio, 0, 0, ratio, 0, 0)
  g.clearRect(0, 0, w, h)
  const style = getComputedStyle(canvas)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const full = scaleFor(Math.max(0, ...m.pads.flatMap((p) => p.forces.map((f) => f ?? 0))))
  const middle = Math.min(w * 0.34, 190)
  const room = (w - middle) / 2
  m.pads.slice(0, 2).forEach((pad, k) => {
    const l = layouts[k] as Layout
    const scale = Math.min((room - 8) / (l.right - l.left), (h - 8) / (l.top - l.bottom))
    const mirror = k === 0 ? -1 : 1
    const cx = k === 0 ? room / 2 : w - room / 2
    const at = (u: number, v: number): [number, number] => [cx + mirror * (u - (l.left + l.right) / 2) * scale, h / 2 - (v - (l.bottom + l.top) / 2) * scale]
    const works = validity(pad.validity)
    l.cells.forEach((c, i) => {
      const [x, y] = at(c.u, c.v)
      const [cw, ch] = [Math.max(2, c.w * scale - 2), Math.max(2, c.h * scale - 2)]
      g.beginPath()
      g.roundRect(x - cw / 2, y - ch / 2, cw, ch, 3)
      const f = pad.forces[i]
      if (works[i] || f === null || f === undefined) {
        g.strokeStyle = colour('--bad')
        g.setLineDash([3, 2])
        g.stroke()
        g.setLineDash([])
        return
      }
      const [r, gr, b] = heat(f / full, isDark)
      g.fillStyle = `rgb(${r},${gr},${b})`
      g.fill()
    })
    const c = pressureCentre(l.cells, pad.forces)
    if (c) {
      const [x, y] = at(c.u, c.v)
      g.strokeStyle = colour('--ink')
      g.lineWidth = 1.5
      g.beginPath()
      g.arc(x, y, 5, 0, 7)
      g.moveTo(x - 8, y)
      g.lineTo(x + 8, y)
      g.moveTo(x, y - 8)
      g.lineTo(x, y + 8)
      g.stroke()
    }
    // The force as an arrow onto what is between the pads.
    const force = pad.force ?? 0
    const side = k === 0 ? 1 : -1
    const from = k === 0 ? room + 6 : w - room - 6
    const length = Math.min(1, Math.max(0, force) / longest) * (middle / 2 - 14)
    const y = h / 2
    g.strokeStyle = g.fillStyle = colour(k === 0 ? '--left' : '--right')
    g.lineWidth = 4
    g.lineCap = 'round'
    g.globalAlpha = 0.25
    g.beginPath()
    g.moveTo(from, y)
    g.lineTo(from + side * (middle / 2 - 14), y)
    g.stroke()
    g.globalAlpha = 1
    if (length > 2) {
      g.beginPath()
      g.moveTo(from, y)
      g.lineTo(from + side * length, y)
      g.stroke()
      g.beginPath()
      g.moveTo(from + side * (length + 9), y)
      g.lineTo(from + side * length, y - 6)
      g.lineTo(from + side * length, y + 6)
      g.fill()
    }
  })
}

export function Pads({ robot }: { robot: RobotPort }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const reading = useSignal(robot.reading)
  const touch = useSignal(robot.touch)
  useEffect(() => {
    let layouts: Layout[] = []
    let key = ''
    const show = () => {
      const m = robot.touch.value
      if (!m || !canvas.current) return
      const now = m.pads.map((p) => `${p.frame_id}${p.positions.length}`).join()
      if (now !== key) {
        key = now
        layouts = m.pads.map(unfold)
      }
      draw(canvas.current, m, layouts, dark.value)
    }
    const size = new ResizeObserver(show)
    if (canvas.current) size.observe(canvas.current)
    const ends = [robot.touch.subscribe(show), dark.subscribe(() => robot.frames.next('pads', show))]
    return () => {
      size.disconnect()
      for (const end of ends) end()
    }
  }, [robot])
  const side = (k: 0 | 1) => {
    const pad = touch?.pads[k]
    const force = k === 0 ? reading?.left : reading?.right
    return (
      <p class={k === 0 ? 'left' : 'right'}>
        <b>{k === 0 ? 'Left' : 'Right'}</b> {force === undefined || Number.isNaN(force) ? '–' : fixed(force, 1)} N
        <span class={`dot ${pad?.contact ? 'on' : ''}`} data-contact={pad?.contact ?? false} /> {pad === undefined ? 'no pad' : !pad.valid ? 'does not measure' : pad.contact ? 'touches' : 'free'}
      </p>
    )
  }
  return (
    <section class="pads card" aria-label="Pads">
      <div class="heads">
        {side(0)}
        {side(1)}
      </div>
      <canvas ref={canvas} role="img" aria-label="Forces on the cells of both pads" />
    </section>
  )
}
