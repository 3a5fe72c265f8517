import { describe, expect, it, vi } from 'vitest'
import { Frames } from '../src/frames'

describe('frames', () => {
  it('draws the newest of each, once', () => {
    const asked: ((now: number) => void)[] = []
    const f = new Frames((g) => asked.push(g))
    const drawn: string[] = []
    for (let i = 0; i < 100; i++) f.next('pads', () => drawn.push(`pads ${i}`))
    f.next('plot', () => drawn.push('plot'))
    expect(asked).toHaveLength(1)
    asked[0]?.(0)
    expect(drawn).toEqual(['pads 99', 'plot'])
    expect(f.dropped).toBe(99)
    f.next('pads', () => {})
    expect(asked).toHaveLength(2)
  })
  it('goes on when a drawing fails', () => {
    const asked: ((now: number) => void)[] = []
    const f = new Frames((g) => asked.push(g))
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const after = vi.fn()
    f.next('bad', () => {
      throw new Error('no')
    })
    f.next('good', after)
    asked[0]?.(0)
    expect(after).toHaveBeenCalledOnce()
    expect(error).toHaveBeenCalledOnce()
    error.mockRestore()
  })
})
