import { existsSync, renameSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import type { InstrumenterContext, MutantCoverage, StrykerOptions } from "@stryker-mutator/api/core";
import type { Logger } from "@stryker-mutator/api/logging";
import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from "@stryker-mutator/api/plugin";
import {
  type DryRunOptions,
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from "@stryker-mutator/api/test-runner";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { expect } from "expect";
import circus, { addEventHandler, getState, resetState, run } from "jest-circus";
import { TestHistory } from "./test-history";

/** Options of this runner in Stryker's options. */
export interface InProcessOptions {
  readonly inProcess: {
    /** Test files relative to the project's folder. */
    readonly testFiles: readonly string[];
  };
}

/** Time limit of a test in the first run, which has no mutation. */
const MAX_UNCHANGED_TEST_MS = 120_000;

/** Tests that take longer in the first run are skipped, because hundreds of mutations would wait for each of them. */
const MAX_USEFUL_TEST_MS = 5_000;

/** A test that exceeds this time with a mutation waits for an event that never happens. */
const longestChangedMs = (unchangedMs: number) => 5_000 + 10 * unchangedMs;

type DescribeBlock = ReturnType<typeof getState>["rootDescribeBlock"];
type Test = Extract<DescribeBlock["children"][number], { type: "test" }>;

/**
 * Runs the tests with jest's own engine (jest-circus) in the process of Stryker's worker. Starting jest for each
 * mutation takes hours. Instead, all files are compiled once into one bundle, which is evaluated again for each
 * mutation. A mutation therefore does not affect the next run.
 */
class InProcessRunner implements TestRunner {
  readonly #testFiles: readonly string[];
  /** Path in Stryker's copy of the project, which is the working folder. */
  readonly #bundle = resolve("tests.bundle.js");
  readonly #history = new TestHistory(resolve("tests.history.json"));
  /** Interface between the mutated code and Stryker. */
  readonly #stryker: InstrumenterContext;

  constructor(
    options: StrykerOptions,
    private readonly log: Logger,
  ) {
    this.#testFiles = (options as StrykerOptions & InProcessOptions).inProcess.testFiles;
    const shared = globalThis as { __stryker__?: InstrumenterContext };
    shared.__stryker__ ??= {};
    this.#stryker = shared.__stryker__;
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    process.on("disconnect", () => process.exit(1));
    if (!existsSync(this.#bundle)) {
      await this.#compile();
    }
    Object.assign(globalThis, circus, { expect });
    // As in jest, an uncaught error makes the running test fail.
    process.on("uncaughtException", (error) => getState().currentlyRunningTest?.errors.push(error));
    addEventHandler((event) => {
      if (event.name === "test_start") {
        this.#stryker.currentTestId = idOf(event.test);
      }
      if (event.name === "test_done") {
        this.#testDone(event.test);
      }
    });
  }

  /** Processes that start at the same time may compile at the same time. No process may read an incomplete file. */
  async #compile(): Promise<void> {
    const own = `${this.#bundle}.${process.pid}`;
    await build(bundleOptions(this.#testFiles, own));
    renameSync(own, this.#bundle);
  }

  async dryRun(_options: DryRunOptions): Promise<DryRunResult> {
    this.#stryker.mutantCoverage = undefined;
    const all = await this.#run(this.#testFiles, () => undefined);
    const mutantCoverage: MutantCoverage = this.#stryker.mutantCoverage ?? { static: {}, perTest: {} };
    const isLeftOut = ({ status, timeSpentMs }: TestResult) =>
      status === TestStatus.Success && timeSpentMs > MAX_USEFUL_TEST_MS;
    for (const test of all.filter(isLeftOut)) {
      this.log.info("Left out, because it takes %s ms: %s", test.timeSpentMs, test.name);
      delete mutantCoverage.perTest[test.id];
    }
    const tests = all.filter((test) => !isLeftOut(test));
    this.#history.begin(tests);
    return { status: DryRunStatus.Complete, tests, mutantCoverage };
  }

  async mutantRun({
    activeMutant,
    testFilter,
    hitLimit,
    reloadEnvironment,
  }: MutantRunOptions): Promise<MutantRunResult> {
    this.#history.read();
    const chosen = new Set(testFilter ?? this.#history.ids());
    const files = this.#testFiles.filter((file) => [...chosen].some((id) => id.startsWith(`${file} `)));
    this.#stryker.hitLimit = hitLimit;
    this.#stryker.hitCount = hitLimit === undefined ? undefined : 0;
    // Code that runs while modules load is mutated only if the mutation is inside this code.
    this.#stryker.activeMutant = reloadEnvironment ? activeMutant.id : undefined;
    const tests = await this.#run(files, (root) => {
      this.#stryker.activeMutant = activeMutant.id;
      for (const test of testsOf(root)) {
        if (!chosen.has(idOf(test))) {
          test.mode = "skip";
        }
        test.timeout = longestChangedMs(this.#history.msOf(idOf(test)));
      }
      this.#quickestFirst(root);
    });
    this.#stryker.activeMutant = undefined;
    return toMutantRunResult(
      determineHitLimitReached(this.#stryker.hitCount, hitLimit) ?? { status: DryRunStatus.Complete, tests },
    );
  }

  /** Sorts the tests by the expected time until they detect a mutation. Returns the lowest cost of a block. */
  #quickestFirst(block: DescribeBlock): number {
    const costs = new Map<DescribeBlock["children"][number], number>();
    for (const child of block.children) {
      costs.set(child, child.type === "test" ? this.#history.costOf(idOf(child)) : this.#quickestFirst(child));
    }
    block.children.sort((a, b) => (costs.get(a) ?? 0) - (costs.get(b) ?? 0));
    return Math.min(...costs.values());
  }

  /** Code that runs between tests affects all of them. In that case the first failed test has detected the mutation. */
  #testDone(test: Test): void {
    this.#stryker.currentTestId = undefined;
    if (test.errors.length === 0 || this.#stryker.activeMutant === undefined) {
      return;
    }
    this.#history.noticed(idOf(test));
    for (const other of testsOf(getState().rootDescribeBlock)) {
      other.mode = "skip";
    }
  }

  async #run(files: readonly string[], prepare: (root: DescribeBlock) => void): Promise<TestResult[]> {
    this.#stryker.currentTestId = undefined;
    resetState();
    getState().testTimeout = MAX_UNCHANGED_TEST_MS;
    try {
      delete require.cache[this.#bundle];
      const bundle: Bundle = require(this.#bundle);
      for (const file of files) {
        circus.describe(file, () => defineTests(bundle, file));
      }
    } catch (error) {
      return [failedToLoad(error)];
    }
    const root = getState().rootDescribeBlock;
    prepare(root);
    await run();
    return testsOf(root).map(resultOf);
  }
}

function bundleOptions(testFiles: readonly string[], outfile: string): BuildOptions {
  const entries = testFiles.map((file) => `${JSON.stringify(file)}: () => require(${JSON.stringify(resolve(file))})`);
  return {
    stdin: { contents: `module.exports = {\n${entries.join(",\n")}\n};`, resolveDir: process.cwd(), loader: "js" },
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "cjs",
    target: "node20",
    logLevel: "error",
    plugins: [ownFolders, providerInProcess],
  };
}

/** Functions that define the tests of a file, by file. */
type Bundle = Readonly<Record<string, () => void>>;

function defineTests(bundle: Bundle, file: string): void {
  const define = bundle[file];
  if (!define) {
    throw new Error(`The bundle lacks ${file}.`);
  }
  define();
}

/** In the bundle, the `__dirname` of a module is the module's original folder. */
const ownFolders: Plugin = {
  name: "own-folders",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const code = await readFile(path, "utf8");
      if (!code.includes("__dirname")) {
        return undefined;
      }
      return { contents: `const __dirname = ${JSON.stringify(dirname(path))};\n${code}`, loader: "ts" };
    });
  },
};

/** In the bundle, tests call the provider in this process. A separate process would not contain the mutations. */
const providerInProcess: Plugin = {
  name: "provider-in-process",
  setup({ onResolve }) {
    onResolve({ filter: /\/(plugin\/harness\/host|install\/provider-executable)$/ }, ({ importer }) =>
      importer.endsWith("provider-process.ts")
        ? { path: resolve("scripts", "mutation", "in-process-host.ts") }
        : undefined,
    );
  },
};

function testsOf(block: DescribeBlock): readonly Test[] {
  return block.children.flatMap((child) => (child.type === "test" ? [child] : testsOf(child)));
}

/** Returns an id from the file, the names of the blocks and of the test, and a number for tests with the same name. */
function idOf(test: Test): string {
  const namesakes = test.parent.children.filter(({ name }) => name === test.name);
  const names = [test.name];
  for (let block: DescribeBlock | undefined = test.parent; block?.parent; block = block.parent) {
    names.unshift(block.name);
  }
  const number = namesakes.indexOf(test);
  return names.join(" ") + (number > 0 ? ` (${number + 1})` : "");
}

function fileOf(test: Test): string {
  let block = test.parent;
  while (block.parent?.parent) {
    block = block.parent;
  }
  return block.name;
}

function resultOf(test: Test): TestResult {
  const base = {
    id: idOf(test),
    name: idOf(test),
    timeSpentMs: test.duration ?? 0,
    fileName: join(process.cwd(), fileOf(test)),
  };
  const [error] = test.errors;
  if (error !== undefined) {
    return { ...base, status: TestStatus.Failed, failureMessage: textOf(error) };
  }
  return { ...base, status: test.status === "done" ? TestStatus.Success : TestStatus.Skipped };
}

function failedToLoad(error: unknown): TestResult {
  const name = `the tests are loaded: ${relative(process.cwd(), "tests.bundle.js")}`;
  return { id: name, name, timeSpentMs: 0, status: TestStatus.Failed, failureMessage: textOf(error) };
}

function textOf(error: unknown): string {
  const [first] = [error].flat();
  return first instanceof Error ? `${first.message}\n${first.stack}` : String(first);
}

function inProcessRunner(options: StrykerOptions, log: Logger): TestRunner {
  return new InProcessRunner(options, log);
}
inProcessRunner.inject = tokens(commonTokens.options, commonTokens.logger);

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, "in-process", inProcessRunner)];
