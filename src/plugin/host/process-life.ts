import { writeFileSync } from "node:fs";
import { errorOf } from "./error-of";
import type { Log } from "./log";

const terminated = 143;
const orphaned = 1;

/**
 * Keeps this process's memory, which holds secrets, out of a core file: on Linux the kernel then writes no memory into it.
 * Elsewhere cores are off unless somebody turns them on, and a process cannot say more.
 */
export function keepMemoryOutOfCores(): void {
  try {
    writeFileSync("/proc/self/coredump_filter", "0x0");
  } catch {
    // Not Linux, or a /proc that cannot be written to.
  }
}

/** Logs what nobody caught. One call's defect must not end the others, which may be writing. */
export function logUnhandled(log: Log): void {
  const logged = (kind: string) => (thrown: unknown) => {
    const error = errorOf(thrown);
    log.error(`${kind}: ${error.message}`, { stack: error.stack });
  };
  process.on("uncaughtException", logged("uncaught exception"));
  process.on("unhandledRejection", logged("unhandled rejection"));
  // The host may close its end first.
  process.stderr.on("error", () => undefined);
}

/** On SIGTERM the writes in flight end before the process does. */
export function stopOnTermination(stop: () => Promise<void>): void {
  process.once("SIGTERM", async () => {
    await stop();
    // The answers to those writes are still on their way to the host.
    setTimeout(() => process.exit(terminated), 200);
  });
}

/** Ends the process, after the writes in flight, when its host is gone without a word (killed, crashed). `host` is the parent's id. */
export function exitWhenOrphaned(host: number, stop: () => Promise<void>): void {
  const watch = setInterval(() => {
    if (process.ppid === host) return;
    clearInterval(watch);
    stop().then(() => process.exit(orphaned));
  }, 1000);
  watch.unref();
}
