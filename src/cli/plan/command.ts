import { resolve } from "node:path";
import { Command } from "commander";
import { findEngine } from "../engine/find-engine";
import { findStacks, type Stack } from "../engine/find-stacks";
import { planStacks } from "../engine/plan-stacks";
import { CommandError } from "../frame/exit";
import { examplesText } from "../frame/options";
import { publish, type ReportFlags, withReportOptions } from "../report/report-options";
import { planReport, sharedObjects } from "../report/stack-report";
import { KeptPlans } from "./kept-plans";

const EXAMPLES = [
  { run: "plan", does: "What an apply would change here, or in every stack of cdktf.out." },
  { run: "plan cdktf.out --init --output plan.md", does: "The same, and a file with the comment for a pull request." },
  {
    run: "plan cdktf.out --out plans",
    does: "Keep each stack's plan as plans/<stack>.tfplan, for \"terraform apply\" in the stack's folder.",
  },
  { run: "plan staging production --engine-arg=-refresh=false --json", does: "Two folders, for scripts." },
];

interface PlanFlags extends ReportFlags {
  out?: string;
}

/** `cdk-clickstack plan [dir...]`: what an apply would change, as people read it. */
export function planCommand(): Command {
  return withReportOptions(
    new Command("plan").description(
      "Say what an apply would change, risks first. Exits with code 0 for nothing to do, 2 for changes, 1 for an error.",
    ),
    ["text", "json", "markdown", "html"],
  )
    .option("--out <dir>", "keep the engine's plans in this folder, as <stack>.tfplan")
    .addHelpText("after", examplesText(EXAMPLES))
    .action(plan);
}

async function plan(folders: string[], flags: PlanFlags): Promise<void> {
  const stacks = findStacks(folders);
  const engine = findEngine();
  const keeperOf = keepers(stacks, flags.out);
  const planned = await planStacks(engine, stacks, flags.parallel, (stack) => ({
    init: flags.init,
    keep: keeperOf(stack),
    engineArguments: flags.engineArg,
  }));
  await publish(
    { command: "plan", stacks: planned.map(planReport), unmanaged: [], shared: sharedObjects(planned), problems: [] },
    planned,
    flags,
  );
}

/** What keeps each stack's plan: as a file named after the stack. */
function keepers(stacks: readonly Stack[], out: string | undefined) {
  if (out === undefined) return () => undefined;
  const names = stacks.map(fileNameOf);
  if (new Set(names).size < names.length)
    throw new CommandError("Two stacks would keep their plans in one file. Plan them in two runs.");
  const kept = new KeptPlans(resolve(out), names);
  return (stack: Stack) => (file: string) => kept.keep(file, fileNameOf(stack));
}

function fileNameOf({ name }: Stack): string {
  return name.replaceAll(/[^\w.-]+/g, "-");
}
