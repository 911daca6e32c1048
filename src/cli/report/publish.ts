import { colorsFor } from "../frame/colors";
import { print, writeResult } from "../frame/output";
import type { PlannedStack } from "../stacks/plan-stack";
import { renderReport } from "./formats";
import { drawingsOf } from "./html/drawings";
import type { Report } from "./model";
import { exitCodeOf } from "./outcome";
import { formatOf, type ReportFlags } from "./report-options";

/** Writes a report where it is wanted, and sets the exit code that it asks for. */
export async function publish(report: Report, planned: readonly PlannedStack[], flags: ReportFlags): Promise<void> {
  const drawings = () => drawingsOf(report.command, planned);
  for (const { file, format } of flags.output)
    writeResult(file, await renderReport(report, format, { colors: colorsFor({}, {}), drawings }));
  print(await renderReport(report, formatOf(flags), { colors: colorsFor(process.stdout), drawings }));
  process.exitCode = exitCodeOf(report);
}
