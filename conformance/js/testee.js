#!/usr/bin/env node
/** The engine as a testee: JSON lines on standard input and output (CNF-1, CNF-2, CNF-3). For Node alone. */

import process from "node:process";
import { canonical } from "./canonical.js";
import { IDENTITY, answer } from "./operations.js";

function write(message) {
  process.stdout.write(canonical(message) + "\n");
}

function result(message) {
  const head = { type: "result", id: message.id };
  try {
    const text = canonical({ ...head, ...answer(message) });
    process.stdout.write(text + "\n");
  } catch (error) {
    process.stderr.write(`${error?.stack ?? error}\n`);
    write({ ...head, status: "error", message: String(error).slice(0, 1000) });
  }
}

function handle(line) {
  const message = JSON.parse(line.toString("utf8"));
  if (message.type === "hello") write({ type: "ready", protocol: "1.0", run: message.run, ...IDENTITY });
  else if (message.type === "case") result(message);
  else if (message.type === "bye") process.stdin.destroy();
  else process.stderr.write(`passed over a message of type ${message.type}\n`);
}

let pieces = [];
process.stdin.on("data", (chunk) => {
  let from = 0;
  for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
    handle(Buffer.concat([...pieces, chunk.subarray(from, end)]));
    pieces = [];
    from = end + 1;
  }
  if (from < chunk.length) pieces.push(chunk.subarray(from));
});
