// Looking around: the camera turns about what it looks at. A drag turns, two fingers or the right button move, the wheel and a pinch bring
// nearer; arrow keys turn, with Ctrl they move, + and - bring nearer. z is up.
import type { Camera } from './port'
import type { Vec } from './messages'

const nearest = 0.15 // m
const farthest = 8
const steepest = 1.53 // rad from the horizontal

const clamp = (x: number, lo: number, hi: number): number => Math.min(hi, Math.max(lo, x))

// Eye is where the camera is, seen from its target.
export class Eye {
  target: Vec
  distance = 1 // m
  azimuth = 0 // rad, of the camera as seen from the target, from x to y
  elevation = 0.5

  constructor(c: Camera) {
    this.target = c.target
    this.aim(c)
  }

  aim({ position: p, target: t }: Camera): void {
    const [x, y, z] = [p.x - t.x, p.y - t.y, p.z - t.z]
    this.target = { ...t }
    this.distance = clamp(Math.hypot(x, y, z), nearest, farthest)
    this.azimuth = Math.atan2(y, x)
    this.elevation = clamp(Math.atan2(z, Math.hypot(x, y)), -steepest, steepest)
  }

  get camera(): Camera {
    const flat = this.distance * Math.cos(this.elevation)
    const { x, y, z } = this.target
    return { target: { x, y, z }, position: { x: x + flat * Math.cos(this.azimuth), y: y + flat * Math.sin(this.azimuth), z: z + this.distance * Math.sin(this.elevation) } }
  }

  turn(right: number, up: number): void {
    this.azimuth += right
    this.elevation = clamp(this.elevation + up, -steepest, steepest)
  }

  // shift moves camera and target, by parts of what is seen.
  shift(right: number, up: number): void {
    const k = this.distance * 0.8
    const [c, s] = [Math.cos(this.azimuth), Math.sin(this.azimuth)]
    const [ce, se] = [Math.cos(this.elevation), Math.sin(this.elevation)]
    this.target.x += k * (-s * right - c * se * up)
    this.target.y += k * (c * right - s * se * up)
    this.target.z += k * ce * up
  }

  zoom(by: number): void {
    this.distance = clamp(this.distance * by, nearest, farthest)
  }
}

// key moves an eye by a key; false for one that means nothing here.
export function key(eye: Eye, e: Pick<KeyboardEvent, 'key' | 'ctrlKey'>): boolean {
  const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key]
  if (arrow) {
    const [x, y] = arrow as [number, number]
    if (e.ctrlKey) eye.shift(x * 0.05, y * 0.05)
    else eye.turn(x * 0.1, y * 0.1)
  } else if (e.key === '+' || e.key === '=') eye.zoom(0.9)
  else if (e.key === '-') eye.zoom(1 / 0.9)
  else return false
  return true
}

const still = 5 // px that a click may move

// follow has an eye follow pointers on an element; click is told where something was pointed at, in px from its left upper corner.
export function follow(element: HTMLElement, eye: Eye, moved: () => void, click: (x: number, y: number) => void): void {
  const down = new Map<number, { x: number; y: number }>()
  let travelled = 0
  element.addEventListener('pointerdown', (e) => {
    if (down.size === 0) travelled = 0
    else travelled = still + 1
    down.set(e.pointerId, { x: e.clientX, y: e.clientY })
    element.setPointerCapture(e.pointerId)
  })
  element.addEventListener('pointermove', (e) => {
    const was = down.get(e.pointerId)
    if (!was) return
    const [dx, dy] = [e.clientX - was.x, e.clientY - was.y]
    travelled += Math.hypot(dx, dy)
    const size = Math.max(1, element.clientHeight)
    if (down.size >= 2) {
      const other = [...down].find(([id]) => id !== e.pointerId)?.[1] as { x: number; y: number }
      const before = Math.hypot(was.x - other.x, was.y - other.y)
      const now = Math.hypot(e.clientX - other.x, e.clientY - other.y)
      if (before > 10 && now > 10) eye.zoom(before / now)
      eye.shift(-dx / size / 2, dy / size / 2)
    } else if (e.buttons & 2 || e.shiftKey) eye.shift(-dx / size, dy / size)
    else eye.turn((-dx / size) * Math.PI, (dy / size) * Math.PI)
    down.set(e.pointerId, { x: e.clientX, y: e.clientY })
    moved()
  })
  const up = (e: PointerEvent) => {
    if (!down.delete(e.pointerId) || e.type !== 'pointerup' || down.size > 0 || travelled > still || e.button !== 0) return
    const r = element.getBoundingClientRect()
    click(e.clientX - r.left, e.clientY - r.top)
  }
  element.addEventListener('pointerup', up)
  element.addEventListener('pointercancel', up)
  element.addEventListener('contextmenu', (e) => e.preventDefault())
  element.addEventListener('wheel', (e) => {
    e.preventDefault()
    eye.zoom(Math.exp(clamp(e.deltaY, -200, 200) * 1e-3))
    moved()
  }, { passive: false })
}
