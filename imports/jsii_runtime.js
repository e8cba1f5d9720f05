// jsii's kernel in one Node process instead of two (docs/adr/0003).
//
// jsii's own bin/jsii-runtime.js checks the version of Node, starts a second Node with lib/program.js, relays every message
// between that and Python, and wraps what JavaScript prints. Here program.js talks to Python itself. It is run from where jsii's
// wheel keeps it, with two edits: it speaks on standard input and output, and knows its worker by the name the wheel gives it.
"use strict";

const { readFileSync, writeSync } = require("fs");
const { Module } = require("module");
const { Readable, Writable } = require("stream");
const { inspect } = require("util");

const program = process.env.TABLESTAKES_JSII_PROGRAM;
delete process.env.TABLESTAKES_JSII_PROGRAM;
delete process.env.NODE_PRESERVE_SYMLINKS; // this process has read it; for what it starts, it is not meant

// Standard output belongs to the kernel, so what is printed goes to Python as lines of JSON on standard error, which jsii decodes.
function print(stream, text) {
  writeSync(2, `${JSON.stringify({ [stream]: Buffer.from(text).toString("base64") })}\n`);
}

function printer(stream) {
  return new Writable({
    decodeStrings: false,
    write(chunk, encoding, done) {
      print(stream, typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk);
      done();
    },
  });
}

for (const [name, stream] of [["stdout", printer("stdout")], ["stderr", printer("stderr")], ["stdin", Readable.from([])]]) {
  Object.defineProperty(process, name, { value: stream, configurable: true });
}

// Node itself would write these two to standard error as they are.
if (process.listenerCount("warning")) {
  process.removeAllListeners("warning");
  process.on("warning", ({ code, name, message }) => print("stderr", `${code ? `[${code}] ` : ""}${name}: ${message}\n`));
}
process.on("uncaughtException", (error) => {
  try {
    print("stderr", `${inspect(error)}\n`);
  } finally {
    process.exit(1); // also if nobody reads any more: Python is gone
  }
});

// Of all that cdktf loads, archiver takes longest, and it is needed only for assets that cdktf packs: it is loaded when it is called.
const load = Module._load;
Module._load = (request, ...rest) =>
  request === "archiver" ? (...given) => load(request, ...rest)(...given) : load(request, ...rest);

process.execArgv.push("--preserve-symlinks"); // NODE_PRESERVE_SYMLINKS says the same; the kernel looks here
const kernel = new Module(program, null);
kernel.filename = program;
kernel._compile(
  readFileSync(program, "utf8")
    .replace("readFD:3,writeFD:3", "readFD:0,writeFD:1")
    .replace('"runtime-index-worker.js"', '"lib__runtime-index-worker.js"'),
  program,
);
