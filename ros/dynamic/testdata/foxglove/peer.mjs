// What npm's @foxglove/rosmsg-serialization makes of our definitions and bytes.
//
// usage: node peer.mjs < cases > answers
//
// A case is a line of JSON: {"name", "definition"} announces a type, {"name", "sent"} is a message in hexadecimal. The answers are
// {"kind": "sum", "name", "md5"} and {"kind": "echo", "name", "sent", "bytes", "json"}: decoded and encoded again, and the values.
import readline from "node:readline";
import * as rosmsg from "@foxglove/rosmsg";
import { MessageReader, MessageWriter } from "@foxglove/rosmsg-serialization";

// text writes JSON in rosbridge's conventions, with 64-bit integers exactly.
function text(v) {
  if (typeof v === "bigint") return v.toString();
  if (v instanceof Uint8Array) return JSON.stringify(Buffer.from(v).toString("base64"));
  if (Array.isArray(v) || ArrayBuffer.isView(v)) return "[" + Array.from(v, text).join(",") + "]";
  if (v !== null && typeof v === "object") return "{" + Object.entries(v).map(([k, x]) => JSON.stringify(k) + ":" + text(x)).join(",") + "}";
  return JSON.stringify(v);
}

const types = new Map();
for await (const line of readline.createInterface({ input: process.stdin })) {
  const c = JSON.parse(line);
  if (c.definition !== undefined) {
    const parsed = rosmsg.parse(c.definition);
    types.set(c.name, { reader: new MessageReader(parsed), writer: new MessageWriter(parsed) });
    console.log(JSON.stringify({ kind: "sum", name: c.name, md5: rosmsg.md5(parsed) }));
    continue;
  }
  const { reader, writer } = types.get(c.name);
  const m = reader.readMessage(Buffer.from(c.sent, "hex"));
  const bytes = Buffer.from(writer.writeMessage(m)).toString("hex");
  console.log(`{"kind":"echo","name":${JSON.stringify(c.name)},"sent":"${c.sent}","bytes":"${bytes}","json":${text(m)}}`);
}
