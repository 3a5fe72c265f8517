// hold runs a two-finger hold in MuJoCo 3.3 (npm's mujoco-js, WebAssembly) as hold.c does in Debian's MuJoCo, and prints the same line.
//
//   node hold.mjs MODEL.xml STEPS
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

// The package is installed for the example next door.
const require = createRequire(new URL('../../../examples/mujoco/package.json', import.meta.url))
const { default: loadMujoco } = await import(pathToFileURL(require.resolve('mujoco-js')))

const mj = await loadMujoco()
mj.FS.mkdir('/model')
mj.FS.writeFile('/model/hold.xml', readFileSync(process.argv[2]))
const model = mj.MjModel.loadFromXML('/model/hold.xml')
const data = new mj.MjData(model)
const steps = Number(process.argv[3])
const BODY = 1
const object = mj.mj_name2id(model, BODY, 'object')
const place = () => Array.from(data.xpos.slice(3 * object, 3 * object + 3))
const run = n => { for (let i = 0; i < n; i++) mj.mj_step(model, data) }

mj.mj_resetDataKeyframe(model, data, 0)
const gravity = model.opt.gravity
const g = gravity[2]
gravity[2] = 0 // the grip builds up before the weight comes
run(2000)
gravity[2] = g
run(3000)
const from = place(), contacts = data.ncon
const settled = ['qpos', 'qvel', 'qacc_warmstart'].map(k => [k, Array.from(data[k])])
let way = 0
const start = process.cpuUsage()
for (let i = 0; i < steps; i++) {
  mj.mj_step(model, data)
  if (i === 4999) way = Math.hypot(...place().map((v, k) => v - from[k]))
  if (i >= 5000 && i % 5000 === 0) for (const [k, v] of settled) data[k].set(v) // it creeps out of the hand otherwise, which is quick work
}
const cpu = process.cpuUsage(start)
console.log(JSON.stringify({ steps_per_s: Math.round(steps / (cpu.user + cpu.system) * 1e6), creep_um_per_s: way / 5 * 1e6, contacts, version: mj.mj_versionString?.() }))
