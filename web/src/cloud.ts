// PointCloud2 into what the graphics card draws.
import type { PointCloud2 } from './messages'

export interface Points {
  frame: string
  stamp: number // s
  count: number
  position: Float32Array // x, y, z in the cloud's frame, m
  colour: Uint8Array // r, g, b
}

const FLOAT32 = 7
const wide = new Set([5, 6, 7]) // INT32, UINT32, FLOAT32: rgb comes as any of them

// stride is a step that visits each of n places once, and spreads any first part of them evenly: near n over the golden ratio, with no
// factor in common with n.
export function stride(n: number): number {
  const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))
  let s = Math.max(1, Math.round(n * 0.6180339887))
  while (gcd(n, s) !== 1) s++
  return s
}

// decode throws an error that says what is wrong with a message. Points that were not seen (NaN) are left out.
export function decode(m: PointCloud2<Uint8Array>): Points {
  const field = (name: string) => m.fields.find((f) => f.name === name)
  const [fx, fy, fz] = [field('x'), field('y'), field('z')]
  if (!fx || !fy || !fz) throw new Error('the cloud has no x, y and z')
  if ([fx, fy, fz].some((f) => f.datatype !== FLOAT32)) throw new Error('x, y and z of the cloud are not 32-bit floats')
  const rgb = field('rgb') ?? field('rgba')
  const step = m.point_step
  const rowStep = m.row_step || m.width * step
  const need = Math.max(fx.offset, fy.offset, fz.offset, rgb?.offset ?? 0) + 4
  if (!(step >= need)) throw new Error(`a point of ${step} bytes does not hold its fields`)
  const rows = Math.max(1, m.height)
  const total = m.width * rows
  if (total > 0 && (rows - 1) * rowStep + m.width * step > m.data.byteLength) {
    throw new Error(`the cloud says ${m.width} x ${rows} points and has ${m.data.byteLength} bytes`)
  }
  const view = new DataView(m.data.buffer, m.data.byteOffset, m.data.byteLength)
  const little = !m.is_bigendian
  const coloured = rgb !== undefined && wide.has(rgb.datatype)
  const position = new Float32Array(total * 3)
  const colour = new Uint8Array(total * 3)
  let n = 0
  // Any first part of the points is an even thinning of the cloud, so that a slow machine draws fewer by drawing the first ones.
  const hop = stride(total)
  for (let visit = 0, i = 0; visit < total; visit++, i = (i + hop) % total) {
    const row = Math.floor(i / m.width)
    const at = row * rowStep + (i - row * m.width) * step
    const x = view.getFloat32(at + fx.offset, little)
    const y = view.getFloat32(at + fy.offset, little)
    const z = view.getFloat32(at + fz.offset, little)
    if (!(Math.abs(x) + Math.abs(y) + Math.abs(z) < 1e4)) continue
    const k = 3 * n++
    position[k] = x
    position[k + 1] = y
    position[k + 2] = z
    const c = coloured ? view.getUint32(at + rgb.offset, little) : 0x8a9099
    colour[k] = (c >> 16) & 255
    colour[k + 1] = (c >> 8) & 255
    colour[k + 2] = c & 255
  }
  return {
    frame: m.header.frame_id,
    stamp: m.header.stamp.secs + m.header.stamp.nsecs * 1e-9,
    count: n,
    position: position.slice(0, 3 * n),
    colour: colour.slice(0, 3 * n),
  }
}
