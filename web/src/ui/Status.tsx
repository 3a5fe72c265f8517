import { useEffect, useState } from 'preact/hooks'
import { modes, type RobotPort } from '../robotport'
import { useSignal } from './use'

const silent = 2000 // ms

export function Status({ robot }: { robot: RobotPort }) {
  const link = useSignal(robot.link)
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
