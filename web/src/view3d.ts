// The table in 3D. Nothing is drawn unless something has changed.
import {
  AmbientLight, ArrowHelper, BoxGeometry, BufferAttribute, BufferGeometry, CanvasTexture, Color, ColorManagement, DirectionalLight, DoubleSide, EdgesGeometry, GridHelper, Group,
  InstancedMesh, LineBasicMaterial, LinearSRGBColorSpace, LineSegments, Matrix4, Mesh, MeshLambertMaterial, MeshBasicMaterial, Object3D, PerspectiveCamera, PlaneGeometry, Points as Cloud,
  PointsMaterial, Quaternion, Raycaster, Scene, Sprite, SpriteMaterial, Vector2, Vector3, WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import type { Points } from './cloud'
import type { Frames } from './frames'
import type { Grasp, SegmentedObjectList, Tactile, TactilePad } from './messages'
import { heat, pressureCentre, scaleFor, unfold } from './pads'
import type { Transform, Tree } from './tf'

export const quality = (q: number): Color => {
  // Blue to yellow by way of green, evenly brighter: told apart without telling red from green.
  const stops = [0x4b3b8f, 0x2f7f8e, 0x45b06f, 0xe8d53a].map((c) => new Color(c))
  const x = Math.min(1, Math.max(0, q)) * 3
  const i = Math.min(2, Math.floor(x))
  return (stops[i] as Color).clone().lerp(stops[i + 1] as Color, x - i)
}

ColorManagement.enabled = false

const perNewton = 0.012 // m of arrow
const slow = 24 // ms for a picture above which fewer points are drawn
const quick = 9
const pointSize = 0.003 // m
const nearest = 0.4 // part of a cloud that the camera is aimed at, behind which there may be a floor and walls
const rest = 2 // times as long as a picture took, the page has time for other things

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
  const c = document.createElement('canvas')
  c.width = c.height = size
  const g = c.getContext('2d') as CanvasRenderingContext2D
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

  feel(pad: TactilePad, dark: boolean, scale: number): void {
    pad.positions.forEach((_, i) => {
      const [r, g, b] = heat((pad.forces[i] ?? 0) / scale, dark)
      this.#cells.setColorAt(i, new Color(`rgb(${r},${g},${b})`))
    })
    if (this.#cells.instanceColor) this.#cells.instanceColor.needsUpdate = true
    const force = pad.force ?? 0
    const c = pressureCentre(this.#layout.cells, pad.forces)
    this.#arrow.visible = c !== undefined && force > 0.2
    if (!c || !this.#arrow.visible) return
    const length = Math.min(0.12, force * perNewton) + 0.012
    const y = pad.positions.find((_, i) => pad.front[i])?.y ?? 0
    this.#arrow.setDirection(this.#normal) // what the pad does to the object
    this.#arrow.setLength(length, 0.012, 0.008)
    this.#arrow.position.set(c.v, y, c.u).addScaledVector(this.#normal, -length)
  }
}

export class View {
  readonly canvas: HTMLCanvasElement
  #frames: Frames
  #tree: Tree
  #frame: string
  #tip: number
  #renderer: WebGLRenderer
  #scene = new Scene()
  #camera = new PerspectiveCamera(45, 1, 0.02, 50)
  #controls: OrbitControls
  #cloud = new Cloud(new BufferGeometry(), new PointsMaterial({ size: pointSize, vertexColors: true }))
  #cloudFrame = ''
  #cloudCount = 0
  #share = 1 // of the points that are drawn
  #objects = new Group()
  #boxes: Mesh[] = []
  #grasps = new Group()
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
  #waiting = false
  #free = 0 // when the next picture may come, ms
  drawn = 0
  // where is what the camera looks from and at, and how much it shows; for tests.
  get where(): object {
    return { camera: this.#camera.position.toArray(), target: this.#controls.target.toArray(), share: this.#share, cloud: this.#cloud.matrix.toArray(), visible: this.#cloud.visible, boxes: this.#boxes.length }
  }
  onPick: (object: number) => void = () => {}

  constructor(canvas: HTMLCanvasElement, frames: Frames, tree: Tree, frame: string, tip: number) {
    this.canvas = canvas
    this.#frames = frames
    this.#tree = tree
    this.#frame = frame
    this.#tip = tip
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: 'high-performance' })
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
    this.#renderer.outputColorSpace = LinearSRGBColorSpace // colours of clouds are shown as the camera gave them
    this.#camera.up.set(0, 0, 1)
    this.#camera.position.set(-0.4, 0.6, 1.6)
    this.#controls = new OrbitControls(this.#camera, canvas)
    this.#controls.target.set(0.95, 0, 0.75)
    this.#controls.update()
    this.#controls.addEventListener('change', () => this.invalidate())
    this.#controls.listenToKeyEvents(canvas)
    this.#ground.rotation.x = Math.PI / 2
    this.#cloud.matrixAutoUpdate = this.#palmBox.matrixAutoUpdate = false
    this.#cloud.visible = this.#palmBox.visible = false
    this.#cloud.frustumCulled = false
    const sun = new DirectionalLight(0xffffff, 1.3)
    sun.position.set(-1, 1, 3)
    this.#hand.add(this.#palmBox)
    this.#scene.add(new AmbientLight(0xffffff, 1.9), sun, this.#ground, this.#cloud, this.#objects, this.#grasps, this.#hand)
    this.#clicks()
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

  resize(width: number, height: number): void {
    if (width < 2 || height < 2) return
    this.#renderer.setSize(width, height, false)
    this.#camera.aspect = width / height
    this.#camera.updateProjectionMatrix()
    this.invalidate()
  }

  // invalidate asks for a new picture, soon. Where pictures take long there are fewer of them: the pads and the stop come first.
  invalidate(): void {
    if (this.#waiting) return
    const wait = this.#free - performance.now()
    if (wait > 4) {
      this.#waiting = true
      setTimeout(() => {
        this.#waiting = false
        this.#frames.next('view', () => this.#render())
      }, wait)
    } else this.#frames.next('view', () => this.#render())
  }

  #render(): void {
    const began = performance.now()
    this.#cloud.geometry.setDrawRange(0, Math.floor(this.#cloudCount * this.#share))
    ;(this.#cloud.material as PointsMaterial).size = pointSize / Math.sqrt(Math.max(this.#share, 0.15))
    this.#renderer.render(this.#scene, this.#camera)
    this.drawn++
    const took = performance.now() - began
    this.#free = began + (1 + rest) * took
    if (took > slow) this.#share = Math.max(0.1, this.#share * 0.7)
    else if (took < quick) this.#share = Math.min(1, this.#share * 1.02)
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
      const c = quality(g.grasp_quality)
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
    m.pads.forEach((p, i) => this.#fingers[i]?.feel(p, this.#dark, scale))
    this.invalidate()
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
      if (!this.#placed) this.#look()
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

  // look aims the camera at the nearer part of the first cloud, from where the robot stands, a little aside.
  #look(): void {
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
    this.#controls.target.set(at.x + 0.05, at.y, at.z + 0.14)
    this.#camera.position.set(at.x - 1.05, at.y + 0.68, at.z + 0.86)
    this.#controls.update()
  }

  #clicks(): void {
    let down = { x: 0, y: 0 }
    this.canvas.addEventListener('pointerdown', (e) => (down = { x: e.clientX, y: e.clientY }))
    this.canvas.addEventListener('pointerup', (e) => {
      if (Math.hypot(e.clientX - down.x, e.clientY - down.y) > 5) return
      const r = this.canvas.getBoundingClientRect()
      const at = new Vector2(((e.clientX - r.left) / r.width) * 2 - 1, 1 - ((e.clientY - r.top) / r.height) * 2)
      const ray = new Raycaster()
      ray.setFromCamera(at, this.#camera)
      const hit = ray.intersectObjects(this.#boxes, false)[0]
      if (hit) this.onPick(hit.object.userData['object'] as number)
    })
  }
}
