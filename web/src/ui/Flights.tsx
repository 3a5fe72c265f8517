import { useEffect, useRef, useState } from 'preact/hooks'
import uPlot from 'uplot'
import { list, lower, moment, read, at, type Entry, type Summary } from '../flight'
import { heat, scaleFor, unfold, type Layout } from '../pads'
import type { RobotPort } from '../robotport'
import { dark } from '../theme'
import { fixed } from './format'
import { useSignal } from './use'

export function Flights({ robot }: { robot: RobotPort }) {
  const [entries, setEntries] = useState<Entry[] | undefined>()
  const [problem, setProblem] = useState('')
  const [open, setOpen] = useState<Summary | undefined>()
  const base = robot.config.flights
  const fail = (err: unknown) => setProblem(err instanceof Error ? err.message : String(err))
  useEffect(() => {
    list(base).then(setEntries).catch(fail)
  }, [base])
  const show = (name: string) => {
    setProblem('')
    read(base, name).then(setOpen).catch(fail)
  }
  if (open) return <Flight summary={open} back={() => setOpen(undefined)} />
  return (
    <>
      {problem && <p class="empty" role="alert">{problem}</p>}
      {entries?.length === 0 && <p class="empty">There are no flight records. A demo or pick with --record FOLDER writes one for each attempt.</p>}
      <ul class="flights">
        {entries?.map((e) => (
          <li key={e.name}>
            <button class="quiet" onClick={() => show(e.name)}>{e.name.replace(/\.mcap$/, '')}</button>
            <span>{new Date(e.modified).toLocaleString()}</span>
            <a href={`${base}${encodeURIComponent(e.name)}?raw`} download={e.name} aria-label={`Download ${e.name}`}>{(e.bytes / 1e6).toFixed(1)} MB</a>
          </li>
        ))}
      </ul>
    </>
  )
}

// How an attempt ended: well, badly, or in another way, such as by an order.
const good = new Set(['held', 'placed', 'released', 'succeeded', 'holding'])
const bad = new Set(['slipped', 'lost', 'crushed', 'missed', 'dropped', 'damaged', 'aborted', 'cut off'])

function Flight({ summary: s, back }: { summary: Summary; back: () => void }) {
  const end = s.series.time_s.at(-1) ?? 0
  const [t, setT] = useState(end)
  const isDark = useSignal(dark)
  const plot = useRef<HTMLDivElement>(null)
  const pads = useRef<HTMLCanvasElement>(null)
  const chart = useRef<uPlot | undefined>(undefined)
  const cursor = useRef(t)
  cursor.current = t

  useEffect(() => {
    const host = plot.current as HTMLDivElement
    const style = getComputedStyle(host)
    const colour = (name: string) => style.getPropertyValue(name).trim()
    const x = s.series
    const u = new uPlot(
      {
        width: Math.max(200, host.clientWidth), height: 130, padding: [6, 6, 0, 0], cursor: { show: false }, legend: { show: false },
        scales: { x: { time: false }, mm: { range: (_u, _a, hi) => [0, Math.max(10, hi)] } },
        axes: [
          { stroke: colour('--soft'), grid: { stroke: colour('--line') }, ticks: { show: false }, size: 20, font: '11px system-ui', values: (_u, v) => v.map((n) => `${n} s`) },
          { stroke: colour('--soft'), grid: { stroke: colour('--line') }, ticks: { show: false }, size: 36, font: '11px system-ui', values: (_u, v) => v.map((n) => `${n} N`) },
          { scale: 'mm', side: 1, stroke: colour('--gap'), grid: { show: false }, ticks: { show: false }, size: 44, font: '11px system-ui', values: (_u, v) => v.map((n) => `${n} mm`) },
        ],
        series: [{}, { stroke: colour('--left'), width: 1.5 }, { stroke: colour('--right'), width: 1.5 }, { stroke: colour('--soft'), dash: [4, 3] }, { scale: 'mm', stroke: colour('--gap') }],
        hooks: {
          draw: [(c) => {
            const px = c.valToPos(cursor.current, 'x', true)
            c.ctx.strokeStyle = colour('--ink')
            c.ctx.lineWidth = 1
            c.ctx.beginPath()
            c.ctx.moveTo(px, c.bbox.top)
            c.ctx.lineTo(px, c.bbox.top + c.bbox.height)
            c.ctx.stroke()
          }],
        },
      },
      [x.time_s, x.force_left_n, x.force_right_n, x.target_n, x.gap_m.map((g) => g * 1e3)] as uPlot.AlignedData,
      host,
    )
    chart.current = u
    const size = new ResizeObserver(() => u.setSize({ width: Math.max(200, host.clientWidth), height: 130 }))
    size.observe(host)
    return () => {
      size.disconnect()
      u.destroy()
    }
  }, [s, isDark])

  useEffect(() => {
    chart.current?.redraw(false)
    if (pads.current) drawPads(pads.current, s, t, isDark)
  }, [t, s, isDark])

  const m = moment(s, t)
  const kind = good.has(s.outcome?.outcome ?? '') ? 'good' : bad.has(s.outcome?.outcome ?? 'cut off') ? 'bad' : 'off'
  return (
    <div class="flight">
      <p>
        <button class="quiet" onClick={back}>← All</button> <b>{s.object || s.name.replace(/\.mcap$/, '')}</b>{' '}
        <span class={`chip ${kind}`}>{s.outcome ? s.outcome.outcome : 'cut off'}</span>
      </p>
      {s.outcome?.cause && <p>{s.outcome.cause}</p>}
      {s.damage.map((d) => <p key={d} class="wrong">{d}</p>)}
      <div ref={plot} role="img" aria-label="Forces and gap over the attempt" />
      <label class="slider">
        <span>{t.toFixed(2)} s</span>
        <input type="range" min={0} max={end} step={end / 500 || 0.001} value={t} aria-label="Time in the record" aria-valuetext={`${t.toFixed(2)} seconds, ${m.phase}`} onInput={(e) => setT(Number(e.currentTarget.value))} />
      </label>
      <div class="moment">
        <canvas ref={pads} role="img" aria-label="Pads at this time" />
        <dl>
          <dt>phase</dt><dd>{m.phase || '–'}</dd>
          <dt>mode</dt><dd>{m.mode}</dd>
          <dt>force</dt><dd>{fixed(m.left, 1)} / {fixed(m.right, 1)} N, aimed at {fixed(m.target, 1)} N</dd>
          <dt>gap</dt><dd>{fixed(m.gap * 1e3, 1)} mm{m.slip ? ', slips' : ''}</dd>
        </dl>
      </div>
      <p class="line">{m.line}</p>
    </div>
  )
}

function drawPads(canvas: HTMLCanvasElement, s: Summary, t: number, isDark: boolean): void {
  const cells = s.pads.cells ?? []
  const i = at(s.pads.time_s ?? [], t)
  if (cells.length === 0 || i < 0) return
  const layout: Layout = unfold({
    positions: cells.map((c) => lower(c.Center)), normals: cells.map((c) => lower(c.Normal)), areas: cells.map((c) => c.Area), front: cells.map((c) => c.Front),
  })
  const [w, h] = [160, 96]
  const ratio = Math.min(devicePixelRatio, 3)
  canvas.width = w * ratio
  canvas.height = h * ratio
  const g = canvas.getContext('2d') as CanvasRenderingContext2D
  g.setTransform(ratio, 0, 0, ratio, 0, 0)
  const both = [s.pads.left_n?.[i] ?? [], s.pads.right_n?.[i] ?? []]
  const full = scaleFor(Math.max(0, ...(s.pads.left_n ?? []).flat(), ...(s.pads.right_n ?? []).flat()))
  both.forEach((forces, k) => {
    const scale = Math.min((w / 2 - 8) / (layout.right - layout.left), (h - 6) / (layout.top - layout.bottom))
    const cx = k === 0 ? w / 4 : (3 * w) / 4
    layout.cells.forEach((c, j) => {
      const [r, gr, b] = heat((forces[j] ?? 0) / full, isDark)
      g.fillStyle = `rgb(${r},${gr},${b})`
      const x = cx + (k === 0 ? -1 : 1) * (c.u - (layout.left + layout.right) / 2) * scale
      const y = h / 2 - (c.v - (layout.bottom + layout.top) / 2) * scale
      g.fillRect(x - (c.w * scale) / 2 + 0.5, y - (c.h * scale) / 2 + 0.5, c.w * scale - 1, c.h * scale - 1)
    })
  })
}
