import type { Writable } from "node:stream";
import type { Log } from "./log";
import type { LogLevel } from "./log-level";

const consoleLevels: Readonly<Record<string, LogLevel>> = {
  trace: "trace",
  debug: "debug",
  log: "info",
  info: "info",
  dir: "info",
  warn: "warn",
  error: "error",
};

/**
 * Sends what anybody writes to stdout or the console to the log: on stdout the host reads one line and no more.
 * The real stream is replaced before it is ever made, which saves its making.
 */
export function guardStdout(log: Log): void {
  // Both modules are loaded by whoever writes, which nobody should: they are a tenth of the way to the handshake line.
  const toLog =
    (level: LogLevel) =>
    (...parts: readonly unknown[]) => {
      const { format } = require("node:util") as typeof import("node:util");
      log[level](format(...parts));
    };
  const methods = Object.entries(consoleLevels).map(([name, level]) => [name, toLog(level)]);
  Object.assign(globalThis.console, Object.fromEntries(methods));

  let stream: Writable | undefined;
  const stdout = () => {
    stream ??= streamInto(log);
    return stream;
  };
  Object.defineProperty(process, "stdout", { configurable: true, get: stdout });
}

function streamInto(log: Log): Writable {
  const { Writable: WritableStream } = require("node:stream") as typeof import("node:stream");
  return new WritableStream({
    decodeStrings: false,
    write: (chunk, _, done) => {
      log.info(String(chunk).trimEnd());
      done();
    },
  });
}
