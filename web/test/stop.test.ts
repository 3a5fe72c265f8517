import { beforeEach, describe, expect, it } from 'vitest'
import { postAddress, Stop } from '../src/stop'

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
  answer(id: string | undefined, result = true, op = id?.startsWith('beat:') ? 'stop_ready' : 'stop', values?: string) {
    this.onmessage?.({ data: JSON.stringify({ op, id, result, values }) })
  }
  last(prefix: string) {
    return this.sent.findLast((m) => m.id?.startsWith(prefix))?.id
  }
}

let now = 0
let ticks: (() => void)[] = []
let later: (() => void)[] = []
let posts: { url: string; answer: (ok: boolean) => void }[] = []
const pass = (ms: number) => {
  for (let i = 0; i < ms; i += 250) {
    now += 250
    for (const t of ticks) t()
  }
}
const make = () =>
  new Stop({ url: 'ws://x/', service: '/hand/stop', cancel: ['/pick', '/grab'] }, {
    socket: () => new Socket() as unknown as WebSocket, now: () => now, every: (_, f) => ticks.push(f), after: (_, f) => later.push(f),
    post: (url) => new Promise((answer) => posts.push({ url, answer })),
  })

describe('the stop', () => {
  beforeEach(() => {
    Socket.all = []
    ticks = []
    later = []
    posts = []
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
    expect(s.sent).toMatchObject([{ op: 'stop', service: '/hand/stop', cancel: ['/pick', '/grab'] }])
    expect(stop.state.value.kind).toBe('stopping')
    now += 12
    s.answer(s.last('stop:'))
    expect(stop.state.value).toEqual({ kind: 'stopped', took: 12 })
    for (const f of later) f()
    expect(posts).toEqual([]) // it was confirmed in time
  })
  it('goes another way, too, where the socket does not answer in time or is not open', async () => {
    const stop = make()
    const s = Socket.all[0] as Socket
    stop.press()
    expect(posts.map((p) => p.url)).toEqual(['http://x/stop?service=%2Fhand%2Fstop&cancel=%2Fpick&cancel=%2Fgrab'])
    posts[0]?.answer(false)
    await Promise.resolve()
    expect(stop.state.value.kind).toBe('stopping')
    s.open()
    stop.press()
    for (const f of later) f()
    expect(posts).toHaveLength(2)
    posts[1]?.answer(true)
    await Promise.resolve()
    expect(stop.state.value.kind).toBe('stopped')
    expect(postAddress({ url: 'wss://lab:9/bridge/?token=a%26b', service: '/s', cancel: [] })).toBe('https://lab:9/bridge/stop?token=a%26b&service=%2Fs')
  })
  it('uses services and topics of a bridge that has no stop of its own', () => {
    const stop = make()
    const s = Socket.all[0] as Socket
    s.open()
    s.answer(s.last('beat:'), undefined, 'status')
    expect(s.sent.at(-1)).toMatchObject({ op: 'call_service', service: '/rosapi/get_time' })
    s.answer(s.last('beat:'), true, 'service_response')
    expect(stop.state.value.kind).toBe('ready')
    s.sent = []
    stop.press()
    expect(s.sent.filter((m) => m.op !== 'advertise').map((m) => m.topic ?? m.service)).toEqual(['/hand/stop', '/pick/cancel', '/grab/cancel'])
    s.answer(s.last('stop:'), true, 'service_response')
    expect(stop.state.value.kind).toBe('stopped')
  })
  it('tells beforehand that the hand would not hear it', () => {
    const stop = make()
    const s = Socket.all[0] as Socket
    s.open()
    s.answer(s.last('beat:'), false, 'stop_ready', 'no such service')
    expect(stop.state.value).toEqual({ kind: 'deaf', why: 'no such service' })
    pass(1000)
    s.answer(s.last('beat:'))
    expect(stop.state.value.kind).toBe('ready')
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
    expect(first.last('stop:')).toBeDefined() // it may be slow, not dead
    expect(posts.length).toBe(1) // at once, on a connection of its own
    expect(Socket.all.length).toBe(1)
    pass(8000)
    expect(Socket.all.length).toBe(2)
    const next = Socket.all.at(-1) as Socket
    next.open()
    expect(next.last('stop:')).toBeDefined()
    first.answer('stop:1') // of the connection that was given up
    expect(stop.state.value.kind).toBe('stopping')
    next.answer(next.last('stop:'))
    expect(stop.state.value.kind).toBe('stopped')
  })
  it('keeps a connection that answers late, as on a machine that is too busy', () => {
    const stop = make()
    const s = Socket.all[0] as Socket
    s.open()
    const beat = s.last('beat:')
    pass(4000)
    expect(stop.state.value.kind).toBe('lost')
    s.answer(beat)
    expect(stop.state.value).toMatchObject({ kind: 'ready', delay: 4000 })
    for (let i = 0; i < 20; i++) { // every answer comes two seconds late
      const late = s.last('beat:')
      pass(2000)
      s.answer(late)
      expect(stop.state.value.kind).toBe('ready')
    }
    expect(Socket.all.length).toBe(1)
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
