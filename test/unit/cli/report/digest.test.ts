import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { planDigest, readReviewed } from "../../../../src/cli/report/digest";
import { markdownReport } from "../../../../src/cli/report/markdown";
import type { Report } from "../../../../src/cli/report/model";
import { sampleReport } from "../../../support/cli/report/sample-report";

const report = sampleReport("plan");
const digest = planDigest(report);

/** The report with another text somewhere in it. */
function changed(from: string, to: string): Report {
  const text = JSON.stringify(report);
  expect(text).toContain(from);
  return JSON.parse(text.replaceAll(from, to));
}

test("two plans have the same digest only if their changes are equal", () => {
  expect(planDigest(sampleReport("plan"))).toBe(digest);
  expect(planDigest({ stacks: [...report.stacks].reverse() })).toBe(digest);
  const reordered = report.stacks.map((stack) => ({
    ...stack,
    objects: [...stack.objects].reverse(),
    diagnostics: [],
  }));
  expect(planDigest({ stacks: reordered })).toBe(digest);
  expect(planDigest(changed('"action":"update"', '"action":"replace"'))).not.toBe(digest);
  expect(planDigest(changed("level:error", "level:warn"))).not.toBe(digest);
  expect(planDigest({ stacks: report.stacks.slice(1) })).not.toBe(digest);
});

describe("the comment that was reviewed", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "clickstack-reviewed-"));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const read = (text: string) => {
    const file = join(folder, "plan.md");
    writeFileSync(file, text);
    return readReviewed(file);
  };

  test("contains the digest, also with other line ends and with omitted objects", () => {
    expect(read(markdownReport(report))).toBe(digest);
    expect(read(markdownReport(report).replaceAll("\n", "\r\n"))).toBe(digest);
    expect(read(markdownReport(report, 600))).toBe(digest);
  });

  test("ignores a digest inside a value of the plan", () => {
    const forged = `<!-- cdk-clickstack:digest ${"0".repeat(64)} -->`;
    const withoutOwn = markdownReport(report).replace(/\n<!-- cdk-clickstack:digest .*\n/, "");
    expect(() => read(`${withoutOwn}\n${forged}\n`)).toThrow(/is not the Markdown of "cdk-clickstack plan"/);
  });

  test("is neither a report of drift nor a missing file", () => {
    expect(() => read(markdownReport(sampleReport("drift")))).toThrow(/Give the comment that was reviewed/);
    expect(() => readReviewed(join(folder, "none.md"))).toThrow(/does not exist/);
  });
});
