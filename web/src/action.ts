// A client of a ROS 1 action server over plain topics. A goal is followed by its id, also over a connection that was lost meanwhile.
import type { GoalStatus, Header } from './messages'
import type { Link } from './link'

export interface Outcome<R> {
  status: number
  text: string
  result: R
}

// Names of the values of actionlib_msgs/GoalStatus.
export const statusName = ['pending', 'active', 'preempted', 'succeeded', 'aborted', 'rejected', 'preempting', 'recalling', 'recalled', 'lost'] as const
export const succeeded = 3
const over = new Set([2, 3, 4, 5, 8, 9])

export type Wire = Pick<Link, 'subscribe' | 'publisher'>

interface Pending<F, R> {
  feedback: (f: F) => void
  resolve: (o: Outcome<R>) => void
  ended: number | undefined // ms; when the status list said so first
  status: GoalStatus | undefined
}

const grace = 3000 // ms that a result may come after the status that announces it
const life = 6000 // ms without a status message after which the server counts as gone

export class ActionClient<G, F, R> {
  readonly name: string
  #goal: (m: unknown) => void
  #cancel: (m: unknown) => void
  #pending = new Map<string, Pending<F, R>>()
  #heard = Number.NEGATIVE_INFINITY
  #now: () => number
  #count = 0

  constructor(link: Wire, name: string, type: string, now: () => number = () => performance.now()) {
    this.name = name
    this.#now = now
    this.#goal = link.publisher(`${name}/goal`, `${type}ActionGoal`)
    this.#cancel = link.publisher(`${name}/cancel`, 'actionlib_msgs/GoalID')
    const all = { queue: 100 }
    link.subscribe<{ status_list: GoalStatus[] }>(`${name}/status`, 'actionlib_msgs/GoalStatusArray', (m) => this.#status(m.status_list))
    link.subscribe<{ status: GoalStatus; feedback: F }>(`${name}/feedback`, `${type}ActionFeedback`, (m) => {
      this.#pending.get(m.status.goal_id.id)?.feedback(m.feedback)
    }, all)
    link.subscribe<{ status: GoalStatus; result: R }>(`${name}/result`, `${type}ActionResult`, (m) => this.#end(m.status, m.result), all)
  }

  // alive reports whether the server has been heard lately.
  get alive(): boolean {
    return this.#now() - this.#heard < life
  }

  get busy(): boolean {
    return this.#pending.size > 0
  }

  // send resolves with whatever the goal ends with; it rejects where there is no server.
  send(goal: G, feedback: (f: F) => void = () => {}): Promise<Outcome<R>> {
    if (!this.alive) return Promise.reject(new Error(`no action server ${this.name}`))
    const id = `web-${Date.now().toString(36)}-${++this.#count}-${Math.random().toString(36).slice(2, 8)}`
    const stamp = { secs: 0, nsecs: 0 }
    const header: Header = { stamp, frame_id: '' }
    return new Promise((resolve) => {
      this.#pending.set(id, { feedback, resolve, ended: undefined, status: undefined })
      this.#goal({ header, goal_id: { stamp, id }, goal })
    })
  }

  cancelAll(): void {
    this.#cancel({ stamp: { secs: 0, nsecs: 0 }, id: '' })
  }

  #status(list: GoalStatus[]): void {
    const now = this.#now()
    this.#heard = now
    for (const s of list) {
      const p = this.#pending.get(s.goal_id.id)
      if (!p) continue
      p.status = s
      if (over.has(s.status)) p.ended ??= now
    }
    for (const p of [...this.#pending.values()]) {
      if (p.ended !== undefined && p.status && now - p.ended > grace) this.#end(p.status, {} as R) // the result was lost
    }
  }

  #end(status: GoalStatus, result: R): void {
    const p = this.#pending.get(status.goal_id.id)
    if (!p) return
    this.#pending.delete(status.goal_id.id)
    p.resolve({ status: status.status, text: status.text, result })
  }
}
