// Measures stops against a robot that holds something: from the operation's leaving to its answer, and to the first state of the hand with a motor that
// gives nothing. usage: node stop.mjs URL COUNT; the hand is /r_gripper_sensor_controller, which is made to grab again before each stop.
import WebSocket from "ws";

const [, , url, count] = process.argv;
const hand = "/r_gripper_sensor_controller";
const part = (list, q) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(q * list.length))].toFixed(1);
const open = () => new Promise((resolve, reject) => {
  const s = new WebSocket(url);
  s.on("open", () => resolve(s));
  s.on("error", reject);
});
const [watch, stop] = [await open(), await open()];
const say = (s, m) => s.send(JSON.stringify(m));

let state; // the last of the hand
let heard = () => {};
watch.on("message", (b) => {
  const m = JSON.parse(b);
  if (m.op !== "publish") return;
  state = m.msg;
  heard();
});
const until = (f) => new Promise((resolve) => {
  heard = () => f() && resolve();
  heard();
});
const answers = new Map();
stop.on("message", (b) => {
  const m = JSON.parse(b);
  answers.get(m.id)?.(m);
});
const ask = (m) => new Promise((resolve) => {
  answers.set(m.id, resolve);
  say(stop, m);
});
const what = { service: `${hand}/stop_motor_output`, cancel: [`${hand}/find_contact`] };

say(watch, { op: "subscribe", topic: "/joint_states", type: "sensor_msgs/JointState" });
say(watch, { op: "advertise", topic: `${hand}/command`, type: "pr2_controllers_msgs/Pr2GripperCommand" });
await ask({ op: "stop_ready", id: "ready", ...what });
const effort = () => {
  const i = state?.name.findIndex((n) => /gripper/.test(n)) ?? -1;
  return i < 0 ? undefined : Math.abs(state.effort[i]);
};
const [answered, still] = [[], []];
for (let i = 0; i < Number(count); i++) {
  await new Promise((r) => setTimeout(r, 700)); // repeats of the stop before are over
  say(watch, { op: "publish", topic: `${hand}/command`, msg: { position: 0, max_effort: 30 } });
  await until(() => effort() > 1);
  const began = performance.now();
  const quiet = until(() => effort() === 0).then(() => still.push(performance.now() - began));
  await ask({ op: "stop", id: `stop${i}`, ...what }).then((m) => {
    if (!m.result) throw new Error(m.values);
    answered.push(performance.now() - began);
  });
  await quiet;
  say(watch, { op: "publish", topic: `${hand}/command`, msg: { position: 0.08, max_effort: 30 } });
}
console.log(`${count} stops: answered after ${part(answered, 0.5)} ms (p99 ${part(answered, 0.99)}); no effort after ${part(still, 0.5)} ms (p99 ${part(still, 0.99)}), as /joint_states tells`);
process.exit(0);
