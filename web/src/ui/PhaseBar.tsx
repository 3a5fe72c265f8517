import type { RobotPort } from '../robotport'
import { useSignal } from './use'

// The way of a pick, and of a place. The numbers are those of manipulation_msgs/ManipulationPhase.
const pick = [
  { text: 'check', phases: [0] },
  { text: 'approach', phases: [1, 2] },
  { text: 'close', phases: [3, 4] },
  { text: 'lift', phases: [5] },
  { text: 'shake', phases: [12] },
  { text: 'hold', phases: [13, 16, 6] },
]
const place = [
  { text: 'check', phases: [0] },
  { text: 'carry', phases: [6, 7] },
  { text: 'lower', phases: [8] },
  { text: 'open', phases: [9] },
  { text: 'retreat', phases: [10] },
  { text: 'done', phases: [13] },
]

export interface Step {
  text: string
  state: 'done' | 'now' | 'next' | 'failed'
}

// steps follows the phases so far. A phase of a place turns the bar to placing, one of a pick back; an end that is none of success marks the
// step that was under way.
export function steps(history: number[]): Step[] {
  let way = pick
  let at = -1
  let failed = false
  let over = false
  for (const p of history) {
    if (p === 0) {
      at = 0
      failed = over = false
      continue
    }
    if (p === 7 || p === 8) way = place
    if (p === 1 || p === 2 || p === 3) way = pick
    if (p === 14 || p === 15) {
      failed = true
      continue
    }
    const i = way.findIndex((s) => s.phases.includes(p))
    if (i >= 0) at = i
    over = p === 13
  }
  return way.map((s, i) => ({
    text: s.text,
    state: i < at || (over && i === at) ? 'done' : i === at ? (failed ? 'failed' : 'now') : 'next',
  }))
}

export function PhaseBar({ robot }: { robot: RobotPort }) {
  const now = steps(useSignal(robot.phases))
  return (
    <ol class="phases" aria-label="Phases">
      {now.map((s) => (
        <li key={s.text} class={s.state} aria-current={s.state === 'now' ? 'step' : undefined}>
          {s.text}
        </li>
      ))}
    </ol>
  )
}
