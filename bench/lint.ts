import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeAuthoredProgram } from "./support/authored-program";
import type { Report } from "./support/report";
import { interleaved, rounded } from "./support/statistics";

const ROUNDS = 5;
const DASHBOARDS = 100;
const ALERTS_PER_DASHBOARD = 3;
const GOAL_S = 5;

const ROOT = join(__dirname, "..");
const BUILD = join(ROOT, "build");
const CLI = join(ROOT, "dist", "cli", "cdk-clickstack.js");
const COMPILER = join(ROOT, "node_modules", "typescript", "bin", "tsc");

const STACKS = "synthesized stacks";
const PROGRAM = "the program";

/** Measures `lint` of 100 dashboards with 300 alerts: of their program, and of stacks that it synthesized before. */
export async function lint(): Promise<Report> {
  mkdirSync(BUILD, { recursive: true });
  const folder = mkdtempSync(join(BUILD, "lint-"));
  try {
    writeAuthoredProgram(folder, DASHBOARDS, ALERTS_PER_DASHBOARD);
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(CONFIG));
    writeFileSync(join(folder, "cdktf.json"), JSON.stringify({ app: "node main.js" }));
    run(folder, [COMPILER, "-p", folder]);
    run(folder, ["main.js"]);
    return reportOf(
      await interleaved(ROUNDS, {
        [STACKS]: async () => lintTime(folder, ["cdktf.out"]),
        [PROGRAM]: async () => lintTime(folder, []),
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Settings of the program, which finds the built package by its name. */
const CONFIG = {
  compilerOptions: {
    ...{ target: "ES2022", module: "CommonJS", moduleResolution: "Bundler", strict: true, skipLibCheck: true },
    types: ["node"],
  },
  include: ["*.ts"],
};

/** Returns the duration of the command in milliseconds. Throws if it does not report each alert once. */
function lintTime(folder: string, words: readonly string[]): number {
  const started = performance.now();
  const { problems } = JSON.parse(run(folder, [CLI, "lint", ...words, "--json"])) as { problems: { rule: string }[] };
  const elapsed = performance.now() - started;
  const notes = problems.filter(({ rule }) => rule === "alert-note").length;
  if (notes !== DASHBOARDS * ALERTS_PER_DASHBOARD) {
    throw new Error(`lint reported ${notes} alerts without a note.`);
  }
  return elapsed;
}

function run(cwd: string, args: readonly string[]): string {
  const options = { cwd, encoding: "utf8", maxBuffer: 1e8, env: { ...process.env, CHECKPOINT_DISABLE: "1" } } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  if (status !== 0) {
    throw new Error(`${args.join(" ")} ended with ${status}: ${stdout}${stderr}`);
  }
  return stdout;
}

function reportOf(measured: Awaited<ReturnType<typeof interleaved<string>>>): Report {
  const seconds = (ms: number | undefined) => (ms === undefined ? "-" : (ms / 1000).toFixed(2));
  const rows = Object.entries(measured).map(([name, { median, least, cpu }]) => [
    ...[name, seconds(median), seconds(least), seconds(cpu?.median)],
  ]);
  return {
    title: `\`lint --json\` of ${DASHBOARDS} dashboards with ${DASHBOARDS * ALERTS_PER_DASHBOARD} alerts, offline, ${ROUNDS} times`,
    tables: [{ columns: ["lint of", "elapsed s", "least", "CPU s"], rows }],
    goals: Object.entries(measured).map(([name, { median, cpu }]) => ({
      name: `lint of ${name}, CPU time`,
      measured: rounded((cpu?.median ?? median) / 1000, 2),
      atMost: GOAL_S,
      unit: "s",
    })),
    figures: measured,
  };
}
