import { XMLBuilder } from "fast-xml-parser";
import { visibleTexts } from "../../terminal/json-document";
import type { Report, StackReport } from "../changes/report-model";
import { nounAndTitle } from "../changes/wording";
import { type DriftFinding, driftFindings, errorsOf } from "../findings/drift-findings";

/** One test case; names with `@` are attributes. */
interface TestCase {
  readonly "@name": string;
  readonly "@classname": string;
  readonly failure?: ReturnType<typeof complaint>;
  readonly error?: ReturnType<typeof complaint>;
  readonly skipped?: { readonly "@message": string };
}

function complaint(type: string, message: string, text = "") {
  return { "@message": message, "@type": type, "#text": text };
}

/**
 * Writes a drift report as JUnit XML: one suite per stack with a test case per managed object, one suite of unmanaged
 * objects, and one of objects that are managed more than once, if there are any.
 */
export function junitReport(report: Report): string {
  const findings = driftFindings(report);
  const casesOf = (rule: DriftFinding["rule"]) => findings.filter((each) => each.rule === rule).map(findingCase);
  const unmanaged = casesOf("unmanaged").map((each) => (report.failsOnUnmanaged ? each : listedCase(each)));
  const shared = casesOf("shared");
  const suites = [
    ...report.stacks.map((stack) => stackSuite(stack, findings)),
    unmanagedSuite(report, unmanaged),
    ...(shared.length > 0 ? [suiteOf("managed more than once", shared)] : []),
  ];
  const cases = suites.flatMap(({ testcase }) => testcase);
  const root = { testsuites: { "@name": `cdk-clickstack ${report.command}`, ...countsOf(cases), testsuite: suites } };
  const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: "@", format: true });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(visibleTexts(root))}`;
}

function stackSuite(stack: StackReport, findings: readonly DriftFinding[]) {
  const own = findings.filter((each) => each.stack === stack.name);
  const changed = new Map(own.map((finding) => [finding.address ?? "", findingCase(finding)]));
  const addresses = [...new Set([...stack.managed, ...changed.keys()])].sort();
  const cases = addresses.map((address) => changed.get(address) ?? { "@name": address, "@classname": stack.name });
  return suiteOf(stack.name, [...engineCases(stack), ...cases]);
}

function findingCase({ rule, stack, address, id, object, message, details = [], fix }: DriftFinding): TestCase {
  const text = [...details, ...(fix === undefined ? [] : [`Fix: ${fix}`])].join("\n");
  return {
    "@name": address ?? `${nounAndTitle(object)} (${id})`,
    "@classname": stack ?? rule,
    failure: complaint(rule, message, text),
  };
}

/** An object that is only listed does not fail. A skipped test case still shows its message. */
function listedCase({ failure, ...named }: TestCase): TestCase {
  return { ...named, ...(failure && { skipped: { "@message": failure["@message"] } }) };
}

/** Reports a failed engine as a test case. A suite without test cases would pass. */
function engineCases(stack: StackReport): readonly TestCase[] {
  if (!stack.failed) {
    return [];
  }
  const errors = errorsOf(stack);
  const text = errors.map(({ summary, detail }) => `${summary}\n${detail}`).join("\n\n");
  const message = errors[0]?.summary ?? "The engine failed";
  return [{ "@name": "engine", "@classname": stack.name, error: complaint("engine", message, text) }];
}

function unmanagedSuite({ problems }: Report, objects: readonly TestCase[]) {
  const failures = problems.map((problem, index) => ({
    "@name": `look for unmanaged objects ${index + 1}`,
    "@classname": "unmanaged",
    error: complaint("unmanaged", problem),
  }));
  const none = { "@name": "all objects on the server are in a state", "@classname": "unmanaged" };
  const cases = [...failures, ...objects];
  return suiteOf("unmanaged", cases.length > 0 ? cases : [none]);
}

function suiteOf(name: string, cases: readonly TestCase[]) {
  return { "@name": name, ...countsOf(cases), testcase: cases };
}

function countsOf(cases: readonly TestCase[]) {
  return {
    "@tests": cases.length,
    "@failures": cases.filter(({ failure }) => failure).length,
    "@errors": cases.filter(({ error }) => error).length,
    "@skipped": cases.filter(({ skipped }) => skipped).length,
  };
}
