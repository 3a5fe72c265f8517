// What the buttons do. Each is an interface that any client of the robot has: services and actions of the graph.
import type { Grasp, PoseStamped, SegmentedObject, Translation, Vec } from './messages'
import { statusName, succeeded, type Outcome } from './action'
import type { TaskName } from './port'
import { bodyOf, type Picked, type Robot } from './robot'
import { apply, inverse, mulq, rotate, type Tree } from './tf'


// Names of the values of manipulation_msgs/ManipulationResult.
const results: Record<number, string> = {
  1: 'success', [-1]: 'not possible', [-2]: 'failed', [-3]: 'error', [-4]: 'the arm cannot move', [-5]: 'not lifted', [-6]: 'the hand did not come away', [-7]: 'cancelled',
}

const empty = { frame_id: '', stamp: { secs: 0, nsecs: 0 } }
const mostGrasps = 12 // of a pickup
const kept = 32 // of a plan

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

// foot is the middle of where an object stands, in a frame; undefined where its own frame is not known there.
export function foot(o: SegmentedObject, frame: string, tree: Tree): Vec | undefined {
  const X = tree.lookup(frame, o.point_cloud.header.frame_id)
  return X && apply(X, { x: o.center.x, y: o.center.y, z: o.center.z - o.height / 2 })
}

const turns = [0, 0.5, -0.5, 1, -1, 1.57, -1.57, 2.36, -2.36, 3.14] // rad

// standing gives poses of the hand that put what is held down at a mark, as it stood first and then turned about the vertical of the frame in
// which the mark is, in case the hand cannot reach it so.
export function standing(held: Picked, mark: Vec, frame: string, tree: Tree): PoseStamped[] {
  const { header, pose } = held.by.grasp_pose
  const X = tree.lookup(frame, header.frame_id)
  if (!X) throw new Error(`how ${header.frame_id} stands in ${frame} is not known`)
  const back = inverse(X)
  const p = apply(X, pose.position)
  const arm = { x: p.x - held.stood.x, y: p.y - held.stood.y, z: p.z - held.stood.z } // from the foot to the hand
  return turns.map((angle) => {
    const q = { x: 0, y: 0, z: Math.sin(angle / 2), w: Math.cos(angle / 2) }
    const r = rotate(q, arm)
    const position = apply(back, { x: mark.x + r.x, y: mark.y + r.y, z: mark.z + r.z })
    return { header: { frame_id: header.frame_id, stamp: empty.stamp }, pose: { position, orientation: mulq(back.q, mulq(q, mulq(X.q, pose.orientation))) } }
  })
}

export class Tasks {
  #robot: Robot

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
    const { link, config, list } = this.#robot
    const before = list.value
    await link.call(config.segment, 'std_srvs/Empty', {}, 60)
    // The list is published before the service answers; it comes by another connection.
    const count = await new Promise<number>((resolve, reject) => {
      const late = setTimeout(() => {
        end()
        reject(new Error(`${config.objects} did not come`))
      }, 20_000)
      const look = () => {
        const now = list.value
        if (!now || now === before || now.cleared) return
        clearTimeout(late)
        end()
        resolve(now.objects.length)
      }
      const end = list.subscribe(look)
      look()
    })
    return count === 1 ? 'one object on the table' : `${count} objects on the table`
  }

  async plan(): Promise<string> {
    const r = this.#robot
    const list = r.list.value?.objects ?? []
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
    r.planned(k, grasps.slice(0, kept))
    const best = grasps[0]
    if (!best) throw new Error(`no grasp of object ${k + 1} keeps clear of the table and its neighbours`)
    return `${grasps.length} grasps of object ${k + 1}, the best with quality ${best.grasp_quality.toFixed(2)}`
  }

  async pick(): Promise<string> {
    const r = this.#robot
    if (!r.pickup.alive) return this.#grabAndLift()
    if (!r.list.value?.objects.length) await this.segment()
    if (!r.grasps.value.length || r.plan.value?.object !== r.selected.value) await this.plan()
    const [plan, grasps] = [r.plan.value, r.grasps.value]
    const object = plan && r.list.value?.objects[plan.object]
    if (!plan || !object) throw new Error('there is no grasp to carry out')
    const frame = grasps[0]?.grasp_pose.header.frame_id ?? r.config.frame
    const stood = foot(object, r.config.frame, r.tree)
    if (!stood) throw new Error(`how ${object.point_cloud.header.frame_id} stands in ${r.config.frame} is not known`)
    const out = await r.pickup.send(
      {
        arm_name: r.config.arm,
        target: graspable(object),
        desired_grasps: from(grasps, r.grasp.value).slice(0, mostGrasps),
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
    r.mark.set(undefined)
    r.held.set({ object: plan.object, body: bodyOf(object), stood, by: out.result.grasp })
    r.planned(undefined, [])
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
    const held = r.held.value
    if (!held) throw new Error('nothing was picked from here')
    const mark = r.mark.value
    const poses = mark ? standing(held, mark, r.config.frame, r.tree) : [held.by.grasp_pose]
    const frame = held.by.grasp_pose.header.frame_id
    const out = await r.place.send({
      arm_name: r.config.arm,
      place_locations: poses,
      grasp: held.by,
      desired_retreat_distance: 0.1,
      min_retreat_distance: 0.03,
      approach: { direction: { header: { ...empty, frame_id: frame }, vector: { x: 0, y: 0, z: -1 } }, desired_distance: 0.1, min_distance: 0.03 },
      allow_gripper_support_collision: true,
      use_reactive_place: true,
    })
    const value = out.result.manipulation_result?.value
    if (out.status !== succeeded || value !== 1) throw new Error(why(out, value))
    r.held.set(undefined)
    r.mark.set(undefined)
    if (mark) r.forget() // what was seen of the table is no longer so
    return `object ${held.object + 1} stands ${mark ? 'where it was told to' : 'where it was'}`
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
    this.#robot.held.set(undefined)
    this.#robot.mark.set(undefined)
    return 'released'
  }
}

function why(o: Outcome<unknown>, value?: number): string {
  const result = value === undefined || value === 1 ? '' : (results[value] ?? `result ${value}`)
  return [result || statusName[o.status] || `status ${o.status}`, o.text].filter(Boolean).join(': ')
}
