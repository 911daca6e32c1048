import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { MutantResult, PartialStrykerOptions } from "@stryker-mutator/api/core";
import type { InProcessOptions } from "./in-process-runner";

/** Settings of a Stryker run in the working folder. */
export interface StrykerRun {
  /** Mutated code, as globs. */
  readonly mutate: readonly string[];
  /**
   * Tests that must detect the mutations: files below `test/unit` or `test/integration` without `.test.ts`, or folders
   * with all tests directly in them.
   */
  readonly tests: readonly string[];
  /** Number of parallel processes. */
  readonly concurrency: number;
  /** File of the results. An earlier result is kept if neither the code nor the detecting test changed. */
  readonly resultFile: string;
}

export async function runStryker(stryker: StrykerRun): Promise<readonly MutantResult[]> {
  // The package contains only an ES module.
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
    // Stryker cannot use TypeScript as a library, because TypeScript has no JavaScript interface since version 7.
    // esbuild does not need its configuration.
    tsconfigFile: "none.json",
    disableTypeChecks: true,
    // A process that evaluates the code repeatedly does not release all of its memory.
    maxTestRunnerReuse: 60,
    // The runner ends tests that wait forever. This limit ends infinite loops.
    timeoutMS: 20_000,
    timeoutFactor: 5,
    dryRunTimeoutMinutes: 20,
    // "inProcess" is an option of the runner. Mutations of code that runs when a module loads need all tests.
    warnings: { unknownOptions: false, slow: false, preprocessorErrors: true, unserializableOptions: true },
    allowConsoleColors: false,
  };
}

/** Returns the unit tests and the integration tests of an area: a file with this name, or all files of a folder. */
function testFilesOf(name: string): readonly string[] {
  const paths = ["unit", "integration"].map((folder) => join("test", folder, name));
  const found = paths.flatMap((path) => {
    if (existsSync(`${path}.test.ts`)) {
      return [`${path}.test.ts`];
    }
    const files = existsSync(path) ? readdirSync(path).filter((file) => file.endsWith(".test.ts")) : [];
    return files.map((file) => join(path, file));
  });
  if (found.length === 0) {
    throw new Error(`No tests found in test/unit/${name} or test/integration/${name}. Correct the list of areas.`);
  }
  return found;
}
