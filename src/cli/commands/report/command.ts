import { Command } from "@commander-js/extra-typings";
import { CommandError, EXIT } from "../../terminal/exit";
import { examplesText } from "../../terminal/help";
import { chosenFormat, type FlagsOf, wholeNumber, withResultOptions } from "../../terminal/options";
import { assertWritable, printTo, withProgress } from "../../terminal/output";
import { textOptionsFor } from "../../terminal/text-options";

const EXAMPLES = {
  "report --stale": "List alerts that fail, fire or are silenced for 7 days, unused webhooks and keys, and more.",
  "report --stale --days 90 --alert-days 1 --output stale.html": "Write a page, with other numbers of days.",
  "report --stale --record .clickstack-stale.json --json":
    "For a daily job: remember when alerts began to fire or to have no data.",
};

const STALE_FORMATS = ["text", "markdown", "html", "json"] as const;

export function reportCommand() {
  return declaredCommand().addHelpText("after", examplesText(EXAMPLES)).action(reportStale);
}

function declaredCommand() {
  const MAX_DAYS = 3650;
  const command = new Command("report")
    .description(
      "List objects of the server that need attention, with one request for each resource type. Changes nothing. Exits with code 0 without findings, 2 with findings, 1 for an error.",
    )
    .option(
      "--stale",
      "list failing, firing, silent and silenced alerts, dashboards without sources, and unused webhooks and keys",
    )
    .option("--days <number>", "API keys: days without use, or until the expiry", wholeNumber(1, MAX_DAYS), 30)
    .option(
      "--alert-days <number>",
      "alerts: days for which they fire, have no data or are silenced",
      wholeNumber(1, MAX_DAYS),
      7,
    )
    .option("--record <file>", "file that records between runs when alerts began to fire or to have no data");
  return withResultOptions(command, "report", STALE_FORMATS);
}

async function reportStale(flags: FlagsOf<typeof declaredCommand>): Promise<void> {
  if (!flags.stale) {
    throw new CommandError("Name the content of the report. Fix: Add --stale.");
  }
  const format = chosenFormat(flags, STALE_FORMATS);
  const [{ dashboardUrl }, { withServer }, { readServerLists, timeForKeys }, { findStale }, stale] = await Promise.all([
    import("../../../resources/dashboard/mapping"),
    import("../../server/open-client"),
    import("../../server/server-lists"),
    import("../../server/stale/find-stale"),
    import("../../server/stale/stale-report"),
  ]);
  const { days, alertDays } = flags;
  const seen = flags.record === undefined ? {} : stale.readAlertStates(flags.record);
  if (flags.record !== undefined) {
    assertWritable(flags.record);
  }
  const { report, alertStates } = await withProgress("Reading the objects of the server", () =>
    withServer(async (client, settings) => {
      const lists = await readServerLists(client, settings);
      const now = await timeForKeys(client, settings, lists);
      const urlOf = (id: string) => dashboardUrl(id, client);
      return findStale(lists, { now, days, alertDays, urlOf }, seen);
    }),
  );
  const { staleHtml, staleMarkdown, staleText } = await import("./render");
  const text = {
    json: () => stale.staleDocument.text(report),
    html: () => staleHtml(report),
    markdown: () => staleMarkdown(report),
    text: () => staleText(report, textOptionsFor(flags.output)),
  };
  printTo(flags.output, text[format]());
  if (flags.record !== undefined) {
    stale.writeAlertStates(flags.record, alertStates);
  }
  process.exitCode = report.problems.length > 0 ? EXIT.error : report.findings.length > 0 ? EXIT.found : EXIT.done;
}
