import type { RobotPort } from '../robotport'
import { useSignal } from './use'

const words = { info: '', good: 'done', warn: 'warning', bad: 'failed' } as const

export function Events({ robot }: { robot: RobotPort }) {
  const events = useSignal(robot.events)
  if (events.length === 0) return <p class="empty">Nothing has happened yet.</p>
  return (
    <ol class="events">
      {events.map((e) => (
        <li key={e.id} class={e.level}>
          <time dateTime={e.at.toISOString()}>{e.at.toLocaleTimeString(undefined, { hour12: false })}</time>
          <span>
            {words[e.level] && <b>{words[e.level]}</b>} {e.text}
          </span>
        </li>
      ))}
    </ol>
  )
}
