// The stop on a thread of its own: pictures that take long delay neither its heartbeat nor its answer.
import { Stop, type StopOptions } from './stop'

let stop: Stop | undefined

self.onmessage = (e: MessageEvent<{ start: StopOptions } | 'press'>) => {
  const m = e.data
  if (m === 'press') stop?.press()
  else if (!stop) {
    stop = new Stop(m.start)
    stop.state.subscribe((s) => self.postMessage(s))
  }
}
