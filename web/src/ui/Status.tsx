import { useEffect, useState } from 'preact/hooks'
import { modes, type Robot } from '../robot'
import { useSignal } from '../signal'

const silent = 2000 // ms

export function Status({ robot }: { robot: Robot }) {
  const link = useSignal(robot.link.state)
  const mode = useSignal(robot.mode)
  const describe = useSignal(robot.describe)
  const [alive, setAlive] = useState(false)
  useEffect(() => {
    const t = setInterval(() => setAlive(robot.lastHand > 0 && performance.now() - robot.lastHand < silent), 500)
    return () => clearInterval(t)
  }, [robot])
  if (link !== 'open') {
    return (
      <div class="state">
        <span class="chip bad">{link === 'connecting' ? 'connecting' : 'connection lost'}</span>
        <p>{link === 'connecting' ? 'Looking for the robot' : 'What is shown is old. The page connects again by itself.'}</p>
      </div>
    )
  }
  const name = mode === undefined ? 'no hand' : (modes[mode] ?? `mode ${mode}`)
  return (
    <div class="state">
      <span class={`chip ${!alive ? 'warn' : mode === 6 ? 'good' : mode === 0 ? 'off' : 'busy'}`}>{alive || mode === undefined ? name : 'hand is silent'}</span>
      <p>{describe || `nothing is heard on ${robot.config.hand}`}</p>
    </div>
  )
}
