import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { engineEnvironment } from "../../src/cli/engine/engine";
import { findEngine } from "../../src/cli/engine/find-engine";
import { childrenOf, commandOf } from "./run-process";
import type { SearchedFolder } from "./searched-folder";

/**
 * A run of the engine that a test interrupts or kills. It leads a process group, as in a terminal.
 */
export class EngineProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #output = { stdout: "", stderr: "" };
  readonly #pid: number;
  /** The exit code, or null for a killed run. The output has been searched for secrets. */
  readonly ended: Promise<number | null>;

  constructor(workspace: SearchedFolder, args: readonly string[]) {
    this.#child = spawn(findEngine().path, args, {
      cwd: workspace.folder,
      env: engineEnvironment({
        TF_LOG_PROVIDER: "TRACE",
        TF_LOG_PATH: join(workspace.folder, "provider.log"),
        ...workspace.environment,
      }),
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.#pid = this.#child.pid ?? 0;
    for (const name of ["stdout", "stderr"] as const) {
      this.#child[name]?.setEncoding("utf8").on("data", (text: string) => {
        this.#output[name] += text;
      });
    }
    const exited = new Promise<number | null>((resolve) => this.#child.once("close", resolve));
    this.ended = exited.then(async (code) => {
      await workspace.hear({ args, ...this.#output });
      return code;
    });
  }

  get printed(): string {
    return this.#output.stdout + this.#output.stderr;
  }

  /** Resolves when the run has printed the text, or has ended without it. */
  async prints(text: string): Promise<void> {
    while (!this.printed.includes(text)) {
      const more = new Promise<void>((resolve) => {
        this.#child.stdout?.once("data", () => resolve());
        this.#child.stderr?.once("data", () => resolve());
      });
      const isOver = await Promise.race([more.then(() => false), this.ended.then(() => true)]);
      if (isOver) {
        return;
      }
    }
  }

  /** Simulates Ctrl-C: the signal reaches the engine and every provider. */
  interrupt(): void {
    process.kill(-this.#pid, "SIGINT");
  }

  /** Kills the providers of the run and waits until they have ended. */
  async killProviders(): Promise<void> {
    await killAll(this.providers());
  }

  /** Kills the engine and its providers, and waits until all have ended. */
  async killAll(): Promise<void> {
    const providers = this.providers();
    this.#child.kill("SIGKILL");
    await killAll(providers);
    await this.ended;
  }

  /** Waits until no provider of the run is left, after the engine has ended. */
  async providersGone(providers: readonly number[]): Promise<void> {
    for (const pid of providers) {
      await gone(pid);
    }
  }

  /** Ends all processes, even if a test fails. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.killAll();
  }

  /** Returns the processes of the provider that the engine runs at this moment. */
  providers(): readonly number[] {
    return childrenOf(this.#pid).filter((pid) => commandOf(pid).includes("terraform-provider"));
  }
}

async function killAll(pids: readonly number[]): Promise<void> {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") {
        throw error;
      }
    }
  }
  for (const pid of pids) {
    await gone(pid);
  }
}

/** Waits for the end of a process that is not a child of this one. */
async function gone(pid: number): Promise<void> {
  while (commandOf(pid) !== "") {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
