import { writeFileSync } from "node:fs";
import { renderReport } from "./formats";
import type { Report } from "./model";
import { exitCodeOf } from "./outcome";
import { formatOf, type ReportFlags } from "./report-options";

/** Writes a report where it is wanted, and sets the exit code that it asks for. */
export async function publish(report: Report, flags: ReportFlags): Promise<void> {
  const text = await renderReport(report, formatOf(flags));
  if (flags.output === undefined) process.stdout.write(text);
  else writeFileSync(flags.output, text);
  process.exitCode = exitCodeOf(report);
}
