import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { packageRoot } from "../package-root";
import { type Endpoints, environmentOf } from "./options";
import type { Kind } from "./ui/edits";

/** Types of stored objects, as in the paths of the APIs. */
export type EmulatedObjectType = Kind | "keys";

/** A stored object as the API returns it. */
export type StoredObject = Readonly<Record<string, unknown>> & { readonly id: string; readonly name?: string };

export interface EmulatorProcessOptions {
  /** Enables the rate limits of the real servers. Default false, so that tests do not wait. */
  readonly limits?: boolean;
}

type Child = ChildProcessByStdio<null, Readable, null>;

/**
 * An emulator in a separate process. Use it in tests that block while a program runs, as with
 * `execFileSync("terraform", ...)`: an `Emulator` in the same process could not respond meanwhile. It ends with this
 * process at the latest.
 */
export class EmulatorProcess implements AsyncDisposable {
  readonly #end = () => void this.child.kill();

  private constructor(
    private readonly child: Child,
    readonly endpoints: Endpoints,
  ) {
    process.once("exit", this.#end);
  }

  /**
   * Starts an emulator on a free port. Rejects if the process exits before it is ready. Its messages are on standard
   * error.
   */
  static async start({ limits = false }: EmulatorProcessOptions = {}): Promise<EmulatorProcess> {
    const command = join(packageRoot(), "dist", "cli", "cdk-clickstack.js");
    const words = [command, "emulator", "--json", ...(limits ? [] : ["--no-limits"])];
    const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(child, "close").then(([code]) => {
      throw new Error(`The emulator exited with code ${code}.`);
    });
    const [line] = (await Promise.race([once(createInterface(child.stdout), "line"), ended])) as [string];
    ended.catch(() => undefined);
    return new EmulatorProcess(child, JSON.parse(line));
  }

  /**
   * Environment variables that connect the provider and the command line to this emulator. Add them to `process.env` of
   * the started program.
   */
  get environment(): Record<string, string> {
    return environmentOf(this.endpoints);
  }

  /** Returns every stored object of a type, including objects of other clients. */
  async stored(type: EmulatedObjectType): Promise<readonly StoredObject[]> {
    const path = type === "keys" ? "/ui/keys" : `/ui/api/v2/${type}`;
    const response = await fetch(this.endpoints.openSource.endpoint + path);
    if (!response.ok) {
      throw new Error(`The emulator cannot list ${type}: ${await response.text()}`);
    }
    const { data } = (await response.json()) as { readonly data: readonly StoredObject[] };
    return data;
  }

  async stop(): Promise<void> {
    process.off("exit", this.#end);
    if (this.child.exitCode !== null || this.child.signalCode !== null) {
      return;
    }
    const closed = once(this.child, "close");
    this.child.kill();
    await closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
