// The robot as the page sees it: what its thread told last, and what can be asked of it.
import type { Config } from './config'
import { Frames } from './frames'
import { seconds } from './messages'
import type { FromRobot, Level, News, Shown, TaskName, ToRobot } from './port'
import type { Vec } from './messages'
import { Series } from './series'
import { Signal } from './signal'
import { startStop, type StopPort } from './stopport'

export interface Event {
  id: number
  at: Date
  level: Level
  text: string
}

// Names of the modes of PR2GripperSensorRTState.
export const modes: Record<number, string> = { 0: 'off', 3: 'position', 4: 'force', 5: 'seeking contact', 6: 'holding' }

const window_ = 20 // s that plots show
const rate = 100 // Hz, at most, of what is plotted
const mostEvents = 200
const unseen = 1000 // ms from picture to picture of a page that is not looked at

type Signals = { readonly [K in keyof Shown]: Signal<Shown[K]> }

export class RobotPort implements Signals {
  readonly config: Config
  readonly frames = new Frames()
  readonly stop: StopPort

  readonly link = new Signal<Shown['link']>('connecting')
  readonly mode = new Signal<Shown['mode']>(undefined)
  readonly describe = new Signal('')
  readonly reading = new Signal<Shown['reading']>(undefined)
  readonly touch = new Signal<Shown['touch']>(undefined)
  readonly phases = new Signal<number[]>([])
  readonly objects = new Signal<Shown['objects']>(undefined)
  readonly plan = new Signal<Shown['plan']>(undefined)
  readonly selected = new Signal(0)
  readonly grasp = new Signal(0)
  readonly held = new Signal<Shown['held']>(undefined)
  readonly mark = new Signal<Shown['mark']>(undefined)
  readonly descriptions = new Signal('')
  readonly events = new Signal<Event[]>([])

  readonly forces = new Series(2, window_ * rate * 1.2)
  readonly gap = new Series(1, window_ * rate * 1.2)
  readonly slip = new Series(1, window_ * rate * 1.2) // 1 where slip is felt
  readonly window = window_

  lastHand = 0 // when the hand was heard last, ms of performance.now()
  // For measurements: of each picture of the pads, how long after the frame was felt it came to this browser, and was drawn, ms.
  readonly delays: { came: number; drawn: number }[] = []

  #worker: Worker
  #eventCount = 0
  #asked = 0
  #answers = new Map<number, { resolve: (v: unknown) => void; reject: (e: Error) => void }>()
  #touchStamp = 0

  // view is the way of the robot's thread to the view's.
  constructor(config: Config, view: MessagePort) {
    this.config = config
    const h = config.hand
    this.stop = startStop({
      url: config.url,
      service: `${h}/stop_motor_output`,
      cancel: [config.pickup, config.place, ...['grab', 'release', 'gripper_action', 'gripper_cmd', 'find_contact', 'force_servo', 'slip_servo'].map((a) => `${h}/${a}`)],
    })
    let deaf = ''
    this.stop.state.subscribe((s) => {
      if (s.kind === 'stopped') this.tell('warn', `stop: confirmed after ${Math.max(1, Math.round(s.took))} ms`)
      if (s.kind === 'lost') this.tell('bad', 'stop: no connection')
      if (s.kind === 'deaf' && deaf !== s.why) this.tell('bad', `stop: ${s.why}`)
      deaf = s.kind === 'deaf' ? s.why : ''
    })
    this.#worker = new Worker(new URL('./robot.worker.ts', import.meta.url), { type: 'module' })
    this.#worker.onmessage = (e: MessageEvent<FromRobot>) => this.#hear(e.data)
    this.#worker.onerror = (e) => this.tell('bad', `the robot's thread has failed: ${e.message}`)
    this.#worker.postMessage({ kind: 'start', config, view } satisfies ToRobot, [view])
    this.#drawn()
  }

  #say(m: ToRobot): void {
    this.#worker.postMessage(m)
  }

  #drawn(): void {
    this.#say({ kind: 'drawn' })
  }

  #hear(m: FromRobot): void {
    if (m.kind === 'answer') {
      const a = this.#answers.get(m.id)
      this.#answers.delete(m.id)
      if (m.problem !== undefined) a?.reject(new Error(m.problem))
      else a?.resolve(m.value)
      return
    }
    const show = () => {
      this.#show(m)
      this.#drawn()
    }
    if (document.hidden) setTimeout(show, unseen)
    else this.frames.next('news', show)
  }

  #show({ shown, samples, told, heard, came }: News): void {
    if (heard) this.lastHand = performance.now()
    for (const [t, left, right] of samples.forces) this.forces.push(t as number, left as number, right as number)
    for (const [t, gap] of samples.gap) this.gap.push(t as number, gap as number)
    for (const [t, slip] of samples.slip) this.slip.push(t as number, slip as number)
    for (const k of Object.keys(shown) as (keyof Shown)[]) (this[k] as Signal<unknown>).set(shown[k])
    for (const { level, text } of told) this.tell(level, text)
    if (shown.touch) this.#measure(seconds(shown.touch.header.stamp) * 1e3, came)
  }

  // measure notes how long after a frame of the pads its picture is drawn, where the robot's clock is this machine's.
  #measure(stamp: number, came: number): void {
    if (stamp === this.#touchStamp) return
    this.#touchStamp = stamp
    const drawn = Date.now() - stamp
    if (Math.abs(drawn) > 60_000) return
    this.delays.push({ came: came - stamp, drawn })
    if (this.delays.length > 4000) this.delays.splice(0, 2000)
  }

  #ask(m: (id: number) => ToRobot): Promise<unknown> {
    const id = ++this.#asked
    return new Promise((resolve, reject) => {
      this.#answers.set(id, { resolve, reject })
      this.#say(m(id))
    })
  }

  // run carries out a task and resolves with what came of it.
  run(task: TaskName): Promise<string> {
    return this.#ask((id) => ({ kind: 'run', id, task })) as Promise<string>
  }

  // call calls a service; timeout is in s.
  call<A>(service: string, type: string, request: object, timeout = 20): Promise<A> {
    return this.#ask((id) => ({ kind: 'call', id, service, type, request, timeout })) as Promise<A>
  }

  choose(choice: { selected?: number; grasp?: number }): void {
    this.#say({ kind: 'choose', ...choice })
  }

  // standAt says where what is held is to be placed; undefined: where it stood.
  standAt(at: Vec | undefined): void {
    this.#say({ kind: 'mark', at })
  }

  tell(level: Level, text: string): void {
    const e: Event = { id: ++this.#eventCount, at: new Date(), level, text }
    this.events.set([e, ...this.events.value].slice(0, mostEvents))
  }
}

// settled is the time by which plots are aligned: that of the newest sample.
export const settled = (robot: RobotPort): number => Math.max(robot.forces.last || 0, robot.gap.last || 0)
