// The connection to the graph, by roslib: it comes back by itself, and topics with it.
import { Ros, Service, Topic } from 'roslib'
import { Signal } from './signal'

export type LinkState = 'connecting' | 'open' | 'lost'

// delay before the nth attempt in a row, ms.
export const delay = (n: number): number => Math.min(4000, 250 * 2 ** Math.min(n, 6))

export class Link {
  readonly state = new Signal<LinkState>('connecting')
  readonly ros = new Ros({})
  #tries = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly url: string

  constructor(url: string) {
    this.url = url
    this.ros.on('connection', () => {
      this.#tries = 0
      this.state.set('open')
    })
    this.ros.on('close', () => this.#again())
    this.ros.on('error', () => this.#again())
    this.#connect()
  }

  #connect(): void {
    this.ros.connect(this.url).catch(() => this.#again())
  }

  #again(): void {
    if (this.#timer !== undefined) return
    this.state.set('lost')
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#connect()
    }, delay(this.#tries++))
  }

  // subscribe has f called with each message. Of those that the bridge cannot send at once the newest are kept, as many as queue says; with
  // throttle, ms, there is no more than one in that time.
  subscribe<T>(name: string, messageType: string, f: (m: T) => void, { queue = 1, throttle = 0 } = {}): void {
    new Topic<T>({ ros: this.ros, name, messageType, throttle_rate: throttle, queue_length: queue }).subscribe(f)
  }

  publisher<T>(name: string, messageType: string): (m: T) => void {
    const topic = new Topic<T>({ ros: this.ros, name, messageType, queue_size: 10 })
    topic.advertise()
    return (m) => topic.publish(m)
  }

  call<Q, A>(name: string, serviceType: string, request: Q, timeout = 30): Promise<A> {
    if (this.state.value !== 'open') return Promise.reject(new Error('not connected'))
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${name} did not answer within ${timeout} s`)), timeout * 1000)
      new Service<Q, A>({ ros: this.ros, name, serviceType }).callService(
        request,
        (a) => {
          clearTimeout(late)
          resolve(a)
        },
        (why) => {
          clearTimeout(late)
          reject(new Error(String(why)))
        },
      )
    })
  }
}
