// Where frames are in each other now. Unlike tf2 it remembers only the latest: what is drawn is the present.
import type { Quat, TFMessage, Vec } from './messages'

export interface Transform {
  p: Vec
  q: Quat
}

export const identity: Transform = { p: { x: 0, y: 0, z: 0 }, q: { x: 0, y: 0, z: 0, w: 1 } }

export function rotate(q: Quat, v: Vec): Vec {
  // v + 2 q x (q x v + w v)
  const tx = 2 * (q.y * v.z - q.z * v.y)
  const ty = 2 * (q.z * v.x - q.x * v.z)
  const tz = 2 * (q.x * v.y - q.y * v.x)
  return {
    x: v.x + q.w * tx + q.y * tz - q.z * ty,
    y: v.y + q.w * ty + q.z * tx - q.x * tz,
    z: v.z + q.w * tz + q.x * ty - q.y * tx,
  }
}

export const mulq = (s: Quat, t: Quat): Quat => ({
  x: s.w * t.x + s.x * t.w + s.y * t.z - s.z * t.y,
  y: s.w * t.y - s.x * t.z + s.y * t.w + s.z * t.x,
  z: s.w * t.z + s.x * t.y - s.y * t.x + s.z * t.w,
  w: s.w * t.w - s.x * t.x - s.y * t.y - s.z * t.z,
})

// apply is p_A = X_AB p_B.
export function apply(X: Transform, p: Vec): Vec {
  const r = rotate(X.q, p)
  return { x: X.p.x + r.x, y: X.p.y + r.y, z: X.p.z + r.z }
}

// mul is X_AC = X_AB X_BC.
export const mul = (a: Transform, b: Transform): Transform => ({ p: apply(a, b.p), q: mulq(a.q, b.q) })

export function inverse(a: Transform): Transform {
  const q = { x: -a.q.x, y: -a.q.y, z: -a.q.z, w: a.q.w }
  const r = rotate(q, a.p)
  return { p: { x: -r.x, y: -r.y, z: -r.z }, q }
}

const bare = (frame: string): string => (frame.startsWith('/') ? frame.slice(1) : frame)
const finite = (...n: (number | null)[]): boolean => n.every((x) => typeof x === 'number' && Number.isFinite(x))
const depth = 100 // of a tree; more is a loop

export class Tree {
  #parent = new Map<string, { of: string; x: Transform }>()

  take(m: TFMessage): void {
    for (const t of m.transforms) {
      const { translation: p, rotation: q } = t.transform
      const n = Math.hypot(q.x, q.y, q.z, q.w)
      const child = bare(t.child_frame_id)
      const of = bare(t.header.frame_id)
      if (!finite(p.x, p.y, p.z, n) || n < 1e-6 || child === '' || child === of) continue
      this.#parent.set(child, { of, x: { p, q: { x: q.x / n, y: q.y / n, z: q.z / n, w: q.w / n } } })
    }
  }

  #up(frame: string): { root: string; x: Transform } | undefined {
    let x = identity
    let at = frame
    for (let i = 0; i < depth; i++) {
      const step = this.#parent.get(at)
      if (!step) return { root: at, x }
      x = mul(step.x, x)
      at = step.of
    }
    return undefined
  }

  // lookup is the pose of source in target, undefined where that is not known.
  lookup(target: string, source: string): Transform | undefined {
    const t = bare(target)
    const s = bare(source)
    if (t === s) return identity
    const a = this.#up(t)
    const b = this.#up(s)
    if (!a || !b || a.root !== b.root) return undefined
    return mul(inverse(a.x), b.x)
  }
}
