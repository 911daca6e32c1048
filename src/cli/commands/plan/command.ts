import { resolve } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { findEngine } from "../../engine/find-engine";
import type { Stack } from "../../project/find-stacks";
import { openStacks } from "../../project/open-stacks";
import { planStacks } from "../../project/plan-stacks";
import { differenceText, findDifference, REVIEW_FIX, readReviewed } from "../../reports/changes/digest";
import { reportOfPlans } from "../../reports/changes/stack-report";
import { publish, withReportOptions } from "../../reports/report-options";
import { CommandError } from "../../terminal/exit";
import { examplesText } from "../../terminal/help";
import type { FlagsOf } from "../../terminal/options";
import { KeptPlans } from "./kept-plans";

const EXAMPLES = {
  plan: "Run the program here, and report the changes of an apply of its stacks.",
  "plan --init --output plan.md": "The same, and a file with the comment for a pull request.",
  "plan cdktf.out --out plans":
    'Keep the plan of each synthesized stack as plans/<stack>.tfplan, for "terraform apply" in the stack\'s folder.',
  "plan cdktf.out --out plans --reviewed plan.md": "Save the plans only if they match the comment of the pull request.",
  "plan staging production --engine-arg=-refresh=false --json": "Two folders, for scripts.",
};

export function planCommand() {
  return declaredCommand().addHelpText("after", examplesText(EXAMPLES)).action(plan);
}

function declaredCommand() {
  return withReportOptions(
    new Command("plan").description(
      "Report the changes of an apply, risks first. Exits with code 0 without changes, 2 for changes, 1 for an error.",
    ),
    ["text", "json", "markdown", "html"],
  )
    .option("--out <dir>", "keep the engine's plans in this folder, as <stack>.tfplan")
    .option("--reviewed <file>", "fail and save no plan unless this comment (.md) shows the same plan");
}

async function plan(folders: string[], flags: FlagsOf<typeof declaredCommand>): Promise<void> {
  const engine = findEngine();
  const reviewed = flags.reviewed === undefined ? undefined : readReviewed(flags.reviewed);
  const stacks = await openStacks(folders, flags);
  const names = stacks.map(fileNameOf);
  if (flags.out !== undefined && new Set(names).size < names.length) {
    throw new CommandError("Two stacks would keep their plans in one file. Plan them in two runs.");
  }
  const kept = flags.out === undefined ? undefined : new KeptPlans(resolve(flags.out), names);
  const planned = await planStacks(engine, stacks, flags.parallel, (stack) => ({
    init: flags.init,
    keep: kept && ((file) => kept.keep(file, fileNameOf(stack))),
    engineArguments: flags.engineArg,
  }));
  const report = reportOfPlans(planned);
  const difference = reviewed && findDifference(report, reviewed);
  if (difference !== undefined) {
    kept?.discard(names);
  }
  await publish(report, planned, flags);
  if (difference !== undefined) {
    throw new CommandError(`${differenceText(flags.reviewed, difference)} No plan was saved. ${REVIEW_FIX}`);
  }
}

function fileNameOf({ name }: Stack): string {
  return name.replaceAll(/[^\w.-]+/g, "-");
}
