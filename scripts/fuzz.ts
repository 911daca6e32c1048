import { parseArgs } from "node:util";
import { runTarget } from "../test/fuzz/run-target";
import { targets } from "../test/fuzz/targets";

/**
 * `npm run fuzz -- [--cases <number>] [--seed <number>] [--target <name> ...] [--path <path>]`: runs cases against everything that reads
 * what others wrote, and exits with 1 where something does not cope with one. A finding says how to run its case alone.
 */
const DEFAULT_CASES = 1_000_000;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      cases: { type: "string", default: String(DEFAULT_CASES) },
      seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
      target: { type: "string", multiple: true, default: [] },
      path: { type: "string" },
    },
  });
  const chosen = values.target.length === 0 ? targets : values.target.map(targetNamed);
  const [cases, seed] = [wholeNumber("cases", values.cases), wholeNumber("seed", values.seed)];
  const shares = chosen.reduce((sum, { share }) => sum + share, 0);
  say(`seed ${seed}, ${cases} cases of ${chosen.map(({ name }) => name).join(", ")}`);
  let [done, findings] = [0, 0];
  for (const target of chosen) {
    const own = Math.max(1, Math.round((cases * target.share) / shares));
    const started = performance.now();
    const run = await runTarget(target, { seed, cases: own, ...(values.path !== undefined && { path: values.path }) });
    done += run.cases;
    say(`${target.name}: ${run.cases} cases in ${Math.round((performance.now() - started) / 1000)} s`);
    if (!run.finding) continue;
    const { seed: itsSeed, path, example, error } = run.finding;
    findings += 1;
    say(`  FINDING in ${target.name}\n  ${example}\n  ${error.replaceAll("\n", "\n  ")}`);
    say(`  Again: npm run fuzz -- --target ${target.name} --seed ${itsSeed} --path ${path}`);
  }
  say(`seed ${seed}, ${done} cases, ${findings} findings`);
  return findings === 0 ? 0 : 1;
}

function targetNamed(name: string) {
  const found = targets.find((target) => target.name === name);
  if (!found)
    throw new Error(`There is no target "${name}". These are: ${targets.map((each) => each.name).join(", ")}.`);
  return found;
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`--${option} takes a whole number, not "${text}".`);
  return Number(text);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main()
  .then((exitCode) => process.exit(exitCode))
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
