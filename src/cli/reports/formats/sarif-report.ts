import type { Report } from "../changes/report-model";
import { nounAndTitle } from "../changes/wording";
import { DRIFT_RULES, driftFindings, failureFindings } from "../findings/drift-findings";
import { sarifLog } from "./sarif";

/** Writes a drift report as SARIF 2.1.0. Each result points at the line that declares the object. */
export function sarifReport(report: Report): string {
  const drift = driftFindings(report).map((finding) =>
    finding.rule === "unmanaged"
      ? { ...finding, message: `${nounAndTitle(finding.object)} (${finding.id}) is on the server and in no state` }
      : finding,
  );
  const rules = Object.entries(DRIFT_RULES).map(([id, text]) => ({ id, shortDescription: { text } }));
  return sarifLog("drift", rules, [...drift, ...failureFindings(report)]);
}
