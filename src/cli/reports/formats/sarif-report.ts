import type { Location, Result } from "sarif";
import type { UnmanagedObject } from "../../project/reported-types";
import { changeLines } from "../changes/field-lines";
import type { ObjectChange, Report, SharedObject, StackReport } from "../changes/report-model";
import { SHARED_FIX, sharedProblem } from "../changes/stack-report";
import { nounAndTitle, verbOf, visibleTexts } from "../changes/wording";
import { locationAt, sarifLog, sarifResult } from "./sarif-log";

const RULES = {
  changed: "An object differs from the last apply.",
  gone: "An object that a stack manages was deleted.",
  unmanaged: "An object on the server is in no state.",
  shared: "An object is managed more than once.",
  failed: "A stack could not be compared with the server.",
} as const;

type SarifRule = keyof typeof RULES;

/** Writes a drift report as SARIF 2.1.0. Each result points at the line that declares the object. */
export function sarifReport(report: Report): string {
  const { stacks, unmanaged, shared, problems } = visibleTexts(report);
  const results = [
    ...stacks.flatMap(stackResults),
    ...unmanaged.map((object) => unmanagedResult(object, stacks)),
    ...shared.map((object) => sharedResult(object, stacks)),
    ...problems.map((problem) => result("failed", "error", problem, stackLocation(stacks[0]), problem)),
  ];
  const rules = Object.entries(RULES).map(([id, text]) => ({ id, name: id, shortDescription: { text } }));
  return sarifLog("drift", rules, results);
}

function stackResults(stack: StackReport): readonly Result[] {
  const failures = stack.failed ? stack.diagnostics.filter(({ severity }) => severity === "error") : [];
  return [
    ...failures.map(({ summary, detail }) =>
      result("failed", "error", `${summary}. ${detail}`.trim(), stackLocation(stack), `${stack.name} ${summary}`),
    ),
    ...stack.objects.map((object) => objectResult(stack, object)),
  ];
}

function objectResult(stack: StackReport, object: ObjectChange): Result {
  const rule: SarifRule = object.action === "delete" ? "gone" : "changed";
  const head = `${nounAndTitle(object)} ${verbOf("drift", object.action)}.`;
  const text = [head, ...changeLines(object)].join("\n");
  const level = rule === "gone" || object.risks.length > 0 ? "error" : "warning";
  const place = object.source ? locationAt(object.source) : stackLocation(stack);
  const location = { ...place, logicalLocations: [{ fullyQualifiedName: object.address, kind: "resource" }] };
  return result(rule, level, text, location, `${stack.name} ${object.address}`);
}

/** Code scanning requires a file for each result. Objects without a declaration use the stack's file. */
function unmanagedResult(object: UnmanagedObject, stacks: readonly StackReport[]): Result {
  const text = `${nounAndTitle(object)} (${object.id}) is on the server and in no state.`;
  return result("unmanaged", "note", text, stackLocation(stacks[0]), `${object.type} ${object.id}`);
}

function sharedResult(object: SharedObject, stacks: readonly StackReport[]): Result {
  const text = `${nounAndTitle(object)} ${sharedProblem(object)} ${SHARED_FIX}`;
  return result("shared", "error", text, stackLocation(stacks[0]), `${object.type} ${object.id}`);
}

function stackLocation(stack: StackReport | undefined): Location {
  const file = stack?.objects.find(({ source }) => source)?.source?.file ?? stack?.folder ?? ".";
  return locationAt({ file, line: 1 });
}

function result(ruleId: SarifRule, level: Result["level"], text: string, location: Location, identity: string): Result {
  return sarifResult({ ruleId, level, text, location, identity });
}
