// The robot as its thread knows it: subscriptions in, signals out.
import { ActionClient } from './action'
import type { Config } from './config'
import { Link } from './link'
import type { Grasp, JointState, Log, SegmentedObjectList, SlipState, Tactile, TFMessage } from './messages'
import { seconds } from './messages'
import type { Body, Held, Level, Plan, Reading, Samples } from './port'
import { Signal } from './signal'
import { Tree } from './tf'

export interface Picked extends Held {
  by: Grasp
}

export interface PickupResult {
  manipulation_result: { value: number }
  grasp: Grasp
}

export const window_ = 20 // s that plots show
const rate = 100 // Hz, at most, of what is plotted
const backlog = window_ * rate // samples that wait for a page that is not looked at
const mostTouch = 15 // ms from a frame of the pads to the next: as fast as any screen
const mostPhases = 100
const mostTold = 200

export const bodyOf = (o: SegmentedObjectList['objects'][number]): Body => ({ width: o.width, depth: o.depth, height: o.height, name: o.recognized ? o.name : '' })

// push keeps the newest of a list.
function push<T>(list: T[], most: number, v: T): void {
  list.push(v)
  if (list.length > most) list.splice(0, list.length - most)
}

export class Robot {
  readonly config: Config
  readonly link: Link
  readonly tree = new Tree()

  readonly mode = new Signal<number | undefined>(undefined)
  readonly describe = new Signal('')
  readonly reading = new Signal<Reading | undefined>(undefined)
  readonly touch = new Signal<Tactile | undefined>(undefined)
  readonly phases = new Signal<number[]>([])
  readonly list = new Signal<SegmentedObjectList | undefined>(undefined)
  readonly objects = new Signal<Body[] | undefined>(undefined)
  readonly plan = new Signal<Plan | undefined>(undefined)
  readonly grasps = new Signal<Grasp[]>([]) // of the plan
  readonly selected = new Signal(0)
  readonly grasp = new Signal(0)
  readonly held = new Signal<Picked | undefined>(undefined)
  readonly mark = new Signal<Held['stood'] | undefined>(undefined)
  readonly descriptions = new Signal('')

  // What nobody has taken yet.
  samples: Samples = { forces: [], gap: [], slip: [] }
  told: { level: Level; text: string }[] = []
  frames = new Map<string, TFMessage['transforms'][number]>()
  heard = false
  came = 0
  onChange: () => void = () => {}

  readonly pickup: ActionClient<object, { current_grasp: number; total_grasps: number }, PickupResult>
  readonly place: ActionClient<object, object, { manipulation_result: { value: number } }>
  readonly grab: ActionClient<object, object, object>
  readonly release: ActionClient<object, object, object>

  constructor(config: Config) {
    this.config = config
    const h = config.hand
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
    const now: Reading = { gap: Number.NaN, left: Number.NaN, right: Number.NaN, slip: false, limited: false, empty: false }
    const show = () => this.reading.set({ ...now })
    const plotted = { queue: 20 }
    const all = { queue: 100 }
    for (const topic of ['/tf', '/tf_static']) {
      link.subscribe<TFMessage>(topic, 'tf2_msgs/TFMessage', (m) => {
        this.tree.take(m)
        for (const t of m.transforms) this.frames.set(t.child_frame_id, t)
        this.onChange()
      }, { queue: 10 }) // each tells of some frames only
    }
    link.subscribe<Tactile>(`${h}/tactile`, 'holdfast_msgs/Tactile', (m) => {
      this.came = Date.now()
      this.touch.set(m)
    }, { throttle: mostTouch })
    link.subscribe<SlipState>(`${h}/slip_servo_state`, 'pr2_gripper_sensor_msgs/PR2GripperSlipServoData', (m) => {
      const t = seconds(m.stamp)
      this.heard = true
      push(this.samples.forces, backlog, [t, m.left_fingertip_pad_force, m.right_fingertip_pad_force])
      push(this.samples.slip, backlog, [t, m.slip_detected ? 1 : 0])
      now.left = m.left_fingertip_pad_force
      now.right = m.right_fingertip_pad_force
      now.slip = m.slip_detected
      now.limited = m.fingertip_force_limit_reached
      now.empty = m.gripper_empty
      this.mode.set(m.rtstate.realtime_controller_state)
      show()
    }, plotted)
    link.subscribe<JointState>(`${h}/state`, 'pr2_controllers_msgs/JointControllerState', (m) => {
      push(this.samples.gap, backlog, [seconds(m.header.stamp), m.process_value * 1e3])
      now.gap = m.process_value
      show()
    }, plotted)
    link.subscribe<{ data: string }>(`${h}/describe`, 'std_msgs/String', (m) => this.describe.set(m.data), { throttle: 100 })
    link.subscribe<{ data: string }>(`${h}/parameter_descriptions`, 'std_msgs/String', (m) => this.descriptions.set(m.data))
    link.subscribe<{ phase: number }>(config.phase, 'manipulation_msgs/ManipulationPhase', (m) => {
      if (m.phase !== this.phases.value.at(-1)) this.phases.set([...this.phases.value, m.phase].slice(-mostPhases))
    }, all)
    link.subscribe<Log>(config.log, 'rosgraph_msgs/Log', (m) => {
      if (m.level >= 4) this.tell(m.level >= 8 ? 'bad' : 'warn', `${m.name.replace(/^\//, '')}: ${m.msg}`)
      else if (m.name === h && m.level >= 2 && m.msg.startsWith('hand: ')) this.tell('info', m.msg)
    }, all)
  }

  // segmented takes the objects that the view's thread has heard of.
  segmented(list: SegmentedObjectList): void {
    this.planned(undefined, [])
    this.selected.set(Math.max(0, Math.min(this.selected.value, list.objects.length - 1)))
    this.objects.set(list.objects.map(bodyOf))
    this.list.set(list)
  }

  // forget drops what was seen of the table.
  forget(): void {
    this.planned(undefined, [])
    this.selected.set(0)
    this.objects.set(undefined)
    this.list.set(undefined)
  }

  // planned takes the grasps of an object, best first; none where there is no plan.
  planned(object: number | undefined, grasps: Grasp[]): void {
    this.grasp.set(0)
    this.grasps.set(grasps)
    this.plan.set(object === undefined ? undefined : { object, quality: grasps.map((g) => g.grasp_quality) })
  }

  tell(level: Level, text: string): void {
    push(this.told, mostTold, { level, text })
    this.onChange()
  }
}
