// What the buttons do. Each is an interface that any client of the robot has: services and actions of the graph.
import type { Grasp, PoseStamped, SegmentedObject, Translation } from './messages'
import { statusName, succeeded, type Outcome } from './action'
import type { Robot } from './robot'

export type TaskName = 'segment' | 'plan' | 'pick' | 'place' | 'grab' | 'release'

// Names of the values of manipulation_msgs/ManipulationResult.
const results: Record<number, string> = {
  1: 'success', [-1]: 'not possible', [-2]: 'failed', [-3]: 'error', [-4]: 'the arm cannot move', [-5]: 'not lifted', [-6]: 'the hand did not come away', [-7]: 'cancelled',
}

const empty = { frame_id: '', stamp: { secs: 0, nsecs: 0 } }
const mostGrasps = 12

export interface Held {
  grasp: Grasp
  object: number
}

// graspable is an object as planners and pickups take it. A name is for obstacles: the collision scene's names are not known here.
export function graspable(o: SegmentedObject, name = ''): object {
  return { reference_frame_id: o.point_cloud.header.frame_id, region: { cloud: o.point_cloud }, collision_name: name }
}

// up is the lift after a grasp.
export function up(frame: string): Translation {
  return { direction: { header: { ...empty, frame_id: frame }, vector: { x: 0, y: 0, z: 1 } }, desired_distance: 0.1, min_distance: 0.05 }
}

// from puts the chosen grasp first and the rest behind it, best first.
export function from<T>(list: T[], chosen: number): T[] {
  const first = list[chosen]
  return first === undefined ? list : [first, ...list.filter((_, i) => i !== chosen)]
}

export function byQuality(list: Grasp[]): Grasp[] {
  return [...list].sort((a, b) => b.grasp_quality - a.grasp_quality)
}

export class Tasks {
  #robot: Robot
  held: Held | undefined

  constructor(robot: Robot) {
    this.#robot = robot
  }

  run(name: TaskName): Promise<string> {
    switch (name) {
      case 'segment':
        return this.segment()
      case 'plan':
        return this.plan()
      case 'pick':
        return this.pick()
      case 'place':
        return this.place()
      case 'grab':
        return this.grab()
      case 'release':
        return this.release()
    }
  }

  async segment(): Promise<string> {
    const { link, config, objects } = this.#robot
    const before = objects.value
    await link.call(config.segment, 'std_srvs/Empty', {}, 60)
    // The list is published before the service answers; it comes by another connection.
    const list = await new Promise<number>((resolve, reject) => {
      const late = setTimeout(() => {
        end()
        reject(new Error(`${config.objects} did not come`))
      }, 20_000)
      const look = () => {
        const now = objects.value
        if (!now || now === before || now.cleared) return
        clearTimeout(late)
        end()
        resolve(now.objects.length)
      }
      const end = objects.subscribe(look)
      look()
    })
    return list === 1 ? 'one object on the table' : `${list} objects on the table`
  }

  async plan(): Promise<string> {
    const r = this.#robot
    const list = r.objects.value?.objects ?? []
    if (list.length === 0) throw new Error('there are no objects: segment first')
    const k = Math.min(r.selected.value, list.length - 1)
    const answer = await r.link.call<object, { grasps: Grasp[]; error_code: { value: number } }>(
      r.config.plan,
      'manipulation_msgs/GraspPlanning',
      {
        arm_name: r.config.arm,
        target: graspable(list[k] as SegmentedObject),
        movable_obstacles: list.flatMap((o, i) => (i === k ? [] : [graspable(o, `object ${i + 1}`)])),
      },
      120,
    )
    // Grasps that push a neighbour come with its name; they are left to whoever asks for them.
    const grasps = byQuality(answer.grasps.filter((g) => !(g['allowed_touch_objects'] as string[] | undefined)?.length))
    r.plan.set({ object: k, grasps })
    r.grasp.set(0)
    const best = grasps[0]
    if (!best) throw new Error(`no grasp of object ${k + 1} keeps clear of the table and its neighbours`)
    return `${grasps.length} grasps of object ${k + 1}, the best with quality ${best.grasp_quality.toFixed(2)}`
  }

  async pick(): Promise<string> {
    const r = this.#robot
    if (!r.pickup.alive) return this.#grabAndLift()
    if (!r.objects.value?.objects.length) await this.segment()
    if (!r.plan.value?.grasps.length || r.plan.value.object !== r.selected.value) await this.plan()
    const plan = r.plan.value
    const object = plan && r.objects.value?.objects[plan.object]
    if (!plan || !object) throw new Error('there is no grasp to carry out')
    const frame = plan.grasps[0]?.grasp_pose.header.frame_id ?? r.config.frame
    const out = await r.pickup.send(
      {
        arm_name: r.config.arm,
        target: graspable(object),
        desired_grasps: from(plan.grasps, r.grasp.value).slice(0, mostGrasps),
        lift: up(frame),
        allow_gripper_support_collision: true,
        use_reactive_execution: true,
        use_reactive_lift: true,
      },
      (f) => {
        if (f.current_grasp > 1) r.tell('info', `trying grasp ${f.current_grasp} of ${f.total_grasps}`)
      },
    )
    const value = out.result.manipulation_result?.value
    if (out.status !== succeeded || value !== 1) throw new Error(why(out, value))
    this.held = { grasp: out.result.grasp, object: plan.object }
    r.plan.set(undefined)
    return `object ${plan.object + 1} is held`
  }

  // grabAndLift is a pick of a hand that stands around an object already.
  async #grabAndLift(): Promise<string> {
    const r = this.#robot
    const text = await this.grab()
    const sim = r.config.hand.replace('gripper_sensor_controller', 'gripper_sim')
    await r.link.call(`${sim}/lift`, 'std_srvs/Trigger', {}, 5)
    return `${text}, lifted`
  }

  async place(): Promise<string> {
    const r = this.#robot
    if (!r.place.alive) {
      const sim = r.config.hand.replace('gripper_sensor_controller', 'gripper_sim')
      await r.link.call(`${sim}/lower`, 'std_srvs/Trigger', {}, 5)
      return 'lowered; release it when it stands'
    }
    const held = this.held
    if (!held) throw new Error('nothing was picked from here')
    const pose: PoseStamped = held.grasp.grasp_pose
    const out = await r.place.send({
      arm_name: r.config.arm,
      place_locations: [pose],
      grasp: held.grasp,
      desired_retreat_distance: 0.1,
      min_retreat_distance: 0.03,
      approach: { direction: { header: { ...empty, frame_id: pose.header.frame_id }, vector: { x: 0, y: 0, z: -1 } }, desired_distance: 0.1, min_distance: 0.03 },
      allow_gripper_support_collision: true,
      use_reactive_place: true,
    })
    const value = out.result.manipulation_result?.value
    if (out.status !== succeeded || value !== 1) throw new Error(why(out, value))
    this.held = undefined
    return `object ${held.object + 1} stands where it was`
  }

  async grab(): Promise<string> {
    const out = await this.#robot.grab.send({ command: { hardness_gain: 0.03 } })
    if (out.status !== succeeded) throw new Error(why(out))
    return 'grabbed'
  }

  async release(): Promise<string> {
    // An acceleration of 0 triggers at once.
    const out = await this.#robot.release.send({ command: { event: { trigger_conditions: 4, acceleration_trigger_magnitude: 0, slip_trigger_magnitude: 0 } } })
    if (out.status !== succeeded) throw new Error(why(out))
    this.held = undefined
    return 'released'
  }
}

function why(o: Outcome<unknown>, value?: number): string {
  const result = value === undefined || value === 1 ? '' : (results[value] ?? `result ${value}`)
  return [result || statusName[o.status] || `status ${o.status}`, o.text].filter(Boolean).join(': ')
}
