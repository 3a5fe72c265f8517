// The emergency stop. It has a connection of its own, on which nothing else travels but a heartbeat, so that it waits behind nothing, and it is
// known before the button is needed whether it would work. It asks until the hand has confirmed, and not by the socket alone.
import { Signal } from './signal'

export type StopState =
  | { kind: 'connecting' }
  | { kind: 'ready'; delay: number } // ms from question to answer, of the last heartbeat
  | { kind: 'deaf'; why: string } // the bridge answers, the hand does not
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
  post: (url: string) => Promise<boolean> // whether it was answered with success
  now: () => number
  every: (ms: number, f: () => void) => unknown
  after: (ms: number, f: () => void) => unknown
}

const browser: Surroundings = {
  socket: (url) => new WebSocket(url),
  post: async (url) => (await fetch(url, { method: 'POST', keepalive: true, cache: 'no-store' })).ok,
  now: () => performance.now(),
  every: (ms, f) => setInterval(f, ms),
  after: (ms, f) => setTimeout(f, ms),
}

const tick = 250 // ms
const beat = 1000 // ms from heartbeat to heartbeat
const silent = 2500 // ms without an answer after which the connection counts as lost
const dead = 10_000 // ms after which it is made anew; sooner would be later where the machine is so busy that a connection takes seconds
const shown = 15_000 // ms that a stop is announced
const repeat = 250 // ms after which an unconfirmed stop is asked for again
const detour = 40 // ms after which an unconfirmed stop is asked for by POST, too

interface Answer {
  op?: string
  id?: string
  result?: boolean
  values?: unknown
}

// postAddress is where the bridge behind a socket takes stops by POST.
export function postAddress({ url, service, cancel }: StopOptions): string {
  const u = new URL(url)
  u.protocol = u.protocol === 'wss:' ? 'https:' : 'http:'
  u.pathname = u.pathname.replace(/[^/]*$/, 'stop')
  u.searchParams.append('service', service)
  for (const c of cancel) u.searchParams.append('cancel', c)
  return u.href
}

export class Stop {
  readonly state = new Signal<StopState>({ kind: 'connecting' })
  #options: StopOptions
  #world: Surroundings
  #socket: WebSocket | undefined
  #quick: boolean | undefined // whether the bridge has a stop of its own; others have services and topics
  #opened = 0
  #heard = 0 // when anything came last
  #asked = 0 // when the last heartbeat left
  #beats = new Map<string, number>() // when those left that have not been answered
  #count = 0
  #pressed: number | undefined
  #from = 0 // of the numbers of what was sent since
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
    if (this.#pressed === undefined) {
      this.#pressed = this.#world.now()
      this.#from = this.#count + 1
    }
    this.#send()
    if (this.#well) this.#world.after(detour, () => this.#post())
    else this.#post()
    this.#show()
  }

  get #open(): boolean {
    return this.#socket?.readyState === 1
  }

  // #well is whether the connection stands and answers.
  get #well(): boolean {
    return this.#open && this.#world.now() - this.#since <= silent
  }

  get #since(): number {
    return Math.max(this.#heard, this.#opened)
  }

  #connect(): void {
    const s = this.#world.socket(this.#options.url)
    this.#socket = s
    this.#quick = undefined
    this.#beats.clear()
    this.#opened = this.#world.now()
    s.onopen = () => {
      if (s !== this.#socket) return
      this.#heard = this.#world.now()
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
    const id = `beat:${++this.#count}`
    this.#beats.set(id, this.#asked)
    const { service, cancel } = this.#options
    if (this.#quick === false) this.#say({ op: 'call_service', id, service: '/rosapi/get_time', args: {} })
    else this.#say({ op: 'stop_ready', id, service, cancel })
  }

  #send(): void {
    this.#sent = this.#world.now()
    const { service, cancel } = this.#options
    const id = `stop:${++this.#count}`
    if (this.#quick !== false) this.#say({ op: 'stop', id, service, cancel })
    if (this.#quick) return
    this.#say({ op: 'call_service', id, service, args: {} })
    for (const action of cancel) {
      this.#say({ op: 'advertise', topic: `${action}/cancel`, type: 'actionlib_msgs/GoalID' })
      this.#say({ op: 'publish', topic: `${action}/cancel`, msg: { stamp: { secs: 0, nsecs: 0 }, id: '' } })
    }
  }

  #post(): void {
    const pressed = this.#pressed
    if (pressed === undefined) return
    this.#world.post(postAddress(this.#options)).then((ok) => {
      if (ok && this.#pressed === pressed) this.#confirmed()
    }, () => {}) // the socket goes on
  }

  #confirmed(): void {
    const now = this.#world.now()
    if (this.#pressed === undefined) return
    this.#stopped = now
    this.state.set({ kind: 'stopped', took: now - this.#pressed })
    this.#pressed = undefined
  }

  #hear(text: string): void {
    const now = this.#world.now()
    this.#heard = now
    let m: Answer | null
    try {
      m = JSON.parse(text)
    } catch {
      return
    }
    if (!m?.id) return
    if (m.id.startsWith('stop:')) {
      if (m.result === true && Number(m.id.slice('stop:'.length)) >= this.#from) this.#confirmed()
      return
    }
    const asked = this.#beats.get(m.id)
    if (asked === undefined) return
    this.#beats.delete(m.id)
    if (m.op === 'status') { // a bridge that does not know the operation
      this.#quick = false
      this.#ask()
      return
    }
    if (m.op === 'stop_ready') this.#quick = true
    if (this.#pressed !== undefined || this.#announcing(now)) return
    if (m.result === false) this.state.set({ kind: 'deaf', why: String(m.values) })
    else this.state.set({ kind: 'ready', delay: now - asked })
  }

  #announcing(now: number): boolean {
    return this.state.value.kind === 'stopped' && now - this.#stopped < shown
  }

  #watch(): void {
    const now = this.#world.now()
    const s = this.#socket
    if (!s) this.#connect()
    else if (now - this.#since > dead) this.#lose(s)
    else if (this.#open && now - this.#asked >= beat) this.#ask()
    if (this.#pressed !== undefined && now - this.#sent >= repeat) {
      this.#send()
      this.#post()
    }
    this.#show()
  }

  #show(): void {
    const now = this.#world.now()
    const was = this.state.value
    if (this.#pressed !== undefined) this.state.set({ kind: 'stopping', since: this.#pressed, connected: this.#well })
    else if (this.#well) {
      if (was.kind === 'lost') this.state.set({ kind: 'connecting' })
    } else if (was.kind !== 'lost' && was.kind !== 'connecting') this.state.set({ kind: 'lost', since: now })
    else if (was.kind === 'connecting' && now - this.#opened > silent) this.state.set({ kind: 'lost', since: now })
  }
}
