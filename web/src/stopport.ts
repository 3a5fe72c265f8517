// The stop as the page presses it.
import { Signal } from './signal'
import { Stop, type StopOptions, type StopState } from './stop'

export interface StopPort {
  readonly state: Signal<StopState>
  press(): void
}

// startStop starts the stop in a worker, or here where there is none to be had.
export function startStop(options: StopOptions): StopPort {
  let worker: Worker
  try {
    worker = new Worker(new URL('./stop.worker.ts', import.meta.url), { type: 'module' })
  } catch {
    return new Stop(options)
  }
  const state = new Signal<StopState>({ kind: 'connecting' })
  let here: Stop | undefined
  let pressed = 0
  worker.onmessage = (e: MessageEvent<StopState>) => {
    const s = e.data
    // What counts is the time from the press of the button, which this thread knows.
    if (s.kind === 'stopped' && pressed) s.took = Math.max(s.took, performance.now() - pressed)
    if (s.kind !== 'stopping') pressed = 0
    state.set(s)
  }
  worker.onerror = () => {
    if (here) return
    here = new Stop(options)
    here.state.subscribe((s) => state.set(s))
    if (pressed) here.press()
  }
  worker.postMessage({ start: options })
  return {
    state,
    press() {
      if (!pressed) pressed = performance.now()
      if (here) here.press()
      else worker.postMessage('press')
    },
  }
}
