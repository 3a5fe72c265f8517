import { describe, expect, it } from 'vitest'
import { Outbox, differences } from '../src/outbox'
import { Eye, key } from '../src/orbit'
import { Pace } from '../src/pace'
import { quality } from '../src/quality'
import { standing } from '../src/tasks'
import { Tree } from '../src/tf'
import type { Picked } from '../src/robot'

describe('the pace of pictures', () => {
  it('gives everything else time, and draws less where a picture takes long', () => {
    const p = new Pace(true)
    p.drew(1000, 100)
    expect(p.wait(1000)).toBe(500)
    p.drew(1000, 900)
    expect(p.wait(1000)).toBe(1000)
    for (let i = 0; i < 50; i++) p.drew(1000, 100)
    expect(p.share).toBeCloseTo(0.08)
    expect(p.scale).toBe(0.5)
    expect(p.fine?.scale).toBe(1)
    for (let i = 0; i < 100; i++) p.drew(1000, 5)
    expect([p.share, p.scale]).toEqual([1, 1])
    expect(p.fine).toBeUndefined()
  })
  it('takes no longer over a picture that stands still than it should', () => {
    const p = new Pace(true)
    for (let i = 0; i < 20; i++) p.drew(0, 100)
    for (let i = 0; i < 20; i++) p.drewFine(0, 600 * (p.fine?.share ?? 0))
    expect(p.fine?.share).toBeCloseTo(0.2, 1)
  })
})

describe('an outbox', () => {
  it('sends the newest when the other has drawn, one parcel at a time', async () => {
    let value = 0
    const sent: Partial<{ value: number }>[] = []
    const news = differences<{ value: number }>()
    const box = new Outbox(() => news({ value }), (p) => sent.push(p))
    const set = (v: number) => {
      value = v
      box.changed()
    }
    set(1)
    await Promise.resolve()
    expect(sent).toEqual([])
    box.drawn()
    for (let i = 2; i < 100; i++) set(i)
    await Promise.resolve()
    expect(sent).toEqual([{ value: 1 }])
    box.drawn()
    expect(sent).toEqual([{ value: 1 }, { value: 99 }])
    box.drawn()
    expect(sent).toHaveLength(2)
    set(100)
    await Promise.resolve()
    expect(sent.at(-1)).toEqual({ value: 100 })
  })
})

describe('looking around', () => {
  const eye = () => new Eye({ position: { x: -1, y: 0, z: 1 }, target: { x: 0, y: 0, z: 0 } })
  it('starts from where it was aimed', () => {
    const { position } = eye().camera
    expect(position.x).toBeCloseTo(-1)
    expect(position.z).toBeCloseTo(1)
  })
  it('moves to the right of what it sees, never over the top', () => {
    const e = eye()
    e.shift(0.1, 0)
    expect(e.target.y).toBeLessThan(0) // it looks along x, so that y is to the left
    e.turn(0, 9)
    expect(e.elevation).toBeLessThan(Math.PI / 2)
    expect(key(e, { key: '+', ctrlKey: false })).toBe(true)
    expect(e.distance).toBeCloseTo(Math.SQRT2 * 0.9)
    expect(key(e, { key: 'x', ctrlKey: false })).toBe(false)
  })
})

it('a quality has a colour', () => {
  expect([0, 1, -1, 2].map(quality)).toEqual([0x4b3b8f, 0xe8d53a, 0x4b3b8f, 0xe8d53a])
})

describe('a place that was pointed at', () => {
  it('moves the hand by as much as the foot, in the frame of the grasp', () => {
    const tree = new Tree()
    // The camera stands turned by 90 degrees about z.
    tree.take({ transforms: [{ header: { stamp: { secs: 0, nsecs: 0 }, frame_id: 'base' }, child_frame_id: 'camera', transform: { translation: { x: 1, y: 2, z: 0 }, rotation: { x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 } } }] })
    const by = { grasp_pose: { header: { frame_id: 'camera', stamp: { secs: 0, nsecs: 0 } }, pose: { position: { x: 0, y: 0, z: 1 }, orientation: { x: 0, y: 0, z: 0, w: 1 } } } }
    const held = { object: 0, body: {}, stood: { x: 1, y: 2, z: 0.7 }, by } as unknown as Picked
    const [first, turned] = standing(held, { x: 1.3, y: 2, z: 0.7 }, 'base', tree)
    // 0.3 m along x of the base is 0.3 m against y of the camera.
    expect(first?.pose.position.x).toBeCloseTo(0)
    expect(first?.pose.position.y).toBeCloseTo(-0.3)
    expect(first?.pose.position.z).toBeCloseTo(1)
    expect(first?.pose.orientation.w).toBeCloseTo(1)
    expect(turned?.pose.orientation.z).toBeCloseTo(Math.sin(0.25))
    expect(() => standing(held, held.stood, 'moon', tree)).toThrow('not known')
  })
})
