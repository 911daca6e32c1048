import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import type { ProcessResult } from "./run-process";

/** A program that serves until it is stopped, and its output. */
export class ServingProcess implements AsyncDisposable {
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  readonly #ended: Promise<number>;
  #stdout = "";
  #stderr = "";

  constructor(command: string, args: readonly string[], options: { readonly cwd?: string } = {}) {
    this.#child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.#stdout += text;
    });
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr += text;
    });
    this.#ended = new Promise((resolve, reject) => {
      this.#child.once("error", reject).once("close", (exitCode) => resolve(exitCode ?? 1));
    });
  }

  /** Returns its first complete line of output. Rejects if it ends without one. */
  async firstLine(): Promise<string> {
    while (!this.#stdout.includes("\n")) {
      const over = await Promise.race([this.#nextPiece(), this.#ended.then(() => true)]);
      if (over && !this.#stdout.includes("\n")) {
        throw new Error(`It ended without a line of output: ${this.#stderr}`);
      }
    }
    return this.#stdout.slice(0, this.#stdout.indexOf("\n"));
  }

  /** Sends a signal and waits for the end, after which the output is complete. */
  async end(signal: NodeJS.Signals): Promise<ProcessResult> {
    this.#child.kill(signal);
    const exitCode = await this.#ended;
    return { exitCode, stdout: this.#stdout, stderr: this.#stderr };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end("SIGKILL");
  }

  #nextPiece(): Promise<boolean> {
    return new Promise((resolve) => this.#child.stdout.once("data", () => resolve(false)));
  }
}
