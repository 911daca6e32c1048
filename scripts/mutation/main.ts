/**
 * Mutates the code of each area and checks that a test fails. Writes the surviving mutations to
 * build/mutation/<area>.md. Exits with code 1 if the tests detect fewer than 85 % of an area's mutations. `--resume`
 * keeps earlier results whose code and test did not change. Described in docs/guides/reliability.md.
 *
 *     npm run mutation -- [--area NAME]... [--mutate GLOB]... [--resume] [--concurrency N]
 */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { areas, type MutationArea } from "../../test/integration/mutation/areas";
import { readOptions } from "../support/options";
import { type Outcome, outcomeOf, scoreLine, survivorsText } from "./outcome";
import { runStryker } from "./run-stryker";

const MIN_SCORE = 85;

const OUT = join("build", "mutation");

interface Settings {
  readonly chosen: readonly MutationArea[];
  readonly isResumed: boolean;
  readonly concurrency: number;
}

async function main(): Promise<number> {
  process.chdir(join(__dirname, "..", ".."));
  const { chosen, ...settings } = readSettings();
  mkdirSync(OUT, { recursive: true });
  const outcomes: Outcome[] = [];
  for (const area of chosen) {
    const outcome = await test(area, settings);
    writeFileSync(join(OUT, `${area.name}.md`), survivorsText(outcome));
    outcomes.push(outcome);
  }
  for (const outcome of outcomes) {
    printLine(scoreLine(outcome));
  }
  printLine("build/mutation lists the changes that no test detected.");
  return outcomes.every(({ score }) => score >= MIN_SCORE) ? 0 : 1;
}

function readSettings(): Settings {
  const { values } = readOptions({
    options: {
      area: { type: "string", multiple: true, default: [] },
      mutate: { type: "string", multiple: true, default: [] },
      resume: { type: "boolean", default: false },
      concurrency: { type: "string", default: "1" },
    },
  });
  const concurrency = Number(values.concurrency);
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new Error("--concurrency is a number of processes.");
  }
  return { chosen: chosenAreas(values.area, values.mutate), isResumed: values.resume, concurrency };
}

/** Returns the named areas, or all of them. With `mutate`, only the named code is mutated. */
function chosenAreas(names: readonly string[], mutate: readonly string[]): readonly MutationArea[] {
  const unknown = names.find((name) => !areas.some((area) => area.name === name));
  if (unknown !== undefined) {
    throw new Error(
      `The area "${unknown}" does not exist. The areas are: ${areas.map(({ name }) => name).join(", ")}.`,
    );
  }
  const named = areas.filter(({ name }) => names.length === 0 || names.includes(name));
  if (mutate.length === 0) {
    return named;
  }
  return [{ name: "chosen", mutate, tests: [...new Set(named.flatMap(({ tests }) => tests))] }];
}

async function test(area: MutationArea, settings: Omit<Settings, "chosen">): Promise<Outcome> {
  printLine(`${area.name}: ${area.mutate.join(", ")}`);
  const resultFile = join(OUT, `${area.name}.json`);
  if (!settings.isResumed) {
    rmSync(resultFile, { force: true });
  }
  const started = performance.now();
  const mutants = await runStryker({ ...area, ...settings, resultFile });
  if (mutants.length === 0) {
    throw new Error(`No code of ${area.mutate.join(", ")} can be changed.`);
  }
  return outcomeOf(area.name, mutants, (performance.now() - started) / 1000);
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  },
);
