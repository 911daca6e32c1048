/**
 * Runs random cases against all code that reads input. Each target runs in a separate process with a memory limit and a
 * time limit. Prints the seed, the number of cases, and a command for each finding. Exits with code 1 after a finding.
 *
 *     npm run fuzz -- [--cases N] [--seed N] [--target NAME]... [--path PATH]
 */

import { type ChildProcess, fork } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FuzzOptions, type FuzzRun, runTarget } from "../../test/integration/fuzz/run-target";
import type { Target } from "../../test/integration/fuzz/target";
import { targets } from "../../test/integration/fuzz/targets";
import { readOptions } from "../support/options";

const DEFAULT_CASES = 1_000_000;

/** Memory limit of a process. A case needs less than a tenth of it. */
const MAX_MEGABYTES = 2048;

/** Time limit of a case, which normally takes milliseconds. A process that hangs is ended with SIGXCPU. */
const MAX_SECONDS = 120;

interface Settings extends FuzzOptions {
  readonly chosen: readonly Target[];
}

async function main(): Promise<number> {
  const { seed, cases, path, chosen } = settings();
  const shares = chosen.reduce((sum, { share }) => sum + share, 0);
  printLine(`seed ${seed}, ${cases} cases of ${chosen.map(({ name }) => name).join(", ")}`);
  let [done, findings] = [0, 0];
  for (const target of chosen) {
    const own = Math.max(1, Math.round((cases * target.share) / shares));
    const started = performance.now();
    const run = await runApart(target, { seed, cases: own, ...(path !== undefined && { path }) });
    done += run.cases;
    printLine(`${target.name}: ${run.cases} cases in ${Math.round((performance.now() - started) / 1000)} s`);
    if (!run.finding) {
      continue;
    }
    findings += 1;
    printLine(`  FINDING in ${target.name}\n  ${run.finding.example}\n  ${run.finding.error.replaceAll("\n", "\n  ")}`);
    printLine(`  Again: npm run fuzz -- --target ${target.name} --seed ${run.finding.seed} --path ${run.finding.path}`);
  }
  printLine(`seed ${seed}, ${done} cases, ${findings} findings`);
  return findings === 0 ? 0 : 1;
}

function settings(): Settings {
  const { values } = readOptions({
    options: {
      cases: { type: "string", default: String(DEFAULT_CASES) },
      seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
      target: { type: "string", multiple: true, default: [] },
      path: { type: "string" },
    },
  });
  const chosen = values.target.length === 0 ? targets : values.target.map(targetNamed);
  const [cases, seed] = [wholeNumber("cases", values.cases), wholeNumber("seed", values.seed)];
  return { chosen, seed, cases, ...(values.path !== undefined && { path: values.path }) };
}

/** Runs a target in a separate process, and ends the process if it hangs. */
async function runApart(target: Target, options: FuzzOptions): Promise<FuzzRun> {
  const folder = mkdtempSync(join(tmpdir(), "fuzz-"));
  const progress = join(folder, "progress");
  writeFileSync(progress, "");
  const child = fork(__filename, [], {
    execArgv: ["--import", "tsx", `--max-old-space-size=${MAX_MEGABYTES}`],
    // Files of a case or of an ended process are deleted with the folder.
    env: {
      ...process.env,
      TMPDIR: folder,
      [CHILD]: JSON.stringify({ target: target.name, options, progress } satisfies ChildTask),
    },
  });
  const watch = endWhereItHangs(child, progress);
  const run = await new Promise<FuzzRun | string>((resolve) => {
    child.once("message", (message) => resolve(message as FuzzRun));
    child.once("exit", (code, signal) => resolve(`The process ended with ${signal ?? code}.`));
  });
  clearInterval(watch);
  const result = typeof run === "string" ? lastCase(target, options, readFileSync(progress, "utf8"), run) : run;
  child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
  return result;
}

/** Ends the process if the number of its current case stays the same for too long. */
function endWhereItHangs(child: ChildProcess, progress: string): NodeJS.Timeout {
  let [last, looks] = ["", 0];
  return setInterval(() => {
    const now = readFileSync(progress, "utf8");
    looks = now === last ? looks + 1 : 0;
    last = now;
    if (looks >= MAX_SECONDS) {
      child.kill("SIGXCPU");
    }
  }, 1000);
}

/** Returns the case that was running when the process ended or stopped responding. The case cannot be made smaller. */
function lastCase(target: Target, options: FuzzOptions, progress: string, error: string): FuzzRun {
  const [seed = options.seed, index = 0, done = 0] = progress
    .split(" ")
    .filter((each) => each !== "")
    .map(Number);
  return { cases: done, finding: { target: target.name, seed, path: String(index), example: "(not shown)", error } };
}

/** Task of a target's process, in its environment. */
const CHILD = "FUZZ_TASK";

interface ChildTask {
  readonly target: string;
  readonly options: FuzzOptions;
  readonly progress: string;
}

async function child(task: string): Promise<void> {
  const { target, options, progress }: ChildTask = JSON.parse(task);
  const file = openSync(progress, "w");
  const run = await runTarget(targetNamed(target), options, ({ seed, index, done }) => {
    writeSync(file, `${seed} ${index} ${done}`.padEnd(60), 0);
  });
  closeSync(file);
  process.send?.(run, () => process.exit());
}

function targetNamed(name: string): Target {
  const found = targets.find((target) => target.name === name);
  if (!found) {
    throw new Error(
      `The target "${name}" does not exist. The targets are: ${targets.map((each) => each.name).join(", ")}.`,
    );
  }
  return found;
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d+$/.test(text)) {
    throw new Error(`--${option} must be a whole number, not "${text}".`);
  }
  return Number(text);
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

const task = process.env[CHILD];
(task === undefined ? main().then((exitCode) => process.exit(exitCode)) : child(task)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
