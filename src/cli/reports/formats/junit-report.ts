import { XMLBuilder } from "fast-xml-parser";
import type { UnmanagedObject } from "../../project/reported-types";
import { changeLines } from "../changes/field-lines";
import type { ObjectChange, Report, SharedObject, StackReport } from "../changes/report-model";
import { SHARED_FIX, sharedProblem } from "../changes/stack-report";
import { nounAndTitle, verbOf, visibleTexts } from "../changes/wording";

/** One test case; names with `@` are attributes. */
interface TestCase {
  readonly "@name": string;
  readonly "@classname": string;
  readonly failure?: ReturnType<typeof complaint>;
  readonly error?: ReturnType<typeof complaint>;
}

function complaint(type: string, message: string, text = "") {
  return { "@message": message, "@type": type, "#text": text };
}

/**
 * Writes a drift report as JUnit XML: one suite per stack with a test case per managed object, one suite of unmanaged
 * objects, and one of objects that are managed more than once, if there are any.
 */
export function junitReport(report: Report): string {
  const shared = report.shared.length === 0 ? [] : [suiteOf("managed more than once", report.shared.map(sharedCase))];
  const suites = [...report.stacks.map(stackSuite), unmanagedSuite(report), ...shared];
  const cases = suites.flatMap(({ testcase }) => testcase);
  const root = { testsuites: { "@name": `cdk-clickstack ${report.command}`, ...countsOf(cases), testsuite: suites } };
  const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: "@", format: true });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(visibleTexts(root))}`;
}

function stackSuite(stack: StackReport) {
  const changed = new Map(stack.objects.map((object) => [object.address, object]));
  const addresses = [...new Set([...stack.managed, ...changed.keys()])].sort();
  const cases = [
    ...engineCases(stack),
    ...addresses.map((address) => objectCase(stack, address, changed.get(address))),
  ];
  return suiteOf(stack.name, cases);
}

/** Reports a failed engine as a test case. A suite without test cases would pass. */
function engineCases({ name, failed, diagnostics }: StackReport): readonly TestCase[] {
  if (!failed) {
    return [];
  }
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const text = errors.map(({ summary, detail }) => `${summary}\n${detail}`).join("\n\n");
  const message = errors[0]?.summary ?? "The engine failed";
  return [{ "@name": "engine", "@classname": name, error: complaint("engine", message, text) }];
}

function objectCase({ name }: StackReport, address: string, change: ObjectChange | undefined): TestCase {
  const testCase = { "@name": address, "@classname": name };
  if (!change) {
    return testCase;
  }
  const type = change.action === "delete" ? "gone" : "changed";
  const message = `${nounAndTitle(change)} ${verbOf("drift", change.action)}`;
  return { ...testCase, failure: complaint(type, message, changeLines(change).join("\n")) };
}

function unmanagedSuite(report: Report) {
  const problems = report.problems.map((problem, index) => ({
    "@name": `look for unmanaged objects ${index + 1}`,
    "@classname": "unmanaged",
    error: complaint("unmanaged", problem),
  }));
  const objects = report.unmanaged.map(unmanagedCase);
  const none = { "@name": "all objects on the server are in a state", "@classname": "unmanaged" };
  const cases = [...problems, ...objects];
  return suiteOf("unmanaged", cases.length > 0 ? cases : [none]);
}

function unmanagedCase(object: UnmanagedObject): TestCase {
  const title = nounAndTitle(object);
  return {
    "@name": `${title} (${object.id})`,
    "@classname": "unmanaged",
    failure: complaint("unmanaged", `${title} is in no state`),
  };
}

function sharedCase(object: SharedObject): TestCase {
  const title = nounAndTitle(object);
  return {
    "@name": `${title} (${object.id})`,
    "@classname": "shared",
    failure: complaint("shared", `${title} ${sharedProblem(object)}`, SHARED_FIX),
  };
}

function suiteOf(name: string, cases: readonly TestCase[]) {
  return { "@name": name, ...countsOf(cases), testcase: cases };
}

function countsOf(cases: readonly TestCase[]) {
  return {
    "@tests": cases.length,
    "@failures": cases.filter(({ failure }) => failure).length,
    "@errors": cases.filter(({ error }) => error).length,
  };
}
