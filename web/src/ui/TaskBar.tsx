import type { RobotPort } from '../robotport'
import type { TaskName } from '../port'
import { useSignal } from './use'

const tasks: { name: TaskName; key: string; title: string }[] = [
  { name: 'segment', key: 'S', title: 'Find the objects in the newest cloud' },
  { name: 'plan', key: 'P', title: 'Plan grasps of the chosen object' },
  { name: 'pick', key: 'K', title: 'Pick the chosen object up; plans first where there is no plan' },
  { name: 'place', key: 'L', title: 'Put what was picked back to where it stood' },
  { name: 'grab', key: 'G', title: 'Close by touch, where the hand is' },
  { name: 'release', key: 'R', title: 'Let go' },
]

export function TaskBar({ robot, busy, run }: { robot: RobotPort; busy: TaskName | undefined; run: (name: TaskName) => void }) {
  const link = useSignal(robot.link)
  return (
    <div class="tasks" role="group" aria-label="Tasks">
      {tasks.map((t) => (
        <button
          key={t.name} class={`task ${t.name === 'pick' ? 'main' : ''} ${busy === t.name ? 'busy' : ''}`} disabled={busy !== undefined || link !== 'open'} title={`${t.title} (${t.key})`}
          aria-keyshortcuts={t.key.toLowerCase()} aria-busy={busy === t.name} onClick={() => run(t.name)}
        >
          {t.name}
          <kbd aria-hidden="true">{t.key}</kbd>
        </button>
      ))}
    </div>
  )
}
