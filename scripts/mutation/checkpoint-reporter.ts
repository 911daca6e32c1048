import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import type { MutantResult, StrykerOptions, schema } from "@stryker-mutator/api/core";
import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from "@stryker-mutator/api/plugin";
import type { DryRunCompletedEvent, Reporter } from "@stryker-mutator/api/report";

const BETWEEN_WRITES_MS = 5_000;

/**
 * Keeps the file of Stryker's incremental mode up to date while Stryker runs, so that an interrupted run can continue.
 * Stryker itself writes it only at the end.
 */
class CheckpointReporter implements Reporter {
  readonly #file: string;
  readonly #files: Record<string, schema.FileResult> = {};
  readonly #testFiles: Record<string, schema.TestFile> = {};
  #writtenAt = 0;

  constructor({ incrementalFile }: StrykerOptions) {
    this.#file = incrementalFile;
  }

  onDryRunCompleted({ result }: DryRunCompletedEvent): void {
    for (const { id, name, fileName = "" } of result.tests) {
      const path = relative(process.cwd(), fileName);
      this.#testFiles[path] ??= { source: readFileSync(path, "utf8"), tests: [] };
      this.#testFiles[path].tests.push({ id, name });
    }
  }

  onMutantTested({ fileName, ...mutant }: Readonly<MutantResult>): void {
    const path = relative(process.cwd(), fileName);
    this.#files[path] ??= { language: "typescript", source: readFileSync(path, "utf8"), mutants: [] };
    this.#files[path].mutants.push(mutant);
    if (Date.now() - this.#writtenAt < BETWEEN_WRITES_MS) {
      return;
    }
    this.#write();
    this.#writtenAt = 0;
  }

  /** The file is always complete, even if the process is killed. */
  #write(): void {
    const report: schema.MutationTestResult = {
      schemaVersion: "1.0",
      thresholds: { high: 100, low: 0 },
      files: this.#files,
      testFiles: this.#testFiles,
    };
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(`${this.#file}.new`, JSON.stringify(report));
    renameSync(`${this.#file}.new`, this.#file);
  }
}

function checkpointReporter(options: StrykerOptions): Reporter {
  return new CheckpointReporter(options);
}
checkpointReporter.inject = tokens(commonTokens.options);

export const strykerPlugins = [declareFactoryPlugin(PluginKind.Reporter, "checkpoint", checkpointReporter)];
