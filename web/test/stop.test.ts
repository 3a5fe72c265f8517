import { beforeEach, describe, expect, it } from 'vitest'
import { Stop } from '../src/stop'

interface Sent {
  op: string
  id?: string
  topic?: string
  service?: string
}

class Socket {
  static all: Socket[] = []
  readyState = 0
  sent: Sent[] = []
  onopen: (() => void) | null = null
  onclose: (() => void) | null = null
  onmessage: ((e: { data: string }) => void) | null = null
  constructor() {
    Socket.all.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Sent)
  }
  close() {
    this.readyState = 3
  }
  open() {
    this.readyState = 1
    this.onopen?.()
  }
  answer(id: string | undefined, result = true) {
    this.onmessage?.({ data: JSON.stringify({ op: 'service_response', id, result }) })
  }
  last(prefix: string) {
    return this.sent.findLast((m) => m.id?.startsWith(prefix))?.id
  }
}

let now = 0
let ticks: (() => void)[] = []
const pass = (ms: number) => {
  for (let i = 0; i < ms; i += 250) {
    now += 250
    for (const t of ticks) t()
  }
}
const make = () =>
  new Stop({ url: 'ws://x/', service: '/hand/stop', cancel: ['/pick', '/grab'] }, { socket: () => new Socket() as unknown as WebSocket, now: () => now, every: (_, f) => ticks.push(f) })

describe('the stop', () => {
  beforeEach(() => {
    Socket.all = []
    ticks = []
    now = 1000
  })
  it('cancels everything, takes the effort away and says how long it took', () => {
    const stop = make()
    const s = Socket.all[0] as Socket
    s.open()
    s.answer(s.last('beat:'))
    expect(stop.state.value).toEqual({ kind: 'ready', delay: 0 })
    s.sent = []
    stop.press()
    expect(s.sent.map((m) => m.topic ?? m.service)).toEqual(['/pick/cancel', '/grab/cancel', '/hand/stop'])
    expect(stop.state.value.kind).toBe('stopping')
    now += 12
    s.answer(s.last('stop:'))
    expect(stop.state.value).toEqual({ kind: 'stopped', took: 12 })
  })
  it('asks until it is confirmed; a refusal is no confirmation', () => {
    const stop = make()
    const s = Socket.all[0] as Socket
    s.open()
    stop.press()
    s.answer(s.last('stop:'), false)
    expect(stop.state.value.kind).toBe('stopping')
    const before = s.sent.filter((m) => m.id?.startsWith('stop:')).length
    pass(1000)
    expect(s.sent.filter((m) => m.id?.startsWith('stop:')).length).toBeGreaterThan(before + 2)
    s.answer(s.last('stop:'))
    expect(stop.state.value.kind).toBe('stopped')
  })
  it('notices a connection that is silent, and sends the stop on the next one', () => {
    const stop = make()
    const first = Socket.all[0] as Socket
    first.open()
    pass(3000)
    expect(stop.state.value.kind).toBe('lost')
    stop.press()
    expect(stop.state.value).toMatchObject({ kind: 'stopping', connected: false })
    expect(Socket.all.length).toBeGreaterThan(1)
    const next = Socket.all.at(-1) as Socket
    next.open()
    expect(next.last('stop:')).toBeDefined()
    first.answer('stop:1') // of the connection that was given up
    expect(stop.state.value.kind).toBe('stopping')
    next.answer(next.last('stop:'))
    expect(stop.state.value.kind).toBe('stopped')
  })
  it('says so when there has never been a connection', () => {
    const stop = make()
    expect(stop.state.value.kind).toBe('connecting')
    pass(6000)
    expect(stop.state.value.kind).toBe('lost')
  })
  it('survives what it does not understand', () => {
    const stop = make()
    const s = Socket.all[0] as Socket
    s.open()
    s.onmessage?.({ data: '{' })
    s.onmessage?.({ data: 'null' })
    stop.press()
    expect(stop.state.value.kind).toBe('stopping')
  })
})
