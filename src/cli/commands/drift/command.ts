import { Command, Option } from "@commander-js/extra-typings";
import { findEngine } from "../../engine/find-engine";
import { DEFAULT_RULES_FILE, readDriftRules, withoutIgnored } from "../../project/drift-rules";
import { openStacks } from "../../project/open-stacks";
import { planStacks } from "../../project/plan-stacks";
import type { Report } from "../../reports/changes/report-model";
import { driftReport, sharedObjects } from "../../reports/changes/stack-report";
import { publish, withReportOptions } from "../../reports/report-options";
import { findUnmanaged } from "../../server/unmanaged";
import { EXIT } from "../../terminal/exit";
import { examplesText } from "../../terminal/help";
import type { FlagsOf } from "../../terminal/options";
import { say, withProgress } from "../../terminal/output";
import { DEFAULT_NOTIFY_STATE, driftNotifier, NOTIFICATION_FORMATS } from "./notify";

const EXAMPLES = {
  drift: "Run the program here, and report changes of others since the last apply of its stacks.",
  "drift --output drift.xml --output drift.sarif":
    "The same, with a JUnit test case per object, and SARIF for a code-scanning page.",
  "drift --notify --notify-state notified.json": "Post drift to the webhook in CLICKSTACK_NOTIFY_URL, once per change.",
  "drift --rules drift-rules.yaml --no-unmanaged": "Omit objects that rules ignore, and objects that are in no state.",
};

export function driftCommand() {
  return declaredCommand().addHelpText("after", examplesText(EXAMPLES)).action(drift);
}

function declaredCommand() {
  return withReportOptions(
    new Command("drift").description(
      "Report changes of others since the last apply, and objects in no state. Changes no object. Exits with code 0 in sync, 2 for drift, 1 for an error.",
    ),
    ["text", "json", "markdown", "junit", "sarif", "html"],
  )
    .option("--rules <file>", `rules for ignored changes, as YAML (default: ${DEFAULT_RULES_FILE}, if it exists)`)
    .addOption(
      new Option("--unmanaged <action>", "list objects that are in no state, or also exit with code 2 for them")
        .choices(["list", "fail"] as const)
        .default("list" as const),
    )
    .option("--no-unmanaged", "do not look for objects that are in no state")
    .option(
      "--notify",
      "post new, changed and resolved drift to the webhook whose address is in CLICKSTACK_NOTIFY_URL, each once",
    )
    .addOption(
      new Option(
        "--notify-format <format>",
        "form of the notification (default: slack for hooks.slack.com, otherwise generic)",
      )
        .choices(NOTIFICATION_FORMATS)
        .implies({ notify: true }),
    )
    .addOption(
      new Option(
        "--notify-state <file>",
        `digests of the posted drift, kept between runs (default: ${DEFAULT_NOTIFY_STATE})`,
      ).implies({ notify: true }),
    );
}

async function drift(folders: string[], flags: FlagsOf<typeof declaredCommand>): Promise<void> {
  const rules = readDriftRules(flags.rules);
  const { notify, notifyFormat, notifyState = DEFAULT_NOTIFY_STATE } = flags;
  const notifier = notify ? driftNotifier(notifyFormat, notifyState, process.env) : undefined;
  const stacks = await openStacks(folders, flags);
  const planned = await planStacks(findEngine(), stacks, flags.parallel, () => ({
    refreshOnly: true,
    init: flags.init,
    engineArguments: flags.engineArg,
  }));
  const plans = planned.flatMap(({ plan }) => plan ?? []);
  // Without the plan of a stack, all of its objects would seem to be unmanaged.
  const canTell = flags.unmanaged && plans.length === planned.length;
  const unmanagedObjects = canTell
    ? await withProgress("Looking for objects that are in no state", () => findUnmanaged(plans, rules, process.env))
    : { unmanaged: [], problems: [] };
  const reports = planned.map((each) =>
    driftReport(each, (change, resource) => withoutIgnored(rules, change, resource)),
  );
  const report: Report = {
    command: "drift",
    ...{ stacks: reports, ...unmanagedObjects, shared: sharedObjects(planned) },
    failsOnUnmanaged: flags.unmanaged === "fail",
  };
  await publish(report, planned, flags);
  const problem = await notifier?.(report, canTell && report.problems.length === 0);
  if (problem !== undefined) {
    say(`error: ${problem}\n`);
    process.exitCode = EXIT.error;
  }
}
