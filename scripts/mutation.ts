import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { areas, type MutationArea } from "../test/mutation/areas";

/**
 * `npm run mutation -- [--area <name> ...] [--mutate <glob> ...] [--concurrency <number>]`: changes the code of each area in every small
 * way and sees whether a test fails. Writes the changes that no test noticed to build/mutation/survivors.md, and exits with 1 where less
 * than 85 % of them were noticed. See docs/guides/reliability.md.
 */
const LEAST_SCORE = 85;

const ROOT = join(__dirname, "..");
const OUT = join(ROOT, "build", "mutation");

/** What Stryker reports of one change: the schema of mutation testing elements. */
interface Mutant {
  readonly mutatorName: string;
  readonly status:
    | "Killed"
    | "Timeout"
    | "Survived"
    | "NoCoverage"
    | "RuntimeError"
    | "CompileError"
    | "Ignored"
    | "Pending";
  readonly location: { readonly start: { readonly line: number; readonly column: number } };
  readonly replacement?: string;
}

interface MutationReport {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

interface Outcome {
  readonly area: string;
  readonly noticed: number;
  readonly all: number;
  readonly survivors: readonly string[];
}

function main(): number {
  const { values } = parseArgs({
    options: {
      area: { type: "string", multiple: true, default: [] },
      mutate: { type: "string", multiple: true, default: [] },
      concurrency: { type: "string", default: "1" },
    },
  });
  const outcomes = chosen(values.area, values.mutate).map((area) => run(area, Number(values.concurrency)));
  writeFileSync(join(OUT, "survivors.md"), outcomes.map(survivorsText).join("\n"));
  for (const outcome of outcomes) say(lineOf(outcome));
  const whole = {
    area: "all",
    noticed: sum(outcomes.map(({ noticed }) => noticed)),
    all: sum(outcomes.map(({ all }) => all)),
    survivors: [],
  };
  say(`${lineOf(whole)}\nWhat no test noticed is in build/mutation/survivors.md.`);
  return scoreOf(whole) >= LEAST_SCORE ? 0 : 1;
}

/** The areas that are named, those alone of whose code a part is named, or all of them. */
function chosen(names: readonly string[], globs: readonly string[]): readonly MutationArea[] {
  const unknown = names.find((name) => !areas.some((area) => area.name === name));
  if (unknown !== undefined)
    throw new Error(`There is no area "${unknown}". These are: ${areas.map(({ name }) => name).join(", ")}.`);
  const named = areas.filter(({ name }) => names.length === 0 || names.includes(name));
  if (globs.length === 0) return named;
  return [{ name: "chosen", mutate: globs, tests: [...new Set(named.flatMap(({ tests }) => tests))] }];
}

function run({ name, mutate, tests }: MutationArea, concurrency: number): Outcome {
  const folder = join(OUT, name);
  const report = join(folder, "report.json");
  rmSync(report, { force: true });
  mkdirSync(folder, { recursive: true });
  const configuration = join(folder, "stryker.json");
  writeFileSync(configuration, JSON.stringify(strykerOptions(mutate, tests, report, concurrency), undefined, 2));
  say(`${name}: ${mutate.join(", ")}`);
  const stryker = join(ROOT, "node_modules", ".bin", "stryker");
  const { status } = spawnSync(stryker, ["run", configuration], { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) throw new Error(`Stryker ended with ${status} in the area ${name}.`);
  return outcomeOf(name, JSON.parse(readFileSync(report, "utf8")));
}

function strykerOptions(
  mutate: readonly string[],
  tests: readonly string[],
  report: string,
  concurrency: number,
): object {
  return {
    testRunner: "jest",
    plugins: ["@stryker-mutator/jest-runner"],
    coverageAnalysis: "perTest",
    mutate,
    concurrency,
    jest: {
      projectType: "custom",
      configFile: "jest.config.js",
      enableFindRelatedTests: false,
      config: { testMatch: tests.map((glob) => `**/test/${glob}.test.ts`) },
    },
    reporters: ["progress-append-only", "json"],
    jsonReporter: { fileName: report },
    ignorePatterns: ["/dist", "/build", "/cdktf.out", "/docs", "/bench"],
    tempDirName: join("build", "mutation", "sandbox"),
    // TypeScript has no JavaScript interface since 7, and swc needs no configuration of it.
    tsconfigFile: "none.json",
    disableTypeChecks: true,
    // Only a change that makes a loop endless takes this long, also on a busy machine.
    timeoutMS: 30_000,
    allowConsoleColors: false,
  };
}

function outcomeOf(area: string, { files }: MutationReport): Outcome {
  const counted = Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.filter(isCounted).map((mutant) => ({ file, source, mutant })),
  );
  const missed = counted.filter(({ mutant }) => mutant.status === "Survived" || mutant.status === "NoCoverage");
  return {
    area,
    all: counted.length,
    noticed: counted.length - missed.length,
    survivors: missed.map(({ file, source, mutant }) => survivorText(file, source, mutant)),
  };
}

/** Changes that do not run at all say nothing about tests. */
function isCounted({ status }: Mutant): boolean {
  return status === "Killed" || status === "Timeout" || status === "Survived" || status === "NoCoverage";
}

function survivorText(file: string, source: string, { mutatorName, location, replacement, status }: Mutant): string {
  const { line, column } = location.start;
  const code = source.split("\n")[line - 1]?.trim() ?? "";
  const unseen = status === "NoCoverage" ? ", which no test runs" : "";
  return `- ${file}:${line}:${column} ${mutatorName}${unseen}\n  \`${code}\`\n  becomes \`${(replacement ?? "").replace(/\s+/g, " ")}\`\n`;
}

function survivorsText(outcome: Outcome): string {
  return `# ${lineOf(outcome)}\n\n${outcome.survivors.join("")}`;
}

function lineOf({ area, noticed, all, survivors }: Outcome): string {
  const missed = survivors.length > 0 ? `, ${survivors.length} not noticed` : "";
  return `${area}: ${scoreOf({ noticed, all }).toFixed(1)} % of ${all} changes noticed${missed}`;
}

function scoreOf({ noticed, all }: Pick<Outcome, "noticed" | "all">): number {
  return all === 0 ? 100 : (100 * noticed) / all;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

process.exitCode = main();
