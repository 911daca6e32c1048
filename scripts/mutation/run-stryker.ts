import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { MutantResult, PartialStrykerOptions } from "@stryker-mutator/api/core";
import type { InProcessOptions } from "./in-process-runner";

/** What Stryker is to do in the working folder. */
export interface StrykerRun {
  /** The code to be changed, as globs. */
  readonly mutate: readonly string[];
  /**
   * The tests that have to notice: files below `test/unit` or `test/integration` without `.test.ts`, or folders, which
   * are all the tests directly in them.
   */
  readonly tests: readonly string[];
  /** How many processes try changes at once. */
  readonly concurrency: number;
  /**
   * Holds the results so far. Those that are there before are kept where neither the code nor the test that noticed was
   * changed since.
   */
  readonly resultFile: string;
}

export async function runStryker(stryker: StrykerRun): Promise<readonly MutantResult[]> {
  // An ES module alone.
  const { Stryker } = await import("@stryker-mutator/core");
  return new Stryker(strykerOptions(stryker)).runMutationTest();
}

function strykerOptions(stryker: StrykerRun): PartialStrykerOptions & InProcessOptions {
  const typeScript = ["--import", "tsx"];
  return {
    testRunner: "in-process",
    inProcess: { testFiles: stryker.tests.flatMap(testFilesOf) },
    plugins: ["in-process-runner", "checkpoint-reporter"].map((name) => join(__dirname, `${name}.ts`)),
    // All of Stryker's processes load all plugins.
    testRunnerNodeArgs: typeScript,
    checkerNodeArgs: typeScript,
    coverageAnalysis: "perTest",
    mutate: [...stryker.mutate],
    concurrency: stryker.concurrency,
    reporters: ["progress-append-only", "checkpoint"],
    incremental: true,
    incrementalFile: stryker.resultFile,
    ignorePatterns: ["/dist", "/build", "/cdktf.out", "/docs", "/bench"],
    tempDirName: join("build", "mutation", "sandbox"),
    cleanTempDir: "always",
    // TypeScript has no JavaScript interface since 7, and esbuild needs no configuration of it.
    tsconfigFile: "none.json",
    disableTypeChecks: true,
    // A process that evaluates the code anew for each change does not get rid of all of it.
    maxTestRunnerReuse: 60,
    // The runner ends tests that wait for what never comes. This is for loops that never end.
    timeoutMS: 20_000,
    timeoutFactor: 5,
    dryRunTimeoutMinutes: 20,
    // "inProcess" is an option of the runner. Changes of what runs when a module is loaded take all of the tests.
    warnings: { unknownOptions: false, slow: false, preprocessorErrors: true, unserializableOptions: true },
    allowConsoleColors: false,
  };
}

/** Tests of one name can be in both folders: those that need a server or a process are integration tests. */
function testFilesOf(name: string): readonly string[] {
  const paths = ["unit", "integration"].map((folder) => join("test", folder, name));
  return paths.flatMap((path) => {
    if (existsSync(`${path}.test.ts`)) {
      return [`${path}.test.ts`];
    }
    const files = existsSync(path) ? readdirSync(path).filter((file) => file.endsWith(".test.ts")) : [];
    return files.map((file) => join(path, file));
  });
}
