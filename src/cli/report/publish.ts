import { writeFileSync } from "node:fs";
import { createColors } from "picocolors";
import { colorsFor } from "../frame/colors";
import type { PlannedStack } from "../stacks/plan-stack";
import { renderReport } from "./formats";
import { drawingsOf } from "./html/drawings";
import type { Report } from "./model";
import { exitCodeOf } from "./outcome";
import { formatOf, type ReportFlags } from "./report-options";

const NO_COLORS = createColors(false);

/** Writes a report where it is wanted, and sets the exit code that it asks for. */
export async function publish(report: Report, planned: readonly PlannedStack[], flags: ReportFlags): Promise<void> {
  const drawings = () => drawingsOf(report.command, planned);
  for (const { file, format } of flags.output)
    writeFileSync(file, await renderReport(report, format, { colors: NO_COLORS, drawings }));
  process.stdout.write(await renderReport(report, formatOf(flags), { colors: colorsFor(process.stdout), drawings }));
  process.exitCode = exitCodeOf(report);
}
