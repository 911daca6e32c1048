import { writeFileSync } from "node:fs";
import { createColors } from "picocolors";
import { colorsFor } from "../frame/colors";
import { renderReport } from "./formats";
import type { Report } from "./model";
import { exitCodeOf } from "./outcome";
import { formatOf, type ReportFlags } from "./report-options";

const NO_COLORS = createColors(false);

/** Writes a report where it is wanted, and sets the exit code that it asks for. */
export async function publish(report: Report, flags: ReportFlags): Promise<void> {
  for (const { file, format } of flags.output) writeFileSync(file, await renderReport(report, format, NO_COLORS));
  process.stdout.write(await renderReport(report, formatOf(flags), colorsFor(process.stdout)));
  process.exitCode = exitCodeOf(report);
}
