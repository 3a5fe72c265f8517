import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import { settled, type RobotPort } from '../robotport'
import type { Series } from '../series'
import { dark } from '../theme'
import { fixed } from './format'

const period = 66 // ms between two pictures of the plots
const rest = 6 // times as long as they took, the page has time for other things

interface Plot {
  title: string
  unit: string
  series: (r: RobotPort) => Series
  lines: { label: string; colour: string; fill?: boolean; digits: number }[]
  least: number // extent of the scale, at least
}

const plots: Plot[] = [
  { title: 'Force', unit: 'N', series: (r) => r.forces, lines: [{ label: 'left', colour: '--left', digits: 1 }, { label: 'right', colour: '--right', digits: 1 }], least: 2 },
  { title: 'Gap', unit: 'mm', series: (r) => r.gap, lines: [{ label: 'gap', colour: '--gap', digits: 1 }], least: 10 },
  { title: 'Slip', unit: '', series: (r) => r.slip, lines: [{ label: 'slip felt', colour: '--slip', fill: true, digits: 0 }], least: 1 },
]

export function Plots({ robot }: { robot: RobotPort }) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const host = root.current as HTMLDivElement
    let charts: { plot: Plot; chart: uPlot; figures: HTMLElement[] }[] = []
    const build = () => {
      for (const c of charts) c.chart.destroy()
      host.replaceChildren()
      const style = getComputedStyle(host)
      const colour = (name: string) => style.getPropertyValue(name).trim()
      charts = plots.map((plot, row) => {
        const box = document.createElement('figure')
        const head = document.createElement('figcaption')
        const value = document.createElement('output')
        head.append(plot.unit ? `${plot.title} (${plot.unit})` : plot.title, value)
        const figures = plot.unit === '' ? [] : plot.lines.map((l) => { // in the colours of the lines
          const f = document.createElement('span')
          f.style.color = `var(${l.colour})`
          f.title = l.label
          value.append(f)
          return f
        })
        box.append(head)
        host.append(box)
        const last = row === plots.length - 1
        const chart = new uPlot(
          {
            width: 100,
            height: last ? 64 : row === 0 ? 110 : 74,
            padding: [6, 14, last ? 0 : 6, 0],
            cursor: { show: false },
            legend: { show: false },
            scales: { x: { time: false, range: [-robot.window, 0] }, y: { range: (_u, _lo, hi) => (plot.unit === '' ? [-0.25, 1.15] : [0, Math.max(plot.least, (hi ?? 0) * 1.1)]) } },
            axes: [
              { show: last, stroke: colour('--soft'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false }, size: 18, gap: 2, font: '11px system-ui', values: (_u, v) => v.map((x) => (x === 0 ? 'now' : `−${-x} s`)) },
              { stroke: colour('--soft'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false }, size: 32, gap: 4, font: '11px system-ui', space: 26, ...(plot.unit === '' ? { splits: () => [0, 1], values: () => ['no', 'yes'] } : {}) },
            ],
            series: [{}, ...plot.lines.map((l) => ({ label: l.label, stroke: colour(l.colour), width: 1.5, spanGaps: false, ...(l.fill ? { fill: colour(l.colour) } : {}) }))],
          },
          [[], ...plot.lines.map(() => [])] as uPlot.AlignedData,
          box,
        )
        return { plot, chart, figures }
      })
      fit()
    }
    const fit = () => {
      const w = host.firstElementChild?.clientWidth ?? 0
      if (w > 40) for (const c of charts) c.chart.setSize({ width: w, height: c.chart.height })
    }
    let free = 0
    const show = () => {
      const began = performance.now()
      if (began < free) return
      const now = settled(robot)
      for (const { plot, chart, figures } of charts) {
        const s = plot.series(robot)
        const data = s.window(now - robot.window, now).slice(0, plot.lines.length + 1)
        chart.setData(data as uPlot.AlignedData)
        for (const [i, f] of figures.entries()) {
          const v = data[i + 1]?.at(-1)
          f.textContent = typeof v === 'number' ? fixed(v, plot.lines[i]?.digits ?? 1) : '–'
        }
      }
      const end = performance.now()
      free = end + rest * (end - began)
    }
    build()
    const size = new ResizeObserver(() => requestAnimationFrame(fit))
    size.observe(host)
    const timer = setInterval(() => robot.frames.next('plots', show), period)
    const end = dark.subscribe(() => {
      build()
      free = 0
      show()
    })
    return () => {
      clearInterval(timer)
      size.disconnect()
      end()
      for (const c of charts) c.chart.destroy()
    }
  }, [robot])
  return <section class="plots card" aria-label="Force, gap and slip over time" ref={root} />
}
