import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

export interface ProcessResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  /** Added to this process's environment. `undefined` removes a variable. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** An open file for standard output. The result then does not contain the output. */
  readonly stdout?: number;
}

/** Runs a program to its end. Variables that color output or configure the engine are not passed on. */
export function runProcess(command: string, args: readonly string[], options: RunOptions = {}): Promise<ProcessResult> {
  return new ServingProcess(command, args, options).ended;
}

/** A program that runs until a test stops it, and its output. */
export class ServingProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #output = { stdout: "", stderr: "" };
  /** Resolves when the program has ended and its output is complete. */
  readonly ended: Promise<ProcessResult>;

  constructor(command: string, args: readonly string[], { cwd, environment, stdout }: RunOptions = {}) {
    this.#child = spawn(command, args, {
      cwd,
      env: {
        ...process.env,
        NO_COLOR: undefined,
        FORCE_COLOR: undefined,
        COLUMNS: undefined,
        TF_CLI_CONFIG_FILE: undefined,
        ...environment,
      },
      stdio: ["ignore", stdout ?? "pipe", "pipe"],
    });
    for (const name of ["stdout", "stderr"] as const) {
      this.#child[name]?.setEncoding("utf8").on("data", (text: string) => {
        this.#output[name] += text;
      });
    }
    this.ended = new Promise((resolve, reject) => {
      this.#child
        .once("error", reject)
        .once("close", (exitCode) => resolve({ exitCode: exitCode ?? 1, ...this.#output }));
    });
  }

  /** Returns the first complete line of the output. Rejects if the program ends without one. */
  async firstLine(): Promise<string> {
    const printed = await this.prints("\n");
    return printed.slice(0, printed.indexOf("\n"));
  }

  /** Waits for a text, and returns the output until then. Rejects if the program ends without the text. */
  async prints(text: string): Promise<string> {
    while (!this.#output.stdout.includes(text)) {
      const isOver = await Promise.race([this.#nextPiece(), this.ended.then(() => true)]);
      if (isOver && !this.#output.stdout.includes(text)) {
        throw new Error(`The program ended without ${JSON.stringify(text)} in its output: ${this.#output.stderr}`);
      }
    }
    return this.#output.stdout;
  }

  /** Sends a signal and waits for the end of the program. */
  end(signal: NodeJS.Signals): Promise<ProcessResult> {
    this.#child.kill(signal);
    return this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end("SIGKILL");
  }

  #nextPiece(): Promise<boolean> {
    return new Promise((resolve) => this.#child.stdout?.once("data", () => resolve(false)));
  }
}

/**
 * Returns the command line of any process, or an empty text after its end. The kernel releases the command line before
 * it closes the files of the process. So a process with closed pipes has no command line, even while its state is still
 * "running".
 */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** Returns the children of any process. A thread or the process may end during the read. */
export function childrenOf(pid: number): readonly number[] {
  return threadsOf(pid).flatMap((thread) => {
    try {
      return (readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").match(/\d+/g) ?? []).map(Number);
    } catch {
      return [];
    }
  });
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}
