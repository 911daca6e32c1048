import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bunExecutable } from "../../../../scripts/build-native/bun";
import { bundleProvider } from "../../../support/null-provider/install";
import { type ProcessResult, runProcess } from "../../../support/run-process";

/** What the provider's bundle runs on: Node for the script, bun for the native executable. */
const RUNTIMES = { node: process.execPath, bun: bunExecutable() } as const;

/** A program of this folder, bundled as the provider is, to be run in processes of its own. */
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
