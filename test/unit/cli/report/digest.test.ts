import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findDifference, planDigest, readReviewed } from "../../../../src/cli/reports/changes/digest";
import type { Report } from "../../../../src/cli/reports/changes/report-model";
import { markdownReport } from "../../../../src/cli/reports/formats/markdown-report";
import { sampleReport } from "../../../support/cli/report/sample-report";

const report = sampleReport("plan");
const digest = planDigest(report);

/** Returns the report with another text in one place. */
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

describe("the reviewed comment of a plan", () => {
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

  test("is read with any line ends, and if it omits objects", () => {
    expect(read(markdownReport(report)).digest).toBe(digest);
    expect(read(markdownReport(report).replaceAll("\n", "\r\n")).digest).toBe(digest);
    expect(read(markdownReport(report, 600)).digest).toBe(digest);
  });

  test("is compared with the plan by parts: changed, new and missing parts are listed", () => {
    const reviewed = read(markdownReport(report));
    expect(findDifference(sampleReport("plan"), reviewed)).toBeUndefined();
    expect(findDifference(changed("https://example.com", "https://example.org"), reviewed)).toBe(
      "shop: output url (changed), broken: output url (changed)",
    );
    expect(findDifference(changed("level:fatal", "level:warn"), reviewed)).toBe(
      "shop: clickstack_dashboard.checkout (changed)",
    );
    expect(findDifference(changed("output url", "output \\u001b[31mlink"), reviewed)).toBe(
      "shop: output url (no longer planned), broken: output url (no longer planned), shop: output \\u001b[31mlink (not reviewed), broken: output \\u001b[31mlink (not reviewed)",
    );
  });

  test("gives no list of differences if its parts are missing, damaged or too many", () => {
    const text = markdownReport(report);
    const head = `<!-- cdk-clickstack:digest ${digest}`;
    const other = { stacks: report.stacks.slice(1) };
    for (const damaged of [head, `${head} AAAA`, `${head} ${Buffer.from("[1]").toString("base64url")}`]) {
      const reviewed = read(text.replace(/<!-- cdk-clickstack:digest \S+ \S+/, damaged));
      expect(findDifference(report, reviewed)).toBeUndefined();
      expect(findDifference(other, reviewed)).toBe("the comment does not list the parts of the reviewed plan");
    }
    const many = report.stacks.map((stack) => ({
      ...stack,
      reviewed: Array.from({ length: 1000 }, (_, index) => ({ name: `output ${index}`, content: index })),
    }));
    const large = read(markdownReport({ ...report, stacks: many }));
    expect(large).toEqual({ digest: planDigest({ stacks: many }), parts: undefined });
  });

  test("is not read from a digest inside a value of the plan", () => {
    const forged = `<!-- cdk-clickstack:digest ${"0".repeat(64)} -->`;
    const withoutOwn = markdownReport(report).replace(/\n<!-- cdk-clickstack:digest .*\n/, "");
    expect(() => read(`${withoutOwn}\n${forged}\n`)).toThrow(/is not the Markdown of "cdk-clickstack plan"/);
  });

  test("is refused if it is a report of drift or if the file is missing", () => {
    expect(() => read(markdownReport(sampleReport("drift")))).toThrow(/Give the comment that was reviewed/);
    expect(() => readReviewed(join(folder, "none.md"))).toThrow(/does not exist/);
  });
});
