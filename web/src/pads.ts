// The two pads as flat pictures: the faces of a fingertip unfolded around its flat pad, tips up.
import type { TactilePad } from './messages'

export interface Cell {
  u: number // of its middle, across the finger, m
  v: number // along the finger, to the tip, m
  w: number // extent along u, m
  h: number // along v
  front: boolean
}

export interface Layout {
  cells: Cell[]
  left: number // bounds of all cells, m
  right: number
  bottom: number
  top: number
}

const edge = 4.5e-3 // m that a cell at an edge is drawn wide
const apart = 2e-3 // m by which it is moved away from the flat pad
const longest = 22e-3 // m

// unfold lays out the cells of a pad. Where positions are missing, there are none.
export function unfold(pad: Pick<TactilePad, 'positions' | 'normals' | 'areas' | 'front'>): Layout {
  const back: number[] = []
  const cells = pad.positions.map((p, i): Cell => {
    const n = pad.normals[i] ?? { x: 0, y: 1, z: 0 }
    const area = Math.max(pad.areas[i] ?? 25e-6, 1e-6)
    const side = Math.min(longest, area / edge)
    const cell: Cell = { u: p.z, v: p.x, w: Math.sqrt(area), h: Math.sqrt(area), front: pad.front[i] ?? true }
    if (cell.front) return cell
    if (Math.abs(n.x) < 0.3 && Math.abs(n.z) < 0.3) {
      back.push(i)
      return { ...cell, w: side, h: edge }
    }
    cell.u += apart * n.z
    cell.v += apart * n.x
    if (Math.abs(n.z) > 0.9) return { ...cell, w: edge, h: side }
    if (Math.abs(n.x) > 0.9) return { ...cell, w: side, h: edge }
    return cell
  })
  const rest = cells.filter((_, i) => !back.includes(i))
  let top = Math.max(...rest.map((c) => c.v + c.h / 2), 0)
  for (const i of back) {
    const c = cells[i] as Cell
    c.u = 0
    c.v = top + apart + c.h / 2 // the back of the fingertip is folded over its tip
    top = c.v + c.h / 2
  }
  const min = (f: (c: Cell) => number) => (cells.length ? Math.min(...cells.map(f)) : 0)
  const max = (f: (c: Cell) => number) => (cells.length ? Math.max(...cells.map(f)) : 0)
  return { cells, left: min((c) => c.u - c.w / 2), right: max((c) => c.u + c.w / 2), bottom: min((c) => c.v - c.h / 2), top: max((c) => c.v + c.h / 2) }
}

// pressureCentre is where the force on the flat pad acts, undefined where none does.
export function pressureCentre(cells: Cell[], forces: (number | null)[]): { u: number; v: number } | undefined {
  let sum = 0
  let u = 0
  let v = 0
  cells.forEach((c, i) => {
    const f = forces[i] ?? 0
    if (!c.front || f <= 0) return
    sum += f
    u += f * c.u
    v += f * c.v
  })
  return sum > 0.5 ? { u: u / sum, v: v / sum } : undefined
}

// heat is a colour for a part of full scale, from the ground's colour to the hottest, evenly brighter or darker on the way.
export function heat(part: number, dark: boolean): [number, number, number] {
  const stops: [number, number, number][] = dark
    ? [[38, 46, 58], [96, 52, 92], [196, 64, 74], [244, 142, 50], [255, 226, 130]]
    : [[228, 232, 238], [250, 214, 140], [243, 146, 60], [206, 62, 62], [104, 22, 66]]
  const x = Math.min(1, Math.max(0, Number.isFinite(part) ? part : 0)) * (stops.length - 1)
  const i = Math.min(stops.length - 2, Math.floor(x))
  const [a, b] = [stops[i] as [number, number, number], stops[i + 1] as [number, number, number]]
  const t = x - i
  return [0, 1, 2].map((k) => Math.round((a[k] as number) + t * ((b[k] as number) - (a[k] as number)))) as [number, number, number]
}

// scaleFor is the force of a cell that is drawn hottest: steps, so that colours do not flicker with each frame.
export function scaleFor(most: number): number {
  for (const s of [1, 2, 5, 10, 20, 50]) if (most <= s) return s
  return 100
}

// validity is 0 for a cell that measures; rosbridge gives uint8[] as base64.
export function validity(v: string | number[] | Uint8Array): number[] {
  if (typeof v !== 'string') return [...v]
  return [...atob(v)].map((c) => c.charCodeAt(0))
}
