// What npm's @mcap/core and @foxglove/rosbag make of recordings.
//
// usage: node peer.mjs read FILE                     prints a line of JSON a message
//        node peer.mjs write FILE.mcap none|zstd N   writes N messages in chunks, and prints them likewise
//        node peer.mjs write FILE.mcap loose N       the same without chunks
//        node peer.mjs extras FILE.mcap              prints metadata and attachments
import { open, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { McapIndexedReader, McapWriter, TempBuffer } from "@mcap/core";
import lz4 from "@foxglove/wasm-lz4";
import zstd from "@foxglove/wasm-zstd";

const require = createRequire(import.meta.url); // these are not ES modules for Node
const { Bag } = require("@foxglove/rosbag");
const { FileReader } = require("@foxglove/rosbag/node");
const Bzip2 = require("@foxglove/wasm-bz2").default;

// time is a BigInt, which JSON.stringify does not take.
const say = (topic, type, md5, caller, time, data) =>
  console.log(JSON.stringify({ topic, type, md5, caller, data: Buffer.from(data).toString("hex") }).slice(0, -1) + `,"time":${time}}`);

const indexed = (readable) =>
  McapIndexedReader.Initialize({
    readable,
    decompressHandlers: { lz4: (b, n) => lz4(b, Number(n)), zstd: (b, n) => zstd.decompress(b, Number(n)) },
  });

async function extras(readable) {
  const r = await indexed(readable);
  for await (const m of r.readMetadata()) console.log("metadata", m.name, [...m.metadata].map(([k, v]) => `${k}=${v}`).join(" "));
  for await (const a of r.readAttachments({ validateCrcs: true })) console.log("attachment", a.name, a.mediaType, Buffer.from(a.data).toString());
}

async function readMcap(readable) {
  const r = await indexed(readable);
  for await (const m of r.readMessages({ validateCrcs: true })) {
    const c = r.channelsById.get(m.channelId);
    say(c.topic, r.schemasById.get(c.schemaId).name, c.metadata.get("md5sum"), c.metadata.get("callerid"), m.logTime, m.data);
  }
}

async function readBag(path) {
  const bz2 = await Bzip2.init();
  const bag = new Bag(new FileReader(path), { parse: false, decompress: { lz4: (b, n) => lz4(b, n), bz2: (b, n) => bz2.decompress(b, n) } });
  await bag.open();
  for await (const m of bag.messageIterator()) {
    const c = bag.connections.get(m.connectionId);
    say(m.topic, c.type, c.md5sum, c.callerid, BigInt(m.timestamp.sec) * 1000000000n + BigInt(m.timestamp.nsec), m.data);
  }
}

async function write(path, how, n) {
  const out = new TempBuffer();
  const options = { writable: out, chunkSize: 2000, useChunks: how !== "loose" };
  if (how === "zstd") options.compressChunk = (chunk) => ({ compression: "zstd", compressedData: zstd.compress(chunk) });
  const w = new McapWriter(options);
  await w.start({ profile: "ros1", library: "peer" });
  const channels = [];
  for (const topic of ["/chatter", "/other"]) {
    const schemaId = await w.registerSchema({ name: "std_msgs/String", encoding: "ros1msg", data: Buffer.from("string data\n") });
    channels.push(await w.registerChannel({ topic, schemaId, messageEncoding: "ros1", metadata: new Map([["md5sum", "992ce8a1687cec8c8bd883ec73ca41d1"], ["callerid", "/peer"]]) }));
  }
  await w.addMetadata({ name: "made by", metadata: new Map([["what", "a peer"]]) });
  await w.addAttachment({ name: "a.txt", mediaType: "text/plain", logTime: 5n, createTime: 3n, data: Buffer.from("hello") });
  for (let i = 0; i < n; i++) {
    const text = Buffer.from(`${i} `.repeat(1 + (i % 40)));
    const data = Buffer.concat([Buffer.from([text.length & 255, text.length >> 8, 0, 0]), text]);
    const t = 1000000000000000000n + BigInt(i) * 1000000n - BigInt(i % 7) * 2500000n; // not in order
    await w.addMessage({ channelId: channels[i % 2], sequence: i, logTime: t, publishTime: t, data });
  }
  await w.end();
  await writeFile(path, out.get());
  if (how === "loose") { // the indexed reader does not read these
    return;
  }
  await readMcap(out);
}

const [verb, path, how, n] = process.argv.slice(2);
await lz4.isLoaded;
await zstd.isLoaded;
if (verb === "write") {
  await write(path, how, Number(n));
} else if (path.endsWith(".bag")) {
  await readBag(path);
} else {
  const f = await open(path);
  const size = (await f.stat()).size;
  await (verb === "extras" ? extras : readMcap)({
    size: async () => BigInt(size),
    read: async (at, length) => {
      const b = new Uint8Array(Number(length));
      await f.read(b, 0, b.length, Number(at));
      return b;
    },
  });
  await f.close();
}
