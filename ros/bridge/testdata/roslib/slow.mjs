// A client that does not keep up with clouds: it works on each for so many ms, or, with "deaf", subscribes and then reads nothing.
// usage: node slow.mjs URL MS|deaf SECONDS; prints from the stamp of a cloud to its arrival, and to the end of the work on it, ms.
import * as ROSLIB from "roslib";
import WebSocket from "ws";

const [, , url, work, seconds] = process.argv;
const end = Date.now() + 1000 * Number(seconds);
const part = (list, q) => list.sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(q * list.length))];

if (work === "deaf") {
  const s = new WebSocket(url);
  s.on("open", () => {
    s.send(JSON.stringify({ op: "subscribe", topic: "/cloud", compression: "cbor" }));
    setTimeout(() => s.pause(), 200);
  });
  s.on("error", () => {});
  setTimeout(() => process.exit(0), end - Date.now());
} else {
  const ros = new ROSLIB.Ros({ url });
  const came = [], done = [];
  let last = -1;
  let backwards = 0;
  new ROSLIB.Topic({ ros, name: "/cloud", messageType: "sensor_msgs/PointCloud2", compression: "cbor" }).subscribe((m) => {
    const sent = m.header.stamp.secs * 1000 + m.header.stamp.nsecs / 1e6;
    const now = Date.now();
    if (m.header.seq <= last) backwards++;
    last = m.header.seq;
    came.push(now - sent);
    while (Date.now() < now + Number(work)); // the thread is busy, as a page that draws
    done.push(Date.now() - sent);
    if (Date.now() < end) return;
    console.log(JSON.stringify({ clouds: came.length, backwards, p50: part(came, 0.5), p99: part(came, 0.99), done: part(done, 0.99) }));
    process.exit(0);
  });
}
