import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeAuthoredProgram } from "./support/authored-program";
import type { Report } from "./support/report";
import { interleaved, rounded, type Summary, summary } from "./support/statistics";

const ROUNDS = 5;
const DASHBOARDS = 200;
const TYPE_CHECK = `type check, ${DASHBOARDS} dashboards`;
const TYPE_CHECK_S = 5;
const SYNTHESIS = `synthesis, ${DASHBOARDS} dashboards`;
const SYNTHESIS_S = 2;

const ROOT = join(__dirname, "..");
const BUILD = join(ROOT, "build");
const COMPILER = join(ROOT, "node_modules", "typescript", "bin", "tsc");
const SUBJECTS = ["empty", "large"] as const;

/**
 * Measures type checking and synthesis of a program with 200 dashboards and of one without dashboards, with the built
 * package.
 */
export async function authoring(): Promise<Report> {
  mkdirSync(BUILD, { recursive: true });
  const folder = mkdtempSync(join(BUILD, "authoring-"));
  try {
    writeAuthoredProgram(join(folder, "empty"), 0);
    writeAuthoredProgram(join(folder, "large"), DASHBOARDS);
    for (const name of SUBJECTS) {
      writeFileSync(join(folder, name, "tsconfig.json"), JSON.stringify(CONFIG));
    }
    for (const name of SUBJECTS) {
      timed([COMPILER, "-p", join(folder, name), "--noEmit", "false"]);
    }
    const check = (name: string) => () => timed([COMPILER, "-p", join(folder, name)]);
    const synthesize = (name: string) => () => timed(["main.js"], join(folder, name));
    return reportOf(
      await measure({
        "type check, no dashboard": check("empty"),
        [TYPE_CHECK]: check("large"),
        "synthesis, no dashboard": synthesize("empty"),
        [SYNTHESIS]: synthesize("large"),
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Settings of a typical author. Imports of the package use its name and its build. */
const CONFIG = {
  compilerOptions: {
    target: "ES2022",
    module: "CommonJS",
    moduleResolution: "Bundler",
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ["node"],
  },
  include: ["*.ts"],
};

/** Duration of one run, and its processor time. */
interface Run {
  readonly wall: number;
  readonly processor: number;
}

/** Runs a script. Throws if it fails. */
function timed(args: readonly string[], cwd = ROOT): Run {
  const [started, used] = [performance.now(), processorTime()];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, CHECKPOINT_DISABLE: "1" },
  });
  if (status !== 0) {
    throw new Error(`${args.join(" ")} ended with ${status}: ${stdout}${stderr}`);
  }
  const wall = performance.now() - started;
  return { wall, processor: used === undefined ? wall : (processorTime() ?? 0) - used };
}

/**
 * Returns the milliseconds of CPU time of this process's children, which other work on the machine rarely changes.
 * Undefined on systems other than Linux.
 */
function processorTime(): number | undefined {
  if (!existsSync(STATISTICS)) {
    return undefined;
  }
  // The 14th and 15th fields after the name in parentheses are the ticks of ended children. A tick is 10 ms.
  const fields = readFileSync(STATISTICS, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

const STATISTICS = "/proc/self/stat";

type Measured = Readonly<Record<string, { readonly processor: Summary; readonly wall: Summary }>>;

async function measure(subjects: Readonly<Record<string, () => Run>>): Promise<Measured> {
  const walls = new Map<string, number[]>();
  const noting = ([name, run]: readonly [string, () => Run]) => {
    const noted = async () => {
      const { wall, processor } = run();
      walls.set(name, [...(walls.get(name) ?? []), wall]);
      return processor;
    };
    return [name, noted] as const;
  };
  const processor = await interleaved(ROUNDS, Object.fromEntries(Object.entries(subjects).map(noting)));
  return Object.fromEntries(
    Object.entries(processor).map(([name, each]) => [
      name,
      { processor: each, wall: summary((walls.get(name) ?? []).slice(1)) },
    ]),
  );
}

function reportOf(measured: Measured): Report {
  const seconds = (ms: number) => (ms / 1000).toFixed(2);
  const goal = (name: string, atMost: number) => ({
    name: `${name}, processor time`,
    measured: rounded((measured[name]?.processor.median ?? Number.NaN) / 1000, 2),
    atMost,
    unit: "s",
  });
  return {
    title: `programs whose dashboards have six tiles and an alert each, in seconds, median of ${ROUNDS}, in turns`,
    tables: [
      {
        columns: ["", "processor", "least", "wall", "least"],
        rows: Object.entries(measured).map(([name, { processor, wall }]) => [
          name,
          ...[processor.median, processor.least, wall.median, wall.least].map(seconds),
        ]),
      },
    ],
    goals: [goal(TYPE_CHECK, TYPE_CHECK_S), goal(SYNTHESIS, SYNTHESIS_S)],
    figures: { milliseconds: measured },
  };
}
