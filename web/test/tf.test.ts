import { describe, expect, it } from 'vitest'
import { inverse, mul, rotate, Tree, type Transform } from '../src/tf'

const turn = (angle: number): Transform['q'] => ({ x: 0, y: 0, z: Math.sin(angle / 2), w: Math.cos(angle / 2) })
const told = (parent: string, child: string, x: number, q = turn(0)) => ({
  header: { frame_id: parent, stamp: { secs: 0, nsecs: 0 } }, child_frame_id: child, transform: { translation: { x, y: 0, z: 0 }, rotation: q },
})

describe('frames in each other', () => {
  it('turns and moves', () => {
    const v = rotate(turn(Math.PI / 2), { x: 1, y: 0, z: 0 })
    expect(v.x).toBeCloseTo(0)
    expect(v.y).toBeCloseTo(1)
    const a: Transform = { p: { x: 1, y: 2, z: 3 }, q: turn(0.7) }
    const one = mul(a, inverse(a))
    expect(one.p.x).toBeCloseTo(0)
    expect(one.q.w).toBeCloseTo(1)
  })
  it('finds the way over a common ancestor', () => {
    const t = new Tree()
    t.take({ transforms: [told('base', 'arm', 1, turn(Math.PI / 2)), told('/arm', '/hand', 1), told('base', 'camera', -2)] })
    expect(t.lookup('base', 'hand')?.p.y).toBeCloseTo(1)
    expect(t.lookup('camera', 'hand')?.p.x).toBeCloseTo(3)
    expect(t.lookup('hand', 'hand')?.p.x).toBe(0)
    expect(t.lookup('base', 'moon')).toBeUndefined()
  })
  it('takes neither loops nor nonsense', () => {
    const t = new Tree()
    t.take({ transforms: [told('a', 'b', 1), told('b', 'a', 1), told('c', 'c', 1), told('base', 'bad', Number.NaN), told('base', 'null', null as unknown as number), told('base', 'zero', 1, { x: 0, y: 0, z: 0, w: 0 })] })
    for (const f of ['b', 'bad', 'null', 'zero']) expect(t.lookup('base', f)).toBeUndefined()
  })
})
