import { describe, expect, it } from 'vitest'
import { ActionClient, type Wire } from '../src/action'
import { at } from '../src/flight'
import { heat, pressureCentre, scaleFor, unfold, validity } from '../src/pads'
import { check, describe as parameters } from '../src/params'
import { Series } from '../src/series'
import { byQuality, from } from '../src/tasks'
import type { Grasp } from '../src/messages'
import { fixed } from '../src/ui/format'
import { steps } from '../src/ui/PhaseBar'

describe('an action', () => {
  const make = () => {
    let now = 0
    const heard: Record<string, (m: unknown) => void> = {}
    const sent: Record<string, unknown[]> = {}
    const wire = {
      subscribe: (name: string, _: string, f: (m: never) => void) => void (heard[name] = f as (m: unknown) => void),
      publisher: (name: string) => (m: unknown) => void (sent[name] ??= []).push(m),
    } as unknown as Wire
    const c = new ActionClient<object, number, string>(wire, '/act', 'pkg/Act', () => now)
    return { c, heard, sent, pass: (ms: number) => (now += ms) }
  }
  it('needs a server', async () => {
    await expect(make().c.send({})).rejects.toThrow('no action server /act')
  })
  it('is followed by its id', async () => {
    const { c, heard, sent } = make()
    heard['/act/status']?.({ status_list: [] })
    const felt: number[] = []
    const end = c.send({ x: 1 }, (f) => felt.push(f))
    const { id } = (sent['/act/goal']?.[0] as { goal_id: { id: string } }).goal_id
    const status = { goal_id: { id }, status: 3, text: 'fine' }
    heard['/act/feedback']?.({ status, feedback: 7 })
    heard['/act/feedback']?.({ status: { goal_id: { id: 'other' } }, feedback: 8 })
    heard['/act/result']?.({ status: { goal_id: { id: 'other' }, status: 3 }, result: 'no' })
    heard['/act/result']?.({ status, result: 'yes' })
    expect(await end).toEqual({ status: 3, text: 'fine', result: 'yes' })
    expect(felt).toEqual([7])
  })
  it('ends by its status where the result was lost', async () => {
    const { c, heard, sent, pass } = make()
    heard['/act/status']?.({ status_list: [] })
    const end = c.send({})
    const { id } = (sent['/act/goal']?.[0] as { goal_id: { id: string } }).goal_id
    const list = { status_list: [{ goal_id: { id }, status: 2, text: 'given up' }] }
    heard['/act/status']?.(list)
    pass(4000)
    heard['/act/status']?.(list)
    expect(await end).toMatchObject({ status: 2, text: 'given up' })
  })
})

describe('series', () => {
  it('keeps the newest, and begins anew when time jumps back', () => {
    const s = new Series(1, 4)
    for (let i = 0; i < 10; i++) s.push(i, i * i)
    expect(s.window(7, 9)).toEqual([[-2, -1, 0], [49, 64, 81]])
    s.push(3, Number.NaN)
    expect(s.window(0, 3)).toEqual([[0], [null]])
    s.push(Number.NaN, 1)
    expect(s.count).toBe(1)
  })
})

describe('pads', () => {
  const v = (x: number, y: number, z: number) => ({ x, y, z })
  const pad = { positions: [v(0.01, 0, -0.003), v(0.01, 0, 0.003), v(0.02, 0, 0.011), v(0.03, 0, 0), v(0.02, 0.01, 0)], normals: [v(0, -1, 0), v(0, -1, 0), v(0, 0, 1), v(1, 0, 0), v(0, 1, 0)], areas: [3e-5, 3e-5, 1e-4, 3e-5, 1e-4], front: [true, true, false, false, false] }
  it('are unfolded without overlap', () => {
    const l = unfold(pad)
    expect(l.cells).toHaveLength(5)
    expect(l.cells[4]?.v).toBeGreaterThan(0.032) // the back is over the tip
    expect(l.right).toBeGreaterThan(0.0125)
    expect(unfold({ positions: [], normals: [], areas: [], front: [] })).toMatchObject({ cells: [], top: 0 })
  })
  it('have a centre of pressure where there is any', () => {
    const { cells } = unfold(pad)
    expect(pressureCentre(cells, [1, 3, 9, 9, 9])?.u).toBeCloseTo(0.0015)
    expect(pressureCentre(cells, [0.1, null, 9, 9, 9])).toBeUndefined()
  })
  it('have colours for every force', () => {
    for (const dark of [false, true]) for (const x of [-1, 0, 0.3, 1, 9, Number.NaN]) for (const c of heat(x, dark)) expect(c >= 0 && c <= 255).toBe(true)
    expect([0, 1.5, 60].map(scaleFor)).toEqual([1, 2, 100])
    expect(validity(btoa('\u0000\u0002'))).toEqual([0, 2])
  })
})

describe('parameters', () => {
  const d = { name: 'speed', type: 'float', unit: 'm/s', min: 0, max: 1, default: '0.1', doc: '' }
  it('are checked before they are set', () => {
    expect(check(d, ' 0.5 ')).toEqual({ value: 0.5 })
    expect(check(d, '2')).toEqual({ problem: '0 to 1 m/s' })
    expect(check(d, '')).toEqual({ problem: 'not a number' })
    expect(check({ ...d, type: 'int' }, '0.5')).toEqual({ problem: 'not a whole number' })
    expect(check({ ...d, type: 'bool' }, 'true')).toEqual({ value: true })
    expect(check({ ...d, type: 'text', choices: ['a', 'b'] }, 'c')).toEqual({ problem: 'one of a, b' })
  })
  it('that nobody can read are none', () => {
    for (const t of ['', '{', '{}', '[1, null]']) expect(parameters(t)).toEqual([])
    expect(parameters(JSON.stringify([d]))).toEqual([d])
  })
})

describe('the phase bar', () => {
  const text = (h: number[]) => steps(h).map((s) => `${s.text} ${s.state}`).join(', ')
  it('follows a pick and a place', () => {
    expect(text([])).toMatch(/^check next/)
    expect(text([0, 1, 2, 3])).toBe('check done, approach done, close now, lift next, shake next, hold next')
    expect(text([0, 1, 2, 3, 5, 12, 13])).not.toMatch(/now|next/)
    expect(text([0, 1, 2, 3, 14])).toMatch(/close failed/)
    expect(text([0, 1, 2, 3, 5, 12, 13, 0, 6, 7, 8])).toBe('check done, carry done, lower now, open next, retreat next, done next')
  })
})

describe('small things', () => {
  it('find the moment of a record', () => {
    expect([-1, 0, 0.5, 1, 9].map((t) => at([0, 1, 2], t))).toEqual([-1, 0, 0, 1, 2])
  })
  it('put the chosen grasp first', () => {
    const g = (grasp_quality: number) => ({ grasp_quality }) as Grasp
    expect(byQuality([g(0.1), g(0.9)]).map((x) => x.grasp_quality)).toEqual([0.9, 0.1])
    expect(from([1, 2, 3], 2)).toEqual([3, 1, 2])
    expect(from([1], 5)).toEqual([1])
  })
})

it('shows no minus before nothing', () => {
  expect([-0.04, 0.04, -0.06, 3.26].map((v) => fixed(v, 1))).toEqual(['0.0', '0.0', '-0.1', '3.3'])
})
