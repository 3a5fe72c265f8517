// The table in 3D, on a thread of its own. Nothing is drawn unless something has changed, and no faster than the machine can.
import {
  AmbientLight, ArrowHelper, BoxGeometry, BufferAttribute, BufferGeometry, CanvasTexture, Color, ColorManagement, DirectionalLight, DoubleSide, EdgesGeometry, GridHelper, Group,
  InstancedMesh, LineBasicMaterial, LinearSRGBColorSpace, LineSegments, Matrix4, Mesh, MeshLambertMaterial, MeshBasicMaterial, Object3D, PerspectiveCamera, Plane, PlaneGeometry, Points as Cloud,
  PointsMaterial, Quaternion, Raycaster, Scene, Sprite, SpriteMaterial, Vector2, Vector3, WebGLRenderer,
} from 'three'
import type { Points } from './cloud'
import { heat, pressureCentre, scaleFor, unfold } from './pads'
import { calm, Pace } from './pace'
import type { Grasp, SegmentedObjectList, Tactile, TactilePad, Vec } from './messages'
import type { Camera, Held } from './port'
import { quality } from './quality'
import type { Transform, Tree } from './tf'

ColorManagement.enabled = false

const perNewton = 0.012 // m of arrow
const shades = 24 // of a cell that are told apart
const pointSize = 0.0035 // m
const farthest = 4 // m at which the table can be pointed at
const nearest = 0.4 // part of a cloud that the camera is aimed at, behind which there may be a floor and walls

function matrixOf(x: Transform): Matrix4 {
  return new Matrix4().compose(new Vector3(x.p.x, x.p.y, x.p.z), new Quaternion(x.q.x, x.q.y, x.q.z, x.q.w), new Vector3(1, 1, 1))
}

// place puts an object where a frame is.
function place(o: Object3D, m: Matrix4): void {
  o.matrix.copy(m)
  o.matrixWorldNeedsUpdate = true
}

function label(text: string, fg: string, bg: string): Sprite {
  const size = 64
  const c = new OffscreenCanvas(size, size)
  const g = c.getContext('2d') as OffscreenCanvasRenderingContext2D
  g.fillStyle = bg
  g.beginPath()
  g.arc(size / 2, size / 2, size / 2 - 2, 0, 7)
  g.fill()
  g.fillStyle = fg
  g.font = `600 ${text.length > 1 ? 32 : 38}px system-ui, sans-serif`
  g.textAlign = 'center'
  g.textBaseline = 'middle'
  g.fillText(text, size / 2, size / 2 + 2)
  const s = new Sprite(new SpriteMaterial({ map: new CanvasTexture(c), depthTest: false, transparent: true, sizeAttenuation: false }))
  s.scale.setScalar(0.045)
  s.renderOrder = 5
  return s
}

function dispose(g: Group): void {
  g.traverse((o) => {
    const m = o as Mesh
    m.geometry?.dispose()
    for (const mat of Array.isArray(m.material) ? m.material : m.material ? [m.material] : []) {
      ;(mat as SpriteMaterial).map?.dispose()
      mat.dispose()
    }
  })
  g.clear()
}

class Finger {
  readonly group = new Group()
  #cells: InstancedMesh
  #arrow = new ArrowHelper(new Vector3(0, 1, 0), new Vector3(), 0.01, 0x2f81f7, 0.012, 0.008)
  #layout: ReturnType<typeof unfold>
  #normal: Vector3
  #felt = ''

  constructor(pad: TactilePad, colour: number, body: number) {
    this.#layout = unfold(pad)
    const n = pad.positions.length
    const face = pad.positions.filter((_, i) => pad.front[i])
    const y = face.length ? face.reduce((s, p) => s + p.y, 0) / face.length : 0
    const front = pad.normals.find((_, i) => pad.front[i]) ?? { x: 0, y: -1, z: 0 }
    this.#normal = new Vector3(front.x, front.y, front.z)
    const tip = Math.max(0.02, ...pad.positions.map((p) => p.x))
    const depth = 0.013
    const box = new Mesh(new BoxGeometry(tip + 0.012, depth, 0.02), new MeshLambertMaterial({ color: body }))
    box.position.set((tip - 0.014) / 2, y - Math.sign(front.y || -1) * (depth / 2 + 0.001), 0)
    this.group.add(box)
    this.#cells = new InstancedMesh(new PlaneGeometry(1, 1), new MeshBasicMaterial({ side: DoubleSide }), Math.max(1, n))
    this.#cells.frustumCulled = false
    const z = new Vector3(0, 0, 1)
    pad.positions.forEach((p, i) => {
      const c = this.#layout.cells[i]
      const normal = pad.normals[i] ?? front
      const s = c?.front ? Math.min(c.w, 0.0052) : 0.0045
      const at = new Vector3(p.x + normal.x * 1e-3, p.y + normal.y * 1e-3, p.z + normal.z * 1e-3)
      const q = new Quaternion().setFromUnitVectors(z, new Vector3(normal.x, normal.y, normal.z).normalize())
      this.#cells.setMatrixAt(i, new Matrix4().compose(at, q, new Vector3(s, s, 1)))
      this.#cells.setColorAt(i, new Color(0x556070))
    })
    this.group.add(this.#cells)
    this.#arrow.setColor(colour)
    this.#arrow.visible = false
    this.group.add(this.#arrow)
    this.group.matrixAutoUpdate = false
    this.group.visible = false
  }

  // feel shows what the pad feels; false where that looks as before.
  feel(pad: TactilePad, dark: boolean, scale: number): boolean {
    const parts = pad.forces.map((f) => Math.round(((f ?? 0) / scale) * shades) / shades)
    const force = Math.round((pad.force ?? 0) * 5) / 5
    const key = `${force} ${parts.join()}`
    if (key === this.#felt) return false
    this.#felt = key
    pad.positions.forEach((_, i) => {
      const [r, g, b] = heat(parts[i] ?? 0, dark)
      this.#cells.setColorAt(i, new Color(`rgb(${r},${g},${b})`))
    })
    if (this.#cells.instanceColor) this.#cells.instanceColor.needsUpdate = true
    const c = pressureCentre(this.#layout.cells, pad.forces)
    this.#arrow.visible = c !== undefined && force > 0.2
    if (!c || !this.#arrow.visible) return true
    const length = Math.min(0.12, force * perNewton) + 0.012
    const y = pad.positions.find((_, i) => pad.front[i])?.y ?? 0
    this.#arrow.setDirection(this.#normal) // what the pad does to the object
    this.#arrow.setLength(length, 0.012, 0.008)
    this.#arrow.position.set(c.v, y, c.u).addScaledVector(this.#normal, -length)
    return true
  }
}

// software reports whether WebGL is drawn by the processor.
function software(): boolean {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2')
  if (!gl) return false
  const info = gl.getExtension('WEBGL_debug_renderer_info')
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return /swiftshader|llvmpipe|software|basic render/i.test(name)
}

export class View {
  #tree: Tree
  #frame: string
  #tip: number
  #renderer: WebGLRenderer
  #scene = new Scene()
  #camera = new PerspectiveCamera(45, 1, 0.02, 50)
  #cloud = new Cloud(new BufferGeometry(), new PointsMaterial({ size: pointSize, vertexColors: true }))
  #cloudFrame = ''
  #cloudCount = 0
  #objects = new Group()
  #boxes: Mesh[] = []
  #grasps = new Group()
  #ghost = new Group()
  #hand = new Group()
  #fingers: Finger[] = []
  #padNames: string[] = []
  #padKey = ''
  #palm = ''
  #palmBox = new Group()
  #links: Mesh[] = []
  #ground = new GridHelper(4, 16)
  #last = ''
  #placed = false
  #dark = false
  #size = { width: 2, height: 2, ratio: 1 }
  #scale = 0
  #asked = false
  #calm: ReturnType<typeof setTimeout> | undefined
  readonly pace: Pace
  onAim: (c: Camera) => void = () => {}
  onDrawn: (pace: Pace) => void = () => {}

  constructor(canvas: OffscreenCanvas, tree: Tree, frame: string, tip: number) {
    this.#tree = tree
    this.#frame = frame
    this.#tip = tip
    const soft = software()
    this.pace = new Pace(soft)
    this.#renderer = new WebGLRenderer({ canvas, antialias: !soft, powerPreference: 'high-performance' })
    this.#renderer.outputColorSpace = LinearSRGBColorSpace // colours of clouds are shown as the camera gave them
    this.#camera.up.set(0, 0, 1)
    this.#ground.rotation.x = Math.PI / 2
    this.#cloud.matrixAutoUpdate = this.#palmBox.matrixAutoUpdate = false
    this.#cloud.visible = this.#palmBox.visible = false
    this.#cloud.frustumCulled = false
    const sun = new DirectionalLight(0xffffff, 1.3)
    sun.position.set(-1, 1, 3)
    this.#hand.add(this.#palmBox)
    this.#scene.add(new AmbientLight(0xffffff, 1.9), sun, this.#ground, this.#cloud, this.#objects, this.#grasps, this.#ghost, this.#hand)
  }

  theme(dark: boolean): void {
    this.#dark = dark
    this.#scene.background = new Color(dark ? 0x12161c : 0xeef1f5)
    const line = new Color(dark ? 0x2b3440 : 0xcdd5df)
    for (const m of [this.#ground.material].flat()) {
      m.vertexColors = false
      ;(m as LineBasicMaterial).color = line
      m.needsUpdate = true
    }
    this.#padKey = ''
    this.invalidate()
  }

  resize(width: number, height: number, ratio: number): void {
    if (width < 2 || height < 2) return
    this.#size = { width, height, ratio: Math.min(ratio, 2) }
    this.#scale = 0
    this.#camera.aspect = width / height
    this.#camera.updateProjectionMatrix()
    this.invalidate()
  }

  look({ position: p, target: t }: Camera): void {
    this.#camera.position.set(p.x, p.y, p.z)
    this.#camera.lookAt(t.x, t.y, t.z)
    this.#camera.updateMatrixWorld()
    this.invalidate()
  }

  // invalidate asks for a new picture, soon.
  invalidate(): void {
    if (this.#asked) return
    this.#asked = true
    setTimeout(() => requestAnimationFrame(() => this.#render()), this.pace.wait(performance.now()))
  }

  // now draws without waiting.
  now(): void {
    this.#render()
  }

  #render(fine?: { share: number; scale: number }): void {
    this.#asked = false
    clearTimeout(this.#calm)
    const began = performance.now()
    const { share, scale } = fine ?? this.pace
    if (scale !== this.#scale) {
      this.#scale = scale
      this.#renderer.setPixelRatio(this.#size.ratio * scale)
      this.#renderer.setSize(this.#size.width, this.#size.height, false)
    }
    this.#cloud.geometry.setDrawRange(0, Math.floor(this.#cloudCount * share))
    ;(this.#cloud.material as PointsMaterial).size = pointSize / Math.sqrt(Math.max(share, 0.06))
    this.#renderer.render(this.#scene, this.#camera)
    // WebGL only notes what is to be drawn. Reading a pixel waits until it is, so that what it costs is known and nothing queues.
    const gl = this.#renderer.getContext()
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
    const now = performance.now()
    if (fine) this.pace.drewFine(now, now - began)
    else {
      this.pace.drew(now, now - began)
      this.#calm = setTimeout(() => {
        const better = this.pace.fine
        if (better && !this.#asked) requestAnimationFrame(() => this.#asked || this.#render(better))
      }, calm)
    }
    this.onDrawn(this.pace)
  }

  points(p: Points): void {
    const g = this.#cloud.geometry
    g.dispose()
    g.setAttribute('position', new BufferAttribute(p.position, 3))
    g.setAttribute('color', new BufferAttribute(p.colour, 3, true))
    this.#cloudFrame = p.frame
    this.#cloudCount = p.count
    this.#last = ''
    this.move()
    this.invalidate()
  }

  // objects shows what was found on the table, if it is still known to be there.
  objects(list: SegmentedObjectList | undefined, selected: number): void {
    dispose(this.#objects)
    this.#boxes = []
    const base = list && this.#tree.lookup(this.#frame, list.header.frame_id || list.objects[0]?.point_cloud.header.frame_id || this.#frame)
    this.#objects.matrixAutoUpdate = false
    if (list && base) {
      place(this.#objects, matrixOf(base))
      list.objects.forEach((o, i) => {
        const on = i === selected
        const box = new BoxGeometry(Math.max(o.width, 0.005), Math.max(o.depth, 0.005), Math.max(o.height, 0.005))
        const colour = on ? 0xe2761b : this.#dark ? 0x8b98a8 : 0x5d6b7c
        const solid = new Mesh(box, new MeshBasicMaterial({ color: colour, transparent: true, opacity: on ? 0.16 : 0.04, depthWrite: false }))
        const edges = new LineSegments(new EdgesGeometry(box), new LineBasicMaterial({ color: colour }))
        const tag = label(String(i + 1), on ? '#fff' : this.#dark ? '#12161c' : '#fff', on ? '#b4530a' : this.#dark ? '#a9b4c2' : '#4b5867')
        for (const part of [solid, edges]) part.position.set(o.center.x, o.center.y, o.center.z)
        tag.position.set(o.center.x, o.center.y, o.center.z + o.height / 2 + 0.035)
        solid.userData['object'] = i
        this.#boxes.push(solid)
        this.#objects.add(solid, edges, tag)
      })
    }
    this.invalidate()
  }

  grasps(list: Grasp[], selected: number): void {
    dispose(this.#grasps)
    const position: number[] = []
    const colour: number[] = []
    const [t, y] = [this.#tip, 0.043]
    const shape = [
      [t + 0.012, y, 0], [t - 0.04, y, 0], [t + 0.012, -y, 0], [t - 0.04, -y, 0], [t - 0.04, y, 0], [t - 0.04, -y, 0], [t - 0.04, 0, 0], [t - 0.085, 0, 0],
    ] as [number, number, number][]
    list.forEach((g, i) => {
      const base = this.#tree.lookup(this.#frame, g.grasp_pose.header.frame_id)
      if (!base) return
      const { position: p, orientation: q } = g.grasp_pose.pose
      const m = matrixOf(base).multiply(matrixOf({ p, q }))
      const c = new Color(quality(g.grasp_quality))
      if (i === selected) {
        const bar = new MeshBasicMaterial({ color: c })
        const rod = (lx: number, ly: number, x: number, yy: number) => {
          const b = new Mesh(new BoxGeometry(lx, ly, 0.006), bar)
          b.position.set(x, yy, 0)
          return b
        }
        const solid = new Group()
        solid.add(rod(0.052, 0.006, t - 0.014, y), rod(0.052, 0.006, t - 0.014, -y), rod(0.006, 2 * y, t - 0.04, 0), rod(0.05, 0.006, t - 0.065, 0))
        solid.matrixAutoUpdate = false
        place(solid, m)
        this.#grasps.add(solid)
        return
      }
      for (const s of shape) {
        const v = new Vector3(...s).applyMatrix4(m)
        position.push(v.x, v.y, v.z)
        colour.push(c.r, c.g, c.b)
      }
    })
    if (position.length) {
      const g = new BufferGeometry()
      g.setAttribute('position', new BufferAttribute(new Float32Array(position), 3))
      g.setAttribute('color', new BufferAttribute(new Float32Array(colour), 3))
      this.#grasps.add(new LineSegments(g, new LineBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.55 })))
    }
    this.invalidate()
  }

  feel(m: Tactile): void {
    const key = m.pads.map((p) => `${p.frame_id}:${p.positions.length}`).join()
    if (key !== this.#padKey) {
      this.#padKey = key
      for (const f of this.#fingers) this.#hand.remove(f.group)
      const body = this.#dark ? 0x5b6775 : 0x8895a5
      this.#fingers = m.pads.map((p, i) => new Finger(p, i === 0 ? 0x2f81f7 : 0xd9730d, body))
      this.#padNames = m.pads.map((p) => p.frame_id)
      this.#palm = m.header.frame_id
      dispose(this.#palmBox)
      const grey = new MeshLambertMaterial({ color: body })
      const palm = new Mesh(new BoxGeometry(0.07, 0.13, 0.05), grey)
      palm.position.x = -0.035
      this.#palmBox.add(palm)
      this.#links = m.pads.map(() => new Mesh(new BoxGeometry(1, 0.014, 0.018), grey))
      this.#palmBox.add(...this.#links)
      for (const f of this.#fingers) this.#hand.add(f.group)
      this.#last = ''
      this.move()
    }
    const scale = scaleFor(Math.max(0, ...m.pads.flatMap((p) => p.forces.map((f) => f ?? 0))))
    const changed = m.pads.map((p, i) => this.#fingers[i]?.feel(p, this.#dark, scale))
    if (changed.includes(true)) this.invalidate()
  }

  // move puts everything where its frame is now.
  move(): void {
    const cloud = this.#cloudFrame ? this.#tree.lookup(this.#frame, this.#cloudFrame) : undefined
    const palm = this.#palm ? this.#tree.lookup(this.#frame, this.#palm) : undefined
    const tips = this.#padNames.map((n) => this.#tree.lookup(this.#frame, n))
    const key = JSON.stringify([cloud, palm, tips], (_, v: unknown) => (typeof v === 'number' ? Math.round(v * 1e4) : v))
    if (key === this.#last) return
    this.#last = key
    this.#cloud.visible = cloud !== undefined
    if (cloud) {
      place(this.#cloud, matrixOf(cloud))
      if (!this.#placed) this.#aim()
    }
    this.#palmBox.visible = palm !== undefined
    if (palm) place(this.#palmBox, matrixOf(palm))
    this.#fingers.forEach((f, i) => {
      const x = tips[i]
      f.group.visible = x !== undefined
      if (x) place(f.group, matrixOf(x))
    })
    if (palm) {
      const inPalm = matrixOf(palm).invert()
      this.#links.forEach((l, i) => {
        const x = tips[i]
        l.visible = x !== undefined
        if (!x) return
        const at = new Vector3(x.p.x, x.p.y, x.p.z).applyMatrix4(inPalm)
        l.scale.x = Math.max(0.001, at.x)
        l.position.set(at.x / 2, at.y, 0)
      })
    }
    this.invalidate()
  }

  // held shows where what is held would stand: where it stood, or at a mark.
  held(held: Held | undefined, mark: Vec | undefined): void {
    dispose(this.#ghost)
    if (held) {
      const { width, depth, height } = held.body
      const at = mark ?? held.stood
      const colour = mark ? 0xe2761b : this.#dark ? 0x8b98a8 : 0x5d6b7c
      const round = Math.max(width, depth, 0.02)
      const box = new BoxGeometry(Math.max(width, 0.005), Math.max(depth, 0.005), Math.max(height, 0.005))
      const edges = new LineSegments(new EdgesGeometry(box), new LineBasicMaterial({ color: colour, transparent: true, opacity: 0.8 }))
      edges.position.set(at.x, at.y, at.z + height / 2)
      const plate = new Mesh(new PlaneGeometry(round * 1.5, round * 1.5), new MeshBasicMaterial({ color: colour, transparent: true, opacity: 0.35, side: DoubleSide, depthWrite: false }))
      plate.position.set(at.x, at.y, at.z + 0.004)
      this.#ghost.add(plate, edges)
    }
    this.invalidate()
  }

  // aim gives a camera at the nearer part of the first cloud, from where the robot stands, a little aside.
  #aim(): void {
    const p = this.#cloud.geometry.getAttribute('position')
    if (!p || this.#cloudCount === 0) return
    const sample = Math.min(4000, this.#cloudCount)
    const near = Array.from({ length: sample }, (_, i) => new Vector3().fromBufferAttribute(p, i))
      .sort((a, b) => a.lengthSq() - b.lengthSq())
      .slice(0, Math.ceil(sample * nearest))
      .map((v) => v.applyMatrix4(this.#cloud.matrix))
    const middle = (f: (v: Vector3) => number) => near.map(f).sort((a, b) => a - b)[near.length >> 1] ?? 0
    const at = new Vector3(middle((v) => v.x), middle((v) => v.y), middle((v) => v.z))
    this.#placed = true
    const camera = { target: { x: at.x + 0.05, y: at.y, z: at.z + 0.14 }, position: { x: at.x - 1.05, y: at.y + 0.68, z: at.z + 0.86 } }
    this.look(camera)
    this.onAim(camera)
  }

  // pick gives what is at a place of the picture: the number of an object, or while something is held a place at the height at which it stood.
  pick(x: number, y: number, foot: number | undefined): { object: number } | { at: Vec } | undefined {
    const ray = new Raycaster()
    ray.setFromCamera(new Vector2(x, y), this.#camera)
    if (foot !== undefined) {
      const at = ray.ray.intersectPlane(new Plane(new Vector3(0, 0, 1), -foot), new Vector3())
      return at && at.distanceTo(this.#camera.position) < farthest ? { at: { x: at.x, y: at.y, z: at.z } } : undefined
    }
    const hit = ray.intersectObjects(this.#boxes, false)[0]
    return hit && { object: hit.object.userData['object'] as number }
  }
}
