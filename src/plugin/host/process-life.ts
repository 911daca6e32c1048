import { writeFileSync } from "node:fs";
import type { Writable } from "node:stream";
import { type Log, type LogLevel, logThrown } from "../log/log";
import type { Backend } from "./reception";

const terminated = 143;
const orphaned = 1;

/**
 * Keeps this process's memory, which contains secrets, out of core files. On Linux the kernel then writes no memory
 * into core files. On other systems core files are disabled by default, and a process cannot change that.
 */
export function keepMemoryOutOfCores(): void {
  try {
    writeFileSync("/proc/self/coredump_filter", "0x0");
  } catch {
    // The system is not Linux, or /proc is not writable.
  }
}

/** Logs uncaught errors. A defect in one call must not end other calls, which may be writing. */
export function logUnhandled(log: Log): void {
  process.on("uncaughtException", (thrown) => logThrown(log, thrown, "uncaught exception"));
  process.on("unhandledRejection", (thrown) => logThrown(log, thrown, "unhandled rejection"));
  // The host may close its end first.
  process.stderr.on("error", () => undefined);
}

/** On SIGTERM, waits for the writes in flight and for the arrival of their responses before the process exits. */
export function stopOnTermination({ stop, finishResponses }: Pick<Backend, "stop" | "finishResponses">): void {
  process.once("SIGTERM", async () => {
    await stop();
    await finishResponses();
    process.exit(terminated);
  });
}

/** Exits after the writes in flight when the host was killed or crashed. `host` is the parent's process ID. */
export function exitWhenOrphaned(host: number, stop: () => Promise<void>): void {
  const watch = setInterval(() => {
    if (process.ppid === host) {
      return;
    }
    clearInterval(watch);
    stop().then(() => process.exit(orphaned));
  }, 1000);
  watch.unref();
}

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
 * Redirects stdout and the console to the log, because the host reads exactly one line from stdout. The real stream is
 * replaced before Node creates it, which saves the time to create it.
 */
export function guardStdout(log: Log): void {
  // Both modules are loaded at the first write, which is not expected. Loading them takes a tenth of the time until the
  // handshake line.
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
