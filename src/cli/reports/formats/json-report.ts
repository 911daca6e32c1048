import { jsonText } from "../../terminal/json-document";
import { type FieldChange, type Report, reportDocument, type Shown } from "../changes/report-model";
import { reportExitCode } from "../report-options";

export const REPORT_VERSION = 1;

export function jsonReport(report: Report): string {
  const { command, unmanaged, shared, problems } = report;
  const stacks = report.stacks.map(({ name, folder, failed, managed, objects, outputs, diagnostics }) => ({
    name,
    folder,
    failed,
    managed: managed.length,
    objects: objects.map(({ risks, fields, ...object }) => ({ ...object, risks, fields: fields.map(fieldDocument) })),
    outputs,
    diagnostics,
  }));
  const document = { exitCode: reportExitCode(report), stacks, unmanaged, shared, problems };
  // Only validates, because the returned copy lacks values under names such as __proto__.
  reportDocument.parse(document);
  return jsonText(command, REPORT_VERSION, document);
}

function fieldDocument({ before, after, ...field }: FieldChange) {
  return { ...field, before: shownDocument(before), after: shownDocument(after) };
}

function shownDocument(shown: Shown) {
  return shown.kind === "value" ? { value: shown.value } : { [shown.kind]: true };
}
