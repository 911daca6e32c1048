import { rmSync } from "node:fs";
import { join } from "node:path";
import { type ProcessResult, runEngine } from "../../src/cli/engine/engine";
import { findEngine } from "../../src/cli/engine/find-engine";
import { EngineProcess } from "./engine-process";
import { type Heard, LeakWatch } from "./leaks/leak-watch";
import { mustBeSearched, searched } from "./leaks/no-leaks";
import { secretsOfEmulator, secretsOfEnvironment } from "./leaks/secrets-of-environment";

/**
 * A working directory of the engine. Its files, the engine's output and the provider's log are searched for secrets
 * when it is removed: see `LeakWatch`.
 */
export class SearchedFolder {
  readonly #watch: LeakWatch;

  constructor(
    readonly folder: string,
    readonly environment: Readonly<Record<string, string>>,
  ) {
    this.#watch = new LeakWatch(folder);
    this.#watch.know({ texts: secretsOfEnvironment(environment) });
    mustBeSearched(this);
  }

  /** Runs the engine and returns any result. The log of the provider is in the folder. */
  async run(...args: string[]): Promise<ProcessResult> {
    const log = { TF_LOG_PROVIDER: "TRACE", TF_LOG_PATH: join(this.folder, "provider.log") };
    const environment = { ...log, ...this.environment };
    const result = await runEngine(findEngine(), args, { workingDirectory: this.folder, environment });
    await this.hear({ args, ...result });
    return result;
  }

  /** Starts a run of the engine that the test interrupts or kills. */
  start(...args: readonly string[]): EngineProcess {
    return new EngineProcess(this, args);
  }

  /** Runs the engine. Throws with its output if it fails. */
  async must(...args: string[]): Promise<string> {
    const { exitCode, stdout, stderr } = await this.run(...args);
    if (exitCode !== 0) {
      throw new Error(`${args.join(" ")} ended with ${exitCode}:\n${stdout}${stderr}`);
    }
    return stdout;
  }

  /** Adds secrets that only the test knows to the search. */
  know(...texts: readonly string[]): void {
    this.#watch.know({ texts });
  }

  /** Adds the output of a run that the test started. */
  async hear(run: Heard): Promise<void> {
    this.#watch.know(await secretsOfEmulator(this.environment));
    this.#watch.hear(run);
  }

  /** Returns the leaks so far. */
  leaks(): readonly string[] {
    return this.#watch.leaks();
  }

  /** Searches for secrets. The test fails at its end if one was found. */
  search(): void {
    searched(this, this.leaks());
  }

  /** Searches for secrets and removes the folder. */
  remove(): void {
    this.search();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Removes the folder of a test that leaks intentionally and has checked the leak. */
  removeUnsearched(): void {
    searched(this, []);
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Adds a file of the configuration, which may contain secrets that the author wrote. */
  protected wrote(file: string, text: string): void {
    this.#watch.wrote(file, text);
  }
}
