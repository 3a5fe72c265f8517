// What the page knows of the robot: subscriptions in, signals out.
import { ActionClient } from './action'
import type { Config } from './config'
import { Frames } from './frames'
import { Link } from './link'
import type { Grasp, JointState, Log, SegmentedObjectList, SlipState, Tactile, TFMessage } from './messages'
import { seconds } from './messages'
import { Series } from './series'
import { Signal } from './signal'
import { startStop, type StopPort } from './stopport'
import { Tree } from './tf'

export type Level = 'info' | 'good' | 'warn' | 'bad'

export interface Event {
  id: number
  at: Date
  level: Level
  text: string
}

export interface Plan {
  object: number
  grasps: Grasp[]
}

// Names of the modes of PR2GripperSensorRTState.
export const modes: Record<number, string> = { 0: 'off', 3: 'position', 4: 'force', 5: 'seeking contact', 6: 'holding' }

export interface Reading {
  gap: number // m
  left: number // N
  right: number
  slip: boolean
  limited: boolean
  empty: boolean
}

export interface PickupResult {
  manipulation_result: { value: number }
  grasp: Grasp
}

const window_ = 20 // s that plots show
const rate = 100 // Hz, at most, of what is plotted
const mostEvents = 200

export class Robot {
  readonly config: Config
  readonly frames = new Frames()
  readonly link: Link
  readonly stop: StopPort
  readonly tree = new Tree()

  readonly mode = new Signal<number | undefined>(undefined)
  readonly describe = new Signal('')
  readonly reading = new Signal<Reading | undefined>(undefined)
  readonly touch = new Signal<Tactile | undefined>(undefined)
  readonly phase = new Signal<number | undefined>(undefined)
  readonly objects = new Signal<SegmentedObjectList | undefined>(undefined)
  readonly plan = new Signal<Plan | undefined>(undefined)
  readonly selected = new Signal(0) // object
  readonly grasp = new Signal(0) // of the plan
  readonly events = new Signal<Event[]>([])
  readonly descriptions = new Signal('')
  readonly moved = new Signal(0) // counts changes of frames

  readonly forces = new Series(2, window_ * rate * 1.2)
  readonly gap = new Series(1, window_ * rate * 1.2)
  readonly slip = new Series(2, window_ * rate * 1.2) // 1 where slip is felt; deformation in mm
  readonly window = window_

  readonly pickup: ActionClient<object, { current_grasp: number; total_grasps: number }, PickupResult>
  readonly place: ActionClient<object, object, { manipulation_result: { value: number } }>
  readonly grab: ActionClient<object, object, object>
  readonly release: ActionClient<object, object, object>

  #eventCount = 0
  #now: Reading = { gap: Number.NaN, left: Number.NaN, right: Number.NaN, slip: false, limited: false, empty: false }
  #touchStamp = 0
  // Of the delays from a frame of the pads to its picture, ms; for measurements.
  readonly delays: number[] = []
  lastHand = 0 // when the hand was heard last, ms of performance.now()

  constructor(config: Config) {
    this.config = config
    const h = config.hand
    this.stop = startStop({
      url: config.url,
      service: `${h}/stop_motor_output`,
      cancel: [config.pickup, config.place, ...['grab', 'release', 'gripper_action', 'gripper_cmd', 'find_contact', 'force_servo', 'slip_servo'].map((a) => `${h}/${a}`)],
    })
    this.stop.state.subscribe((s) => {
      if (s.kind === 'stopped') this.tell('warn', `stop: confirmed after ${Math.max(1, Math.round(s.took))} ms`)
      if (s.kind === 'lost') this.tell('bad', 'stop: no connection')
    })
    this.link = new Link(config.url)
    this.pickup = new ActionClient(this.link, config.pickup, 'object_manipulation_msgs/Pickup')
    this.place = new ActionClient(this.link, config.place, 'object_manipulation_msgs/Place')
    this.grab = new ActionClient(this.link, `${h}/grab`, 'pr2_gripper_sensor_msgs/PR2GripperGrab')
    this.release = new ActionClient(this.link, `${h}/release`, 'pr2_gripper_sensor_msgs/PR2GripperRelease')
    this.#listen()
  }

  #listen(): void {
    const { link, config } = this
    const h = config.hand
    for (const topic of ['/tf', '/tf_static']) {
      link.subscribe<TFMessage>(topic, 'tf2_msgs/TFMessage', (m) => {
        this.tree.take(m)
        this.frames.next('tf', () => this.moved.set(this.moved.value + 1))
      })
    }
    link.subscribe<Tactile>(`${h}/tactile`, 'holdfast_msgs/Tactile', (m) => {
      this.frames.next('touch', () => {
        this.touch.set(m)
        this.#measure(seconds(m.header.stamp))
      })
    })
    link.subscribe<SlipState>(`${h}/slip_servo_state`, 'pr2_gripper_sensor_msgs/PR2GripperSlipServoData', (m) => {
      const t = seconds(m.stamp)
      this.lastHand = performance.now()
      this.forces.push(t, m.left_fingertip_pad_force, m.right_fingertip_pad_force)
      this.slip.push(t, m.slip_detected ? 1 : 0, (m.deformation ?? Number.NaN) * 1e3)
      const n = this.#now
      this.#now = {
        ...n, left: m.left_fingertip_pad_force, right: m.right_fingertip_pad_force, slip: m.slip_detected, limited: m.fingertip_force_limit_reached, empty: m.gripper_empty,
      }
      const mode = m.rtstate.realtime_controller_state
      if (mode !== this.mode.value) this.mode.set(mode)
      this.#show()
    })
    link.subscribe<JointState>(`${h}/state`, 'pr2_controllers_msgs/JointControllerState', (m) => {
      this.gap.push(seconds(m.header.stamp), m.process_value * 1e3)
      this.#now = { ...this.#now, gap: m.process_value }
      this.#show()
    })
    link.subscribe<{ data: string }>(`${h}/describe`, 'std_msgs/String', (m) => this.frames.next('describe', () => this.describe.set(m.data)))
    link.subscribe<{ data: string }>(`${h}/parameter_descriptions`, 'std_msgs/String', (m) => this.descriptions.set(m.data))
    link.subscribe<{ phase: number }>(config.phase, 'manipulation_msgs/ManipulationPhase', (m) => this.phase.set(m.phase))
    link.subscribe<Log>(config.log, 'rosgraph_msgs/Log', (m) => {
      if (m.level >= 4) this.tell(m.level >= 8 ? 'bad' : 'warn', `${m.name.replace(/^\//, '')}: ${m.msg}`)
      else if (m.name === config.hand && m.level >= 2 && m.msg.startsWith('hand: ')) this.tell('info', m.msg)
    })
  }

  #show(): void {
    this.frames.next('reading', () => this.reading.set(this.#now))
  }

  tell(level: Level, text: string): void {
    const e: Event = { id: ++this.#eventCount, at: new Date(), level, text }
    this.events.set([e, ...this.events.value].slice(0, mostEvents))
  }

  // measure notes how long after a frame of the pads its picture is drawn, where the robot's clock is this machine's.
  #measure(stamp: number): void {
    if (stamp === this.#touchStamp) return
    this.#touchStamp = stamp
    const delay = Date.now() - stamp * 1e3
    if (Math.abs(delay) > 10_000) return
    this.delays.push(delay)
    if (this.delays.length > 4000) this.delays.splice(0, 2000)
  }
}

// settled is the time by which plots are aligned: that of the newest sample.
export const settled = (robot: Robot): number => Math.max(robot.forces.last || 0, robot.gap.last || 0)
