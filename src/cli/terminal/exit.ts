import { setMaxListeners } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { UnsafePathError } from "../../confined-folder";
import { visiblePath } from "../../visible";

export const EXIT = {
  /** The command succeeded. `plan` and `drift` found no changes. */
  done: 0,
  error: 1,
  /** `plan` found changes, `drift` found drift, a check found something wrong. */
  found: 2,
  /** `adopt` found changes on the server, and can adopt none of them. */
  unadoptable: 3,
} as const;

/** Ends a command with a message for the user: the problem and the fix. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";
}

/** Returns a caught error of the expected class. Throws any other error. */
export function expectedError<E extends Error>(error: unknown, expected: abstract new (...args: never[]) => E): E {
  if (error instanceof expected) {
    return error;
  }
  throw error;
}

/** Reasons why a file cannot be used, with the fix, by the code of the operating system. */
const REASONS: ReadonlyMap<string, readonly [reason: string, fix: string]> = new Map([
  ["EACCES", ["permission is denied", "Let this user write there, or name another place."]],
  ["EPERM", ["permission is denied", "Let this user write there, or name another place."]],
  ["EROFS", ["its disk is mounted read-only", "Name another place."]],
  ["ENOSPC", ["no space is left", "Free some, or name another place."]],
  ["EDQUOT", ["the disk quota of this user is exceeded", "Free some, or name another place."]],
  ["EFBIG", ["it is larger than this disk allows", "Name another place."]],
  ["EISDIR", ["it is a folder", "Name a file."]],
  ["ENOTDIR", ["a part of its path is not a folder", "Name another place."]],
  ["EEXIST", ["a file of this name already exists", "Name another place."]],
  ["ENOENT", ["it or its folder does not exist", "Create it, or name another one."]],
  ["ENAMETOOLONG", ["its name is too long", "Give it a shorter one."]],
  ["ELOOP", ["its links lead in a circle", "Remove them, or name another place."]],
  ["EMFILE", ["too many files are open", "Close some, or raise the limit (ulimit -n)."]],
  ["ETXTBSY", ["it is running", "End it, and try again."]],
  ["EBUSY", ["another process uses it", "Stop that process, and try again."]],
  ["EIO", ["the disk fails", "Check it, or name another place."]],
]);

interface SystemError {
  readonly code: string;
  readonly path?: string;
  readonly dest?: string;
}

/** Returns the reason and the fix for an error of the operating system; undefined for any other error. */
export function reasonOf(error: unknown): { readonly reason: string; readonly fix: string } | undefined {
  const [reason, fix] = (isSystemError(error) && REASONS.get(error.code)) || [];
  return reason !== undefined && fix !== undefined ? { reason, fix } : undefined;
}

/** Describes why a file cannot be used, with the fix. Returns undefined for an error that is not about a file. */
export function fileProblem(error: unknown): string | undefined {
  if (error instanceof UnsafePathError) {
    return error.message;
  }
  const refused = reasonOf(error);
  if (!refused || !isSystemError(error)) {
    return undefined;
  }
  // The error of reading a folder has no path.
  const place = error.dest ?? error.path ?? "A file";
  return `${visiblePath(place)} cannot be used: ${refused.reason}. ${refused.fix}`;
}

/** Returns why a file cannot be used, with the fix. Throws any error that is not about a file. */
export function expectedFileProblem(error: unknown): string {
  const problem = fileProblem(error);
  if (problem === undefined) {
    throw error;
  }
  return problem;
}

function isSystemError(error: unknown): error is SystemError {
  return typeof error === "object" && error !== null && "code" in error && typeof error.code === "string";
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type EndingSignal = (typeof SIGNALS)[number];

/** Thrown after the user interrupted the command. Callers clean up and rethrow it. It has no message. */
export class InterruptedError extends Error {
  override readonly name = "InterruptedError";

  constructor(readonly signal: EndingSignal) {
    super(`Ended by ${signal}.`);
  }

  /** The exit code that shells expect after a signal. */
  get exitCode(): number {
    return 128 + constants.signals[this.signal];
  }
}

export interface Ending {
  /** Aborted at the first interrupt. The reason is the `InterruptedError`. */
  readonly asked: AbortSignal;
  /** Aborted at the second interrupt: processes that did not stop are killed. */
  readonly insisted: AbortSignal;
}

const asked = new AbortController();
const insisted = new AbortController();
const open = new Set<Promise<unknown>>();
// Every running process adds a listener.
setMaxListeners(0, asked.signal, insisted.signal);

/**
 * Runs work that must be cleaned up, such as another process or a temporary folder. After a signal, `Ending` asks the
 * work to stop, and the process exits when all work has stopped. Throws the `InterruptedError` if the command is already
 * stopping.
 */
export async function unlessInterrupted<T>(work: (ending: Ending) => Promise<T>): Promise<T> {
  asked.signal.throwIfAborted();
  if (open.size === 0) {
    for (const signal of SIGNALS) {
      process.on(signal, end);
    }
  }
  // Starts the work later, so that nested work finds this work registered.
  const running = Promise.resolve().then(() => work({ asked: asked.signal, insisted: insisted.signal }));
  open.add(running);
  try {
    return await running;
  } finally {
    open.delete(running);
    if (open.size === 0 && !asked.signal.aborted) {
      for (const signal of SIGNALS) {
        process.off(signal, end);
      }
    }
  }
}

function end(signal: EndingSignal): void {
  if (asked.signal.aborted) {
    insisted.abort();
    return;
  }
  const error = new InterruptedError(signal);
  const all = Promise.allSettled(open);
  asked.abort(error);
  // Code that waited for the work runs before the process ends, for example to restore the cursor of a terminal.
  void all.then(() => setImmediate(() => process.exit(error.exitCode)));
}

/** Runs work with a temporary folder that only its owner can enter, and always removes it afterwards. */
export function inScratchFolder<T>(parent: string, prefix: string, work: (scratch: string) => Promise<T>): Promise<T> {
  return unlessInterrupted(async () => {
    const scratch = mkdtempSync(join(parent, prefix));
    try {
      return await work(scratch);
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  });
}
