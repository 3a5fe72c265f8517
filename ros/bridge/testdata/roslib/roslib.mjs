// Plays a web page: everything that roslib does, against the bridge at the URL given. Prints a line for each thing that worked.
import assert from "node:assert/strict";
import * as ROSLIB from "roslib";

const url = process.argv[2];
const ros = new ROSLIB.Ros({ url });
const told = (name) => console.log("ok " + name);
const problems = [];
ros.on("status", (s) => problems.push(s));
await new Promise((resolve, reject) => {
  ros.on("connection", resolve);
  ros.on("error", reject);
});

const call = (name, type, args, timeout) =>
  new Promise((resolve, reject) => new ROSLIB.Service({ ros, name, serviceType: type }).callService(args, resolve, reject, timeout));
const until = async (condition) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
};
const ask = (method, ...args) => new Promise((resolve, reject) => ros[method](...args, resolve, reject));
const once = (options) =>
  new Promise((resolve) => {
    const topic = new ROSLIB.Topic({ ros, ...options });
    topic.subscribe((m) => {
      topic.unsubscribe();
      resolve(m);
    });
  });

// Topics in every form. /cloud and /joints are latched.
const cloud = { name: "/cloud", messageType: "sensor_msgs/PointCloud2" };
for (const compression of ["none", "png"]) {
  const m = await once({ ...cloud, compression });
  assert.equal(m.width, 1000);
  assert.equal(m.data.length, 4 * Math.ceil((16 * 1000) / 3)); // base64
  assert.equal(Buffer.from(m.data, "base64").readFloatLE(16 * 3), 0.25);
  assert.ok(m.header.stamp.secs > 0);
  told("cloud " + compression);
}
{
  const m = await once({ ...cloud, compression: "cbor" });
  assert.ok(m.data instanceof Uint8Array);
  assert.equal(m.data.length, 16 * 1000);
  const view = new DataView(m.data.buffer, m.data.byteOffset);
  assert.equal(view.getFloat32(16 * 3, true), 0.25);
  assert.equal(m.is_dense, false);
  told("cloud cbor");
}
{
  const m = await once({ ...cloud, compression: "cbor-raw" });
  assert.ok(m.bytes instanceof Uint8Array && m.bytes.length > 16 * 1000 && m.secs > 0);
  told("cloud cbor-raw");
}
{
  const joints = { name: "/joints", messageType: "sensor_msgs/JointState" };
  const json = await once(joints);
  assert.deepEqual(json.position, [0.5, null, -1e300]); // NaN is null
  const cbor = await once({ ...joints, compression: "cbor" });
  assert.ok(cbor.position instanceof Float64Array);
  assert.deepEqual([...cbor.position], [0.5, NaN, -1e300]);
  assert.deepEqual(cbor.name, ["a", "b", "ü"]);
  told("joints");
}
{
  // 64-bit integers as far as JavaScript has them.
  const m = await once({ name: "/counts", messageType: "std_msgs/Int64MultiArray", compression: "cbor" });
  assert.deepEqual([...m.data], [1n, -(2n ** 63n), 2n ** 53n + 1n]);
  told("64-bit");
}
{
  // Fragments: roslib joins them.
  const whole = new Promise((resolve) => ros.once("/cloud", resolve));
  ros.callOnConnection({ op: "subscribe", id: "f", topic: "/cloud", fragment_size: 1000 });
  assert.equal((await whole).msg.width, 1000);
  ros.callOnConnection({ op: "unsubscribe", id: "f", topic: "/cloud" });
  told("fragments");
}
{
  // What is published right after advertising arrives; the robot sends it back.
  const back = once({ name: "/echo", messageType: "std_msgs/String" });
  const topic = new ROSLIB.Topic({ ros, name: "/to_robot", messageType: "std_msgs/String" });
  topic.publish({ data: "from the page" });
  assert.equal((await back).data, "from the page");
  topic.unadvertise();
  told("publish");
}

// Services, both ways.
assert.deepEqual(await call("/switch", "std_srvs/SetBool", { data: true }), { success: true, message: "on" });
await assert.rejects(call("/switch", "std_srvs/SetBool", { data: false }), (e) => e === "it stays on");
await assert.rejects(call("/missing", "std_srvs/SetBool", {}), (e) => e.includes("/missing"));
await assert.rejects(call("/never", "std_srvs/Trigger", {}, 0.05), (e) => e.includes("deadline"));
told("call");
{
  const service = new ROSLIB.Service({ ros, name: "/js", serviceType: "std_srvs/SetBool" });
  await service.advertise((req, res) => {
    res.success = !req.data;
    res.message = "by JavaScript";
    return true;
  });
  assert.deepEqual(await call("/call_js", "std_srvs/Trigger", {}), { success: true, message: "true by JavaScript" });
  await service.unadvertise();
  await service.advertiseAsync(async () => {
    throw new Error("no mood");
  });
  const failed = await call("/call_js", "std_srvs/Trigger", {});
  assert.ok(!failed.success && failed.message.includes("no mood"), failed.message);
  await service.unadvertise();
  told("serve");
}

// Parameters.
const param = (name) => new ROSLIB.Param({ ros, name });
const get = (p) => new Promise((resolve, reject) => p.get(resolve, reject));
for (const value of [1, 1.5, true, "text", [1, 2.5, "x"], { kp: 1.5, nested: { on: false } }]) {
  const p = param("/page/value");
  await new Promise((resolve, reject) => p.set(value, resolve, reject));
  assert.deepEqual(await get(p), value);
}
assert.equal((await call("/rosapi/has_param", "rosapi/HasParam", { name: "/page/value" })).exists, true);
assert.ok((await ask("getParams")).includes("/page/value/kp"));
await new Promise((resolve, reject) => param("/page/value").delete(resolve, reject));
assert.equal(await get(param("/page/value")), null);
assert.deepEqual(JSON.parse((await call("/rosapi/get_param", "rosapi/GetParam", { name: "/page/value", default: "[7]" })).value), [7]);
told("params");

// The graph.
{
  const { topics, types } = await ask("getTopics");
  assert.equal(types[topics.indexOf("/cloud")], "sensor_msgs/PointCloud2");
  assert.deepEqual(await ask("getTopicsForType", "sensor_msgs/PointCloud2"), ["/cloud"]);
  assert.equal(await ask("getTopicType", "/joints"), "sensor_msgs/JointState");
  assert.ok((await ask("getServices")).includes("/switch"));
  assert.equal(await ask("getServiceType", "/switch"), "std_srvs/SetBool");
  assert.deepEqual(await ask("getServicesForType", "std_srvs/SetBool"), ["/switch"]);
  assert.ok((await ask("getNodes")).includes("/robot"));
  assert.ok((await ask("getNodeDetails", "/robot")).publishing.includes("/cloud"));
  assert.deepEqual(await ask("getActionServers"), ["/gripper/find_contact"]);
  const { topics: all, typedefs_full_text: texts } = await ask("getTopicsAndRawTypes");
  assert.ok(texts[all.indexOf("/cloud")].includes("MSG: sensor_msgs/PointField"));
  const pose = ros.decodeTypeDefs(await ask("getMessageDetails", "geometry_msgs/PoseStamped"));
  assert.equal(pose.pose.position.x, "float64");
  assert.equal(pose.header.frame_id, "string");
  assert.deepEqual((await ask("getServiceRequestDetails", "std_srvs/SetBool")).typedefs[0].fieldnames, ["data"]);
  assert.deepEqual((await ask("getServiceResponseDetails", "std_srvs/SetBool")).typedefs[0].fieldtypes, ["bool", "string"]);
  const publishers = await new Promise((resolve, reject) => new ROSLIB.Topic({ ros, ...cloud }).getPublishers(resolve, reject));
  assert.deepEqual(publishers, ["/robot"]);
  told("graph");
}

// actionlib over topics: a goal with feedback and result, and one that is cancelled.
const action = "pr2_gripper_sensor_msgs/PR2GripperFindContactAction";
{
  const client = new ROSLIB.ActionClient({ ros, serverName: "/gripper/find_contact", actionName: action });
  const run = (contact, act) =>
    new Promise((resolve) => {
      const goal = new ROSLIB.Goal({ actionClient: client, goalMessage: { command: { contact_conditions: contact, zero_fingertip_sensors: true } } });
      const feedback = [];
      goal.on("feedback", (f) => {
        feedback.push(f);
        act?.(goal);
      });
      goal.on("result", (result) => resolve({ result, feedback, status: goal.status }));
      goal.send();
    });
  const done = await run(0);
  assert.equal(done.status.status, 3);
  assert.equal(done.result.data.left_fingertip_pad_contact, true);
  await until(() => done.feedback.length === 3); // another connection of the server's: a result may overtake it
  const stopped = await run(3, (goal) => goal.cancel());
  assert.equal(stopped.status.status, 2);
  client.dispose();
  told("actionlib");
}
{
  // The class that roslib made for ROS 2 reaches the same server.
  const a = new ROSLIB.Action({ ros, name: "/gripper/find_contact", actionType: action });
  const feedback = [];
  const result = await new Promise((resolve, reject) => a.sendGoal({ command: { contact_conditions: 0 } }, resolve, (f) => feedback.push(f), reject));
  assert.equal(result.data.left_fingertip_pad_contact, true);
  await until(() => feedback.length === 3);
  let id;
  const why = await new Promise((resolve) => {
    id = a.sendGoal({ command: { contact_conditions: 3 } }, () => resolve("succeeded"), () => a.cancelGoal(id), resolve);
  });
  assert.ok(why.includes("canceled"), why);
  told("action operations");
}
{
  // A page can be the server too.
  const server = new ROSLIB.SimpleActionServer({ ros, serverName: "/js_action", actionName: "actionlib/TestAction" });
  server.on("goal", (g) => {
    server.sendFeedback({ feedback: g.goal + 1 });
    server.setSucceeded({ result: g.goal * 2 });
  });
  const client = new ROSLIB.ActionClient({ ros, serverName: "/js_action", actionName: "actionlib/TestAction" });
  const goal = new ROSLIB.Goal({ actionClient: client, goalMessage: { goal: 21 } });
  const result = new Promise((resolve) => goal.on("result", resolve));
  goal.send();
  assert.deepEqual(await result, { result: 42 });
  told("action server");
}

// Status.
assert.deepEqual(problems, []);
{
  const said = new Promise((resolve) => ros.once("status", resolve));
  ros.callOnConnection({ op: "no such thing" });
  const s = await said;
  assert.equal(s.level, "error");
  assert.ok(s.msg.includes("no such thing"));
  ros.setStatusLevel("none");
  ros.callOnConnection({ op: "no such thing" });
  await ask("getNodes");
  assert.equal(problems.length, 1);
  told("status");
}
ros.close();
process.exit(0);
