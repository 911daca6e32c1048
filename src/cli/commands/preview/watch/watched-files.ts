import { createHash } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { basename, resolve } from "node:path";
import { type FSWatcher, watch } from "chokidar";
import { readRegularFile } from "../../../../confined-folder";
import { quietly } from "../../../../quietly";
import { NOT_PROGRAM } from "../../../project/open-stacks";
import { CommandError, fileProblem } from "../../../terminal/exit";

/** Time without changes after which a save counts as complete. Editors write a file in several steps. */
const QUIET_MS = 100;

export class WatchedFiles {
  readonly #watcher: FSWatcher;
  readonly #signal = new EventEmitter();
  /** Files with events since the last comparison. */
  readonly #touched = new Set<string>();
  #isChanged = false;
  /** Digests of changed files. A program may write a file again without a change. */
  readonly #digests = new Map<string, string | undefined>();
  #timer: NodeJS.Timeout | undefined;
  #failure: unknown;

  /** @param ignored more folders to ignore, such as the output folder of a project */
  static async open(paths: readonly string[], ignored: readonly string[] = []): Promise<WatchedFiles> {
    const files = new WatchedFiles(paths, ignored);
    try {
      await once(files.#watcher, "ready");
      return files;
    } catch (error) {
      await files.close();
      throw watchProblem(error);
    }
  }

  private constructor(paths: readonly string[], ignored: readonly string[]) {
    const roots = new Set(paths.map((path) => resolve(path)));
    const others = new Set(ignored.map((path) => resolve(path)));
    this.#watcher = watch([...roots], {
      ignoreInitial: true,
      ignored: (path) => !roots.has(resolve(path)) && (NOT_PROGRAM.test(basename(path)) || others.has(resolve(path))),
    });
    this.#watcher.on("all", (_event, path) => this.#note(path));
    this.#watcher.on("error", (error) => {
      this.#failure = error;
      this.#signal.emit("quiet");
    });
  }

  /** Resolves after a change since the last call, as soon as no more files change. */
  async next(stop: AbortSignal): Promise<void> {
    while (this.#failure === undefined && (!this.#isChanged || this.#timer !== undefined)) {
      await once(this.#signal, "quiet", { signal: stop });
    }
    if (this.#failure !== undefined) {
      throw watchProblem(this.#failure);
    }
    this.#isChanged = false;
  }

  /** Counts as a change, so that `next` resolves. */
  request(): void {
    this.#isChanged = true;
    this.#signal.emit("quiet");
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#watcher.close();
  }

  #note(path: string): void {
    this.#touched.add(path);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#compare(), QUIET_MS);
  }

  /**
   * Compares the files after the last event. At the first event a file can be empty, and the watcher leaves out events
   * that follow within some milliseconds.
   */
  #compare(): void {
    this.#timer = undefined;
    for (const path of this.#touched) {
      const digest = digestOf(path);
      if (!this.#digests.has(path) || this.#digests.get(path) !== digest) {
        this.#digests.set(path, digest);
        this.#isChanged = true;
      }
    }
    this.#touched.clear();
    this.#signal.emit("quiet");
  }
}

/** Maximum size in bytes of a file whose content is compared. Only the first change of a larger file counts. */
const MAX_COMPARED_BYTES = 32 * 1024 * 1024;

/** Returns a digest of a file; undefined for a folder, a FIFO, and a file that was deleted or is too large. */
function digestOf(path: string): string | undefined {
  const text = quietly(() => readRegularFile(path, MAX_COMPARED_BYTES, true));
  return text === undefined ? undefined : createHash("sha256").update(text).digest("base64");
}

function watchProblem(error: unknown): CommandError {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  if (code === "ENOSPC") {
    return new CommandError(
      "The operating system watches no more files. Fix: Raise fs.inotify.max_user_watches (sysctl), or start the command in a smaller folder.",
    );
  }
  return new CommandError(fileProblem(error) ?? `The files cannot be watched: ${String(error)}.`);
}
