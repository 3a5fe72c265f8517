// The emergency stop. It has a connection of its own, on which nothing else travels but a heartbeat, so that it waits behind nothing, and
// the loss of the connection is known before the button is needed. It asks until the hand has confirmed.
import { Signal } from './signal'

export type StopState =
  | { kind: 'connecting' }
  | { kind: 'ready'; delay: number } // ms from question to answer, of the last heartbeat
  | { kind: 'lost'; since: number } // ms, of the clock of now()
  | { kind: 'stopping'; since: number; connected: boolean }
  | { kind: 'stopped'; took: number } // ms

export interface StopOptions {
  url: string
  service: string // std_srvs/Empty that takes the effort from the motor
  cancel: string[] // actions whose goals are all cancelled
}

export interface Surroundings {
  socket: (url: string) => WebSocket
  now: () => number
  every: (ms: number, f: () => void) => unknown
}

const browser: Surroundings = {
  socket: (url) => new WebSocket(url),
  now: () => performance.now(),
  every: (ms, f) => setInterval(f, ms),
}

const tick = 250 // ms
const beat = 1000 // ms from heartbeat to heartbeat
const silent = 2500 // ms without an answer after which the connection counts as lost
const shown = 15_000 // ms that a stop is announced
const repeat = 250 // ms after which an unconfirmed stop is asked for again

export class Stop {
  readonly state = new Signal<StopState>({ kind: 'connecting' })
  #options: StopOptions
  #world: Surroundings
  #socket: WebSocket | undefined
  #opened = 0
  #heard = 0 // when anything came last
  #asked = 0 // when the last heartbeat left
  #count = 0
  #pressed: number | undefined
  #sent = 0
  #stopped = Number.NEGATIVE_INFINITY

  constructor(options: StopOptions, world: Surroundings = browser) {
    this.#options = options
    this.#world = world
    this.#connect()
    world.every(tick, () => this.#watch())
  }

  // press stops everything. What cannot be sent now is sent as soon as there is a connection.
  press(): void {
    this.#pressed ??= this.#world.now()
    this.#send()
    this.#show()
  }

  get #open(): boolean {
    return this.#socket?.readyState === 1
  }

  #connect(): void {
    const s = this.#world.socket(this.#options.url)
    this.#socket = s
    this.#opened = this.#world.now()
    s.onopen = () => {
      if (s !== this.#socket) return
      this.#heard = this.#world.now()
      for (const action of this.#options.cancel) {
        this.#say({ op: 'advertise', topic: `${action}/cancel`, type: 'actionlib_msgs/GoalID' })
      }
      this.#ask()
      if (this.#pressed !== undefined) this.#send()
      this.#show()
    }
    s.onmessage = (e) => {
      if (s === this.#socket) this.#hear(String(e.data))
    }
    s.onclose = () => this.#lose(s)
  }

  #lose(s: WebSocket): void {
    if (s !== this.#socket) return
    this.#socket = undefined
    s.onclose = s.onmessage = s.onopen = null
    s.close()
    this.#show()
  }

  #say(m: object): void {
    if (this.#open) this.#socket?.send(JSON.stringify(m))
  }

  #ask(): void {
    this.#asked = this.#world.now()
    this.#say({ op: 'call_service', id: `beat:${++this.#count}`, service: '/rosapi/get_time', args: {} })
  }

  #send(): void {
    this.#sent = this.#world.now()
    for (const action of this.#options.cancel) {
      this.#say({ op: 'publish', topic: `${action}/cancel`, msg: { stamp: { secs: 0, nsecs: 0 }, id: '' } })
    }
    this.#say({ op: 'call_service', id: `stop:${++this.#count}`, service: this.#options.service, args: {} })
  }

  #hear(text: string): void {
    const now = this.#world.now()
    this.#heard = now
    let m: { op?: string; id?: string; result?: boolean }
    try {
      m = JSON.parse(text)
    } catch {
      return
    }
    if (m.op !== 'service_response') return
    if (m.id === `beat:${this.#count}` && this.#pressed === undefined && !this.#announcing(now)) {
      this.state.set({ kind: 'ready', delay: now - this.#asked })
    }
    if (m.id?.startsWith('stop:') && m.result === true && this.#pressed !== undefined) {
      this.#stopped = now
      this.state.set({ kind: 'stopped', took: now - this.#pressed })
      this.#pressed = undefined
    }
  }

  #announcing(now: number): boolean {
    return this.state.value.kind === 'stopped' && now - this.#stopped < shown
  }

  #watch(): void {
    const now = this.#world.now()
    const s = this.#socket
    if (!s) this.#connect()
    else if (now - Math.max(this.#heard, this.#opened) > silent) this.#lose(s)
    else if (this.#open) {
      if (now - this.#asked >= beat) this.#ask()
      if (this.#pressed !== undefined && now - this.#sent >= repeat) this.#send()
    }
    this.#show()
  }

  #show(): void {
    const now = this.#world.now()
    const was = this.state.value
    if (this.#pressed !== undefined) this.state.set({ kind: 'stopping', since: this.#pressed, connected: this.#open })
    else if (this.#open) {
      if (was.kind === 'lost' || was.kind === 'connecting') this.state.set({ kind: 'ready', delay: 0 })
    } else if (was.kind !== 'lost' && was.kind !== 'connecting') this.state.set({ kind: 'lost', since: now })
    else if (was.kind === 'connecting' && now - this.#opened > silent) this.state.set({ kind: 'lost', since: now })
  }
}
