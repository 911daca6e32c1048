import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bunExecutable } from "../../../../scripts/build-native/bun";
import { bundleProvider } from "../../null-provider/install";
import { type ProcessResult, runProcess } from "../../run-process";

/** Runtimes of the provider: Node for the script, bun for the native executable. */
const RUNTIMES = { node: process.execPath, bun: bunExecutable() } as const;

/** Program of this folder, bundled like the provider. Each run is a separate process. */
export class Program implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), "clickstack-program-"));
  readonly #script = join(this.#folder, "program.js");

  constructor(name: string) {
    bundleProvider(join(__dirname, `${name}.ts`), this.#script);
  }

  run(runtime: keyof typeof RUNTIMES, environment: Readonly<Record<string, string>>): Promise<ProcessResult> {
    return runProcess(RUNTIMES[runtime], [this.#script], { cwd: this.#folder, environment });
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
