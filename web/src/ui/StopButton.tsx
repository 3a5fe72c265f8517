import type { StopState } from '../stop'
import type { StopPort } from '../stopport'
import { useSignal } from './use'

function words(s: StopState): { text: string; level: string } {
  switch (s.kind) {
    case 'connecting':
      return { text: 'connecting', level: 'warn' }
    case 'ready':
      return { text: 'ready', level: 'ok' }
    case 'deaf':
      return { text: 'THE HAND DOES NOT ANSWER: use the robot’s own stop', level: 'bad' }
    case 'lost':
      return { text: 'NO CONNECTION: use the robot’s own stop', level: 'bad' }
    case 'stopping':
      return { text: s.connected ? 'not confirmed yet' : 'NOT SENT: no connection', level: 'bad' }
    case 'stopped':
      return { text: `stopped in ${Math.max(1, Math.round(s.took))} ms`, level: 'done' }
  }
}

export function StopButton({ stop }: { stop: StopPort }) {
  const state = useSignal(stop.state)
  const { text, level } = words(state)
  return (
    <div class={`stop ${level}`}>
      <button
        class="stop-button"
        aria-keyshortcuts="Escape"
        title="Motor off, arm still, all goals cancelled (Esc)"
        onPointerDown={(e) => {
          e.preventDefault() // on the way down, not on the way up
          stop.press()
        }}
        onClick={(e) => {
          if (e.detail === 0) stop.press() // the keyboard; a pointer has pressed already
        }}
      >
        Stop
      </button>
      <span role="status" aria-live="assertive">{text}</span>
    </div>
  )
}
