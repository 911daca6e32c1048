import { type Command, Option } from "@commander-js/extra-typings";
import type { PlannedStack } from "../project/plan-stacks";
import { EXIT } from "../terminal/exit";
import { type FlagsOf, noSynthOption, outputOption, withPlanOptions } from "../terminal/options";
import { print, writeResult } from "../terminal/output";
import { type TextOptions, textOptionsFor } from "../terminal/text-options";
import type { Report } from "./changes/report-model";
import { isChanged } from "./changes/stack-report";
import { type Drawings, drawingsOf } from "./formats/html-report";

/** Drawings are made on demand, because a thousand dashboards take seconds. */
type RenderOptions = TextOptions & { readonly drawings: () => Drawings };

/** Formats of a report and their file extensions. Each module is loaded on demand. */
const FORMATS = {
  text: {
    ending: ".txt",
    render: async (report, options) => (await import("./formats/text-report")).textReport(report, options),
  },
  markdown: {
    ending: ".md",
    render: async (report) => (await import("./formats/markdown-report")).markdownReport(report),
  },
  html: {
    ending: ".html",
    render: async (report, { drawings }) => (await import("./formats/html-report")).htmlReport(report, drawings()),
  },
  junit: { ending: ".xml", render: async (report) => (await import("./formats/junit-report")).junitReport(report) },
  sarif: { ending: ".sarif", render: async (report) => (await import("./formats/sarif-report")).sarifReport(report) },
  json: { ending: ".json", render: async (report) => (await import("./formats/json-report")).jsonReport(report) },
} satisfies Record<string, { ending: string; render: (report: Report, options: RenderOptions) => Promise<string> }>;

type ReportFormat = keyof typeof FORMATS;

export function withReportOptions(command: Command, formats: readonly ReportFormat[]) {
  const declared = command
    .argument("[dir...]", "folders with a program, folders of stacks, or cdktf.out (default: the current folder)")
    .addOption(new Option("-f, --format <format>", "form of the report").choices(formats).default("text"))
    .option("--json", "the same as --format json")
    .addOption(outputOption("report", new Map(formats.map((format) => [format, FORMATS[format].ending]))));
  return withPlanOptions(declared).addOption(noSynthOption());
}

/** Exit code of a report. An error takes precedence over changes. */
export function reportExitCode(report: Report): number {
  const { command, stacks, unmanaged, shared, problems, failsOnUnmanaged } = report;
  if (problems.length > 0 || stacks.some(({ failed }) => failed)) {
    return EXIT.error;
  }
  // An apply cannot fix objects that several stacks manage.
  const isShared = command === "drift" && shared.length > 0;
  const isUnmanaged = failsOnUnmanaged === true && unmanaged.length > 0;
  return isShared || isUnmanaged || stacks.some(isChanged) ? EXIT.found : EXIT.done;
}

export async function publish(
  report: Report,
  planned: readonly PlannedStack[],
  flags: FlagsOf<typeof withReportOptions>,
): Promise<void> {
  const drawings = () => drawingsOf(report.command, planned);
  for (const { file, format } of flags.output) {
    writeResult(file, await FORMATS[format].render(report, { ...textOptionsFor(file), drawings }));
  }
  const { render } = FORMATS[flags.json ? "json" : flags.format];
  print(await render(report, { ...textOptionsFor(), drawings }));
  process.exitCode = reportExitCode(report);
}
