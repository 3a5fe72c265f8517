import { describe, expect, it } from 'vitest'
import { decode, stride } from '../src/cloud'
import type { PointCloud2 } from '../src/messages'

function cloud(points: [number, number, number, number][], big = false, pad = 0): PointCloud2<Uint8Array> {
  const step = 20
  const row = points.length * step + pad
  const data = new Uint8Array(3 + row).subarray(3) // not at the beginning of its buffer
  const v = new DataView(data.buffer, data.byteOffset)
  points.forEach(([x, y, z, c], i) => {
    for (const [k, n] of [x, y, z].entries()) v.setFloat32(i * step + 4 * k, n, !big)
    v.setUint32(i * step + 16, c, !big)
  })
  const field = (name: string, offset: number) => ({ name, offset, datatype: 7, count: 1 })
  return {
    header: { frame_id: 'camera', stamp: { secs: 2, nsecs: 5e8 } }, height: 1, width: points.length, is_bigendian: big, point_step: step, row_step: row, is_dense: false, data,
    fields: [field('x', 0), field('y', 4), field('z', 8), field('rgb', 16)],
  }
}

describe('a cloud', () => {
  it.each([false, true])('is read, without points that were not seen (big-endian: %s)', (big) => {
    const p = decode(cloud([[1, 2, 3, 0xff102030], [Number.NaN, 0, 0, 0], [Number.POSITIVE_INFINITY, 0, 0, 0], [4, 5, 6, 0x00ff8000]], big, 4))
    expect(p).toMatchObject({ frame: 'camera', stamp: 2.5, count: 2 })
    const found = [0, 1].map((i) => [...p.position.slice(3 * i, 3 * i + 3), ...p.colour.slice(3 * i, 3 * i + 3)]).sort((a, b) => (a[0] as number) - (b[0] as number))
    expect(found).toEqual([[1, 2, 3, 0x10, 0x20, 0x30], [4, 5, 6, 0xff, 0x80, 0]])
  })
  it('that contradicts itself is refused', () => {
    const good = cloud([[1, 2, 3, 0]])
    expect(() => decode({ ...good, width: 1e9 })).toThrow(/bytes/)
    expect(() => decode({ ...good, height: 4, row_step: 20 })).toThrow(/bytes/)
    expect(() => decode({ ...good, point_step: 12 })).toThrow(/does not hold/)
    expect(() => decode({ ...good, fields: good.fields.slice(1) })).toThrow(/no x, y and z/)
    expect(decode({ ...good, width: 0, data: new Uint8Array() }).count).toBe(0)
  })
  it('is thinned evenly: any first part visits all of it', () => {
    for (const n of [1, 2, 7, 1000, 307200]) {
      const s = stride(n)
      const seen = new Set<number>()
      for (let k = 0, i = 0; k < n; k++, i = (i + s) % n) seen.add(i)
      expect(seen.size).toBe(n)
    }
    const n = 10_000
    const part = Array.from({ length: 500 }, (_, k) => (k * stride(n)) % n).sort((a, b) => a - b)
    const gaps = part.slice(1).map((p, i) => p - (part[i] as number))
    expect(Math.max(...gaps)).toBeLessThan(3 * (n / 500))
  })
})
