// Plays Foxglove: what its viewer asks of a server, with its own client, against the bridge at the URL given, in the subprotocol given.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { WebSocket } from "ws";

const { FoxgloveClient } = createRequire(import.meta.url)("@foxglove/ws-protocol");
const [url, protocol] = process.argv.slice(2);
const client = new FoxgloveClient({ ws: new WebSocket(url, [protocol]) });
const told = (name) => console.log("ok " + name);
const channels = new Map();
const services = new Map();
let graph = { publishedTopics: new Map(), subscribedTopics: new Map(), advertisedServices: new Map() };
const messages = [];
client.on("advertise", (list) => list.forEach((c) => channels.set(c.topic, c)));
client.on("unadvertise", (ids) => channels.forEach((c, topic) => ids.includes(c.id) && channels.delete(topic)));
client.on("advertiseServices", (list) => list.forEach((s) => services.set(s.name, s)));
client.on("message", (m) => messages.push(m));
client.on("error", (e) => {
  throw e;
});
const next = (event, match = () => true) =>
  new Promise((resolve) => {
    const take = (m) => {
      if (match(m)) {
        client.off(event, take);
        resolve(m);
      }
    };
    client.on(event, take);
  });
const until = async (condition) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
};

const info = await next("serverInfo");
assert.deepEqual(info.supportedEncodings, ["ros1", "json"]);
for (const c of ["clientPublish", "parameters", "parametersSubscribe", "services", "connectionGraph"]) assert.ok(info.capabilities.includes(c), c);
told("serverInfo");

// Channels.
await until(() => channels.has("/cloud") && channels.has("/joints"));
const cloud = channels.get("/cloud");
assert.equal(cloud.encoding, "ros1");
assert.equal(cloud.schemaName, "sensor_msgs/PointCloud2");
assert.equal(cloud.schemaEncoding, "ros1msg");
assert.ok(cloud.schema.includes("MSG: sensor_msgs/PointField"));
const sub = client.subscribe(cloud.id);
const m = await next("message");
assert.equal(m.subscriptionId, sub);
assert.ok(m.data.byteLength > 16 * 1000);
assert.ok(Math.abs(Number(m.timestamp / 1000000n) - Date.now()) < 60000);
client.unsubscribe(sub);
told("subscribe");

// Publishing, in bytes and in JSON; the robot sends it back.
await until(() => channels.has("/echo"));
client.subscribe(channels.get("/echo").id);
const text = (m) => Buffer.from(m.data.buffer, m.data.byteOffset + 4, m.data.byteLength - 4).toString();
const bytes = (s) => {
  const b = Buffer.alloc(4 + Buffer.byteLength(s));
  b.writeUInt32LE(Buffer.byteLength(s));
  b.write(s, 4);
  return new Uint8Array(b);
};
for (const [encoding, data] of [
  ["ros1", bytes("in bytes")],
  ["json", new TextEncoder().encode('{"data":"in JSON"}')],
]) {
  const id = client.advertise({ topic: "/to_robot", encoding, schemaName: "std_msgs/String" });
  client.sendMessage(id, data);
  await next("message", (m) => text(m) === (encoding === "ros1" ? "in bytes" : "in JSON"));
  client.unadvertise(id);
}
told("publish");

// Services.
await until(() => services.has("/switch"));
const s = services.get("/switch");
assert.equal(s.type, "std_srvs/SetBool");
assert.ok(s.request.schema.includes("bool data") && s.response.schema.includes("string message"));
client.sendServiceCallRequest({ serviceId: s.id, callId: 7, encoding: "ros1", data: new Uint8Array([1]) });
const r = await next("serviceCallResponse");
assert.equal(r.callId, 7);
assert.deepEqual([...r.data.slice(0, 5)], [1, 2, 0, 0, 0]);
client.sendServiceCallRequest({ serviceId: s.id, callId: 8, encoding: "json", data: new TextEncoder().encode('{"data":true}') });
assert.deepEqual(JSON.parse(new TextDecoder().decode((await next("serviceCallResponse")).data)), { success: true, message: "on" });
client.sendServiceCallRequest({ serviceId: s.id, callId: 9, encoding: "ros1", data: new Uint8Array([0]) });
const failed = await next("serviceCallFailure");
assert.equal(failed.callId, 9);
assert.equal(failed.message, "it stays on");
told("services");

// Parameters.
client.setParameters(
  [
    { name: "/fox/gain", value: 2, type: "float64" },
    { name: "/fox/count", value: 3 },
    { name: "/fox/name", value: "x" },
    { name: "/fox/list", value: [1, 2], type: "float64_array" },
    { name: "/fox/blob", value: Buffer.from([1, 2, 255]).toString("base64"), type: "byte_array" },
  ],
  "set",
);
const set = await next("parameterValues", (p) => p.id === "set");
assert.deepEqual(set.parameters, [
  { name: "/fox/gain", value: 2, type: "float64" },
  { name: "/fox/count", value: 3 },
  { name: "/fox/name", value: "x" },
  { name: "/fox/list", value: [1, 2], type: "float64_array" },
  { name: "/fox/blob", value: "AQL/", type: "byte_array" },
]);
client.getParameters([], "all");
assert.ok((await next("parameterValues", (p) => p.id === "all")).parameters.some((p) => p.name === "/fox/gain"));
client.subscribeParameterUpdates(["/fox/gain"]);
await next("parameterValues", (p) => p.parameters.some((q) => q.name === "/fox/gain" && q.value === 2));
client.setParameters([{ name: "/fox/gain", value: 2.5 }]);
await next("parameterValues", (p) => p.id === undefined && p.parameters[0].value === 2.5);
client.setParameters([{ name: "/fox/gain" }]); // no value: deleted
await next("parameterValues", (p) => p.id === undefined && !("value" in p.parameters[0]));
told("parameters");

// Who is connected to whom.
client.subscribeConnectionGraph();
const g = await next("connectionGraphUpdate");
assert.deepEqual(g.publishedTopics.find((t) => t.name === "/cloud").publisherIds, ["/robot"]);
assert.deepEqual(g.subscribedTopics.find((t) => t.name === "/to_robot").subscriberIds, ["/robot"]);
assert.deepEqual(g.advertisedServices.find((t) => t.name === "/switch").providerIds, ["/robot"]);
told("connectionGraph");

client.fetchAsset("package://x/y.stl", 4);
const asset = await next("fetchAssetResponse");
assert.ok(asset.requestId === 4 && asset.error.includes("no files"));
told("assets");

// Mistakes are told.
client.subscribe(9999);
assert.ok((await next("status")).message.includes("9999"));
client.sendMessage(9999, new Uint8Array(3));
assert.ok((await next("status")).message.includes("9999"));
told("status");
client.close();
process.exit(0);
