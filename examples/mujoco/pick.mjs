// A pick in MuJoCo with Holdfast's grasp fix: contacts go out as lines of JSON, commands to weld the cube to the palm come in.
//
//   npm ci
//   node pick.mjs --holdfast ../../bin/holdfast          with the fix
//   node pick.mjs                                        without
//
// The hand closes, lifts the cube, carries it sideways and back, waits, and opens. The last line is the result as JSON: how
// far the cube slipped in the hand meanwhile, in metres.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import loadMujoco from 'mujoco-js'

const here = new URL('.', import.meta.url)
const at = process.argv.indexOf('--holdfast')
const binary = at > 0 ? process.argv[at + 1] : null

const mj = await loadMujoco()
mj.FS.mkdir('/model')
mj.FS.writeFile('/model/hand.xml', readFileSync(new URL('hand.xml', here)))
const model = mj.MjModel.loadFromXML('/model/hand.xml')
const data = new mj.MjData(model)

// Names of geoms and bodies, and the bodies that geoms belong to.
const BODY = 1, GEOM = 5
const body = name => mj.mj_name2id(model, BODY, name)
const geomName = id => mj.mj_id2name(model, GEOM, id)
const bodyName = id => mj.mj_id2name(model, BODY, id)
const [palm, cube] = [body('palm'), body('cube')]
const fingers = ['left', 'right'].map(body)

const pos = b => Array.from(data.xpos.slice(3 * b, 3 * b + 3))
const quat = b => Array.from(data.xquat.slice(4 * b, 4 * b + 4)) // w, x, y, z
const pose = b => { const [w, x, y, z] = quat(b); return [...pos(b), x, y, z, w] }

function rotateInverse([w, x, y, z], v) { // R^T v
  const [a, b, c] = [-x, -y, -z]
  const t = [2 * (b * v[2] - c * v[1]), 2 * (c * v[0] - a * v[2]), 2 * (a * v[1] - b * v[0])]
  return [v[0] + w * t[0] + b * t[2] - c * t[1], v[1] + w * t[1] + c * t[0] - a * t[2], v[2] + w * t[2] + a * t[1] - b * t[0]]
}
function multiplyInverse([w1, x1, y1, z1], [w2, x2, y2, z2]) { // q1^-1 q2
  const [w, x, y, z] = [w1, -x1, -y1, -z1]
  return [w * w2 - x * x2 - y * y2 - z * z2, w * x2 + x * w2 + y * z2 - z * y2, w * y2 - x * z2 + y * w2 + z * x2, w * z2 + x * y2 - y * x2 + z * w2]
}
const inPalm = () => rotateInverse(quat(palm), pos(cube).map((v, i) => v - pos(palm)[i])) // p of the cube in the palm

// MuJoCo's contacts, one a point, become one line for each pair of finger and object.
const force = new mj.DoubleBuffer(6)
function contactLines(t) {
  const pairs = new Map()
  const contacts = data.contact
  for (let i = 0; i < data.ncon; i++) {
    const c = contacts.get(i)
    const [g1, g2] = [c.geom1, c.geom2]
    const [b1, b2] = [model.geom_bodyid[g1], model.geom_bodyid[g2]]
    const flip = fingers.includes(b2)
    if (flip === fingers.includes(b1)) continue
    mj.mj_contactForce(model, data, i, force)
    const f = force.GetView(), frame = c.frame
    // The contact frame's rows are its axes; the force in it acts on the second geom.
    const world = [0, 1, 2].map(k => frame[k] * f[0] + frame[3 + k] * f[1] + frame[6 + k] * f[2])
    const [finger, object] = flip ? [g2, g1] : [g1, g2]
    const key = finger + ' ' + object
    if (!pairs.has(key)) pairs.set(key, { finger, object, points: [] })
    pairs.get(key).points.push({ p: Array.from(c.pos), f: flip ? world.map(v => -v) : world })
    c.delete?.()
  }
  contacts.delete?.()
  return [...pairs.values()].map(({ finger, object, points }) => {
    const [fb, ob] = [model.geom_bodyid[finger], model.geom_bodyid[object]]
    return JSON.stringify({ t, object: geomName(object), finger: geomName(finger), object_link: bodyName(ob), finger_link: bodyName(fb), points, X_WF: pose(fb), X_WO: pose(ob), static: model.body_weldid[ob] === 0 })
  })
}

// Welding at the present relative pose: without it the weld would pull the cube to where the model had it.
let welded = false
function weld(on) {
  if (on) model.eq_data.set([0, 0, 0, ...inPalm(), ...multiplyInverse(quat(palm), quat(cube)), 1].slice(0, 11))
  data.eq_active[0] = on ? 1 : 0
  welded = on
}

// Holdfast runs beside and is waited for at each tick.
const events = []
let fix, lines
if (binary) {
  fix = spawn(binary, ['graspfix', 'run', '--config', new URL('fix.yaml', here).pathname, '--actuator', 'lines', '--lockstep', '--json'], { stdio: ['pipe', 'pipe', 'inherit'] })
  lines = createInterface({ input: fix.stdout })[Symbol.asyncIterator]()
}
async function exchange(t) {
  if (!fix) return
  const poses = Object.fromEntries(['palm', 'left', 'right', 'cube'].map(n => [n, pose(body(n))]))
  fix.stdin.write([...contactLines(t), JSON.stringify({ t, poses }), ''].join('\n'))
  for (;;) {
    const { value, done } = await lines.next()
    if (done) throw new Error('holdfast ended')
    const line = JSON.parse(value)
    if ('tick' in line) return
    if (line.command) {
      weld(line.command === 'attach')
      if (line.command === 'attach') fix.stdin.write(JSON.stringify({ t, ack: line.arm, ok: true }) + '\n')
    } else events.push(line)
  }
}

// The plan: time, s -> height, way sideways, m, and force of each finger, N.
const smooth = u => { u = Math.max(0, Math.min(1, u)); return u * u * u * (10 + u * (-15 + 6 * u)) }
const GRIP = 1.6, OPEN = 6.0, END = 7.5
function command(t) {
  const lift = 0.12 * smooth((t - 1) / 1)
  const carry = 0.25 * (smooth((t - 2.2) / 0.8) - smooth((t - 3.4) / 0.8))
  data.ctrl.set([lift, carry, ...(t < OPEN ? [GRIP, GRIP] : [-GRIP, -GRIP])])
}

let start, slip = 0, lowest = Infinity, held = 0
for (let k = 0; data.time < END; k++) {
  command(data.time)
  mj.mj_step(model, data)
  if (k % 5 === 0) await exchange(Math.round(data.time * 1000) / 1000)
  if (!start && data.time >= 0.99) start = inPalm()
  if (start && data.time < OPEN) {
    slip = Math.hypot(...inPalm().map((v, i) => v - start[i]))
    if (data.time > 2.1) lowest = Math.min(lowest, pos(cube)[2])
    held = data.time
  }
}
if (fix) {
  fix.stdin.end()
  for (let l = await lines.next(); !l.done; l = await lines.next()) {
    const line = JSON.parse(l.value)
    if (line.event) events.push(line)
  }
}
console.log(JSON.stringify({ fix: !!binary, slip, lowest, end: pos(cube)[2], welded, events: events.map(e => ({ t: e.t, event: e.event, object: e.object, reason: e.reason, angle: e.angle_deg, ratio: e.ratio })) }))
