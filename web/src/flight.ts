// Flight records, as the program summarises them.
import type { Vec } from './messages'

export interface Entry {
  name: string
  bytes: number
  modified: string
}

export interface Summary {
  name: string
  object: string
  source: string
  grasp?: { rank: number; kind: string; quality: number; opening_m: number; width_m: number }
  outcome: { outcome: string; cause: string; believed_held: boolean; force_n: number; peak_force_n: number; slip_m: number; duration_s: number } | null
  damage: string[]
  phases: { time_s: number; name: string }[]
  log: { time_s: number; level: number; text: string }[]
  series: { time_s: number[]; gap_m: number[]; force_left_n: number[]; force_right_n: number[]; target_n: number[]; slip: boolean[]; mode: string[] }
  pads: { cells: { Center: Upper; Normal: Upper; Area: number; Front: boolean }[] | null; time_s: number[] | null; left_n: number[][] | null; right_n: number[][] | null }
}

interface Upper {
  X: number
  Y: number
  Z: number
}

export const lower = (v: Upper): Vec => ({ x: v.X, y: v.Y, z: v.Z })

// at is the index of the last entry that is not later than a time; -1 before the first.
export function at(times: number[], t: number): number {
  let lo = 0
  let hi = times.length
  while (lo < hi) {
    const mid = (lo + hi) >> 1
    if ((times[mid] as number) <= t) lo = mid + 1
    else hi = mid
  }
  return lo - 1
}

export interface Moment {
  gap: number
  left: number
  right: number
  target: number
  slip: boolean
  mode: string
  phase: string
  line: string
}

export function moment(s: Summary, t: number): Moment {
  const i = Math.max(0, at(s.series.time_s, t))
  const p = at(s.phases.map((x) => x.time_s), t)
  const l = at(s.log.map((x) => x.time_s), t)
  return {
    gap: s.series.gap_m[i] ?? Number.NaN,
    left: s.series.force_left_n[i] ?? Number.NaN,
    right: s.series.force_right_n[i] ?? Number.NaN,
    target: s.series.target_n[i] ?? Number.NaN,
    slip: s.series.slip[i] ?? false,
    mode: s.series.mode[i] ?? '',
    phase: p < 0 ? '' : (s.phases[p]?.name ?? ''),
    line: l < 0 ? '' : (s.log[l]?.text ?? ''),
  }
}

async function get<T>(url: string): Promise<T> {
  const r = await fetch(url)
  if (!r.ok) throw new Error((await r.text()).trim() || `status ${r.status}`)
  return (await r.json()) as T
}

export const list = (base: string): Promise<Entry[]> => get(base)
export const read = (base: string, name: string): Promise<Summary> => get(base + encodeURIComponent(name))
