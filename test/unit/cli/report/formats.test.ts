import { XMLParser, XMLValidator } from "fast-xml-parser";
import { createColors } from "picocolors";
import { type Report, reportDocument } from "../../../../src/cli/reports/changes/report-model";
import { htmlReport } from "../../../../src/cli/reports/formats/html-report";
import { jsonReport } from "../../../../src/cli/reports/formats/json-report";
import { junitReport } from "../../../../src/cli/reports/formats/junit-report";
import { MAX_COMMENT_LENGTH, markdownReport } from "../../../../src/cli/reports/formats/markdown-report";
import { sarifReport } from "../../../../src/cli/reports/formats/sarif-report";
import { textReport } from "../../../../src/cli/reports/formats/text-report";
import { reportExitCode } from "../../../../src/cli/reports/report-options";
import { alertChange, dashboardChange, sampleReport, stackOf } from "../../../support/cli/report/sample-report";
import { sarifProblems } from "./sarif-schema";

const plain = { colors: createColors(false), width: Number.POSITIVE_INFINITY };
const empty: Report = { command: "plan", stacks: [stackOf([])], unmanaged: [], shared: [], problems: [] };

describe("the text report", () => {
  test("lists risks first, then each object and field", () => {
    expect(textReport({ ...empty, stacks: [stackOf([alertChange, dashboardChange])] }, plain)).toBe(
      `shop (stacks/shop): 1 to change, 1 to delete

  Review carefully
  ! alert Too many errors on Checkout > tile errors: deleted: it sends no more notifications

  Dashboards
  ~ Checkout will change clickstack_dashboard.checkout in stacks/shop/main.tf:12
      tile errors: where \`level:error\` -> \`level:fatal\`
      tile notes: markdown
        - </details><script>alert(1)</script> @team \`x\` | & \u0007
        + two
      saved_query (not set) -> \`</details><script>alert(1)</script> @team \`x\` | & \u0007\`

  Alerts
  - Too many errors on Checkout > tile errors will be deleted clickstack_alert.errors

1 to change, 1 to delete.
`.replaceAll("\u0007", "\\u0007"),
    );
  });

  test("contains the diagnostics of the engine, and reports that there is nothing to do", () => {
    const text = textReport(sampleReport("plan"), plain);
    expect(text).toContain(
      "broken (stacks/broken): failed\n  error: No <b>credentials</b> (main.tf:3)\n    Set them.\n    Then try again.\n",
    );
    expect(textReport(empty, plain)).toBe("shop (stacks/shop): nothing to do\n\nNothing to do.\n");
  });
});

describe("the Markdown report", () => {
  const report = sampleReport("plan");

  test("starts with the marker that identifies the comment, and is the same for the same report", () => {
    expect(markdownReport(report)).toMatch(/^<!-- cdk-clickstack:plan -->\n### ClickStack plan: /);
    expect(markdownReport(sampleReport("plan"))).toBe(markdownReport(report));
  });

  test("shows values and names as plain text, and not as Markdown, HTML or mentions", () => {
    const outsideCode = markdownReport(report).replaceAll(/(`+)[^`](?:.*?[^`])??\1(?!`)/gs, "");
    expect(outsideCode).not.toMatch(/<(script|b)\b/);
    expect(outsideCode).not.toMatch(/@team/);
    expect(markdownReport(report).match(/<details>/g)).toHaveLength(4);
    expect(outsideCode.match(/<\/details>/g)).toHaveLength(4);
  });

  test("stays within GitHub's size limit, closes every section, and counts the omitted objects", () => {
    const many = Array.from({ length: 3000 }, (_, index) => ({ ...dashboardChange, name: `Dashboard ${index}` }));
    const text = markdownReport({ ...report, stacks: [stackOf([alertChange, ...many])] });
    expect(text.length).toBeLessThanOrEqual(MAX_COMMENT_LENGTH);
    expect(text.length).toBeGreaterThan(MAX_COMMENT_LENGTH - 2000);
    expect(text).toContain("**Review carefully**");
    const shown = text.match(/^- \*\*Dashboard/gm)?.length ?? 0;
    // The alert and the unmanaged dashboard come after the dashboards, so they are omitted too.
    expect(text).toContain(`\n${3000 - shown + 2} more objects are not shown`);
    expect(text.match(/<details>/g)?.length).toBe(text.match(/\n<\/details>/g)?.length);
  });

  test("omits some fields of an object with very many fields", () => {
    const fields = Array.from({ length: 150 }, () => dashboardChange.fields).flatMap(([field]) =>
      field ? [field] : [],
    );
    expect(markdownReport({ ...report, stacks: [stackOf([{ ...dashboardChange, fields }])] })).toContain(
      "  - and 50 more fields\n",
    );
  });
});

describe("the HTML page", () => {
  const page = htmlReport(sampleReport("plan"));

  test("is a complete page without external resources and scripts", () => {
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).not.toMatch(/<script|<link|<img|https?:\/\/|@import/);
  });

  test("shows names and values as plain text", () => {
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt; @team `x` | &amp;");
    expect(page).toContain("No &lt;b&gt;credentials&lt;/b&gt;");
  });

  test("has no empty paragraphs, and shows no folder for the stack in the current folder", () => {
    expect(page).not.toMatch(/<p[^>]*>(?:<code>)?\.?(?:<\/code>)?<\/p>/);
    expect(page).toContain('<p class="note"><code>stacks/shop</code></p>');
    const here = htmlReport({ ...empty, stacks: [stackOf([dashboardChange], { folder: "." })] });
    expect(here).not.toMatch(/<p[^>]*>(?:<code>)?\.?(?:<\/code>)?<\/p>/);
    expect(here).toContain("<h2>shop ");
  });

  test("has only the columns field and value for a new object", () => {
    const fields = dashboardChange.fields.map((field) => ({ ...field, before: { kind: "absent" as const } }));
    const created = htmlReport({ ...empty, stacks: [stackOf([{ ...dashboardChange, action: "create", fields }])] });
    expect(created).toContain('<th scope="col">Field</th><th scope="col">Value</th></tr>');
    expect(created).toContain(
      '<tr><th scope="row">tile errors: where</th><td class="after" data-label="value"><code>level:fatal</code></td></tr>',
    );
    expect(created).not.toMatch(/<td[^>]*><\/td>/);
  });

  test("has one table row for each field", () => {
    expect(page.match(/<th scope="row">/g)).toHaveLength(4);
    expect(page).toContain(
      '<th scope="row">tile errors: where</th><td class="before" data-label="before"><code>level:error</code></td><td class="after" data-label="after"><code>level:fatal</code></td>',
    );
  });
});

describe("the source line of an object", () => {
  const source = { file: "a (b)/m`a[i]n.ts", line: 7, column: 3, url: "https://git.example/shop/blob/1a2b/main.ts#L7" };
  const report = {
    ...empty,
    command: "drift" as const,
    stacks: [stackOf([{ ...dashboardChange, source, fields: [] }])],
  };

  test("is a link in Markdown and in the HTML page", () => {
    expect(markdownReport(report)).toContain(
      "- **Checkout** was changed `clickstack_dashboard.checkout` in [``a (b)/m`a[i]n.ts:7``](https://git.example/shop/blob/1a2b/main.ts#L7)\n",
    );
    expect(htmlReport(report)).toContain(
      '<code class="address">clickstack_dashboard.checkout · <a href="https://git.example/shop/blob/1a2b/main.ts#L7">a (b)/m`a[i]n.ts:7</a></code>',
    );
  });

  test("is in SARIF and JSON with its column", () => {
    const log = JSON.parse(sarifReport(report));
    expect(sarifProblems(log)).toEqual([]);
    expect(log.runs[0].results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: "a%20%28b%29/m%60a%5Bi%5Dn.ts" },
      region: { startLine: 7, startColumn: 3 },
    });
    expect(JSON.parse(jsonReport(report)).stacks[0].objects[0].source).toEqual(source);
  });

  test("is plain text in the text report", () => {
    expect(textReport(report, plain)).toContain("clickstack_dashboard.checkout in a (b)/m`a[i]n.ts:7\n");
  });
});

describe("the JSON report", () => {
  test("matches the declared schema, and contains no sensitive value", () => {
    const document = JSON.parse(jsonReport(sampleReport("drift")));
    expect(document.kind).toBe("drift");
    expect(document.version).toBe(1);
    expect(document.exitCode).toBe(1);
    expect(reportDocument.safeParse(document).error).toBeUndefined();
    expect(document.stacks[0].objects[2].fields).toEqual([
      { path: ["key_secret"], field: "key_secret", before: { sensitive: true }, after: { unknown: true } },
    ]);
    expect(document.stacks[0].objects[1].source).toEqual({ file: "stacks/shop/main.tf", line: 12 });
  });
});

describe("the JUnit report", () => {
  const parse = (xml: string) =>
    new XMLParser({ ignoreAttributes: false, isArray: (name) => name === "testcase" }).parse(xml);

  test("is XML with a test case for each managed and each unmanaged object, and with correct counts", () => {
    const xml = junitReport({ ...sampleReport("drift"), failsOnUnmanaged: true });
    expect(XMLValidator.validate(xml)).toBe(true);
    const { testsuites } = parse(xml);
    const suites = testsuites.testsuite as Record<string, unknown>[];
    expect(suites.map((suite) => [suite["@_name"], suite["@_tests"], suite["@_failures"], suite["@_errors"]])).toEqual([
      ["shop", "4", "3", "0"],
      ["broken", "2", "0", "1"],
      ["unmanaged", "1", "1", "0"],
    ]);
    expect(testsuites["@_tests"]).toBe("7");
    expect(testsuites["@_failures"]).toBe("4");
    expect(testsuites["@_errors"]).toBe("1");
    for (const suite of suites) {
      expect(suite.testcase).toHaveLength(Number(suite["@_tests"]));
    }
    const [gone] = (suites[0]?.testcase ?? []) as Record<string, Record<string, string>>[];
    expect(gone?.failure).toMatchObject({
      "@_message": "alert Too many errors on Checkout > tile errors was deleted",
      "@_type": "gone",
    });
  });

  test("skips the test case of an unmanaged object that is only listed", () => {
    const { testsuites } = parse(junitReport(sampleReport("drift")));
    expect([testsuites["@_failures"], testsuites["@_skipped"]]).toEqual(["3", "1"]);
    const [listed] = testsuites.testsuite.at(-1).testcase;
    expect(listed.failure).toBeUndefined();
    expect(listed.skipped["@_message"]).toMatch(/ is in no state$/);
  });

  test("has a passing test case if there are no unmanaged objects", () => {
    const { testsuites } = parse(junitReport({ ...empty, command: "drift" }));
    expect(testsuites.testsuite[1].testcase).toEqual([
      { "@_name": "all objects on the server are in a state", "@_classname": "unmanaged" },
    ]);
  });
});

describe("the SARIF report", () => {
  const log = JSON.parse(sarifReport(sampleReport("drift")));

  test("matches the schema of SARIF 2.1.0", () => {
    expect(sarifProblems(log)).toEqual([]);
    expect(sarifProblems({ ...log, version: "2.0.0" })).not.toEqual([]);
  });

  test("shows no name as a link, and escapes invisible characters", () => {
    const name = "[click](https://example.com) \u202e [0] \\[x](y)";
    const report = { ...sampleReport("drift"), stacks: [stackOf([{ ...dashboardChange, name, fields: [] }])] };
    const { results } = JSON.parse(sarifReport(report)).runs[0];
    // A bracket after a backslash is plain text (SARIF 2.1.0, 3.11.6).
    expect(results[0].message.text).toBe(
      "dashboard \\[click\\](https://example.com) \\u202e [0] \\\\[x\\](y) was changed.",
    );
  });

  test("points to the line that declares the object, and identifies a result in the same way in every run", () => {
    const results = log.runs[0].results as Record<string, unknown>[];
    expect(results.map(({ ruleId, level }) => `${ruleId} ${level}`)).toEqual([
      "gone error",
      "changed warning",
      "changed warning",
      "unmanaged note",
      "failed error",
    ]);
    expect(results[1]).toMatchObject({
      locations: [
        { physicalLocation: { artifactLocation: { uri: "stacks/shop/main.tf" }, region: { startLine: 12 } } },
      ],
    });
    const fingerprints = results.map(({ partialFingerprints }) => JSON.stringify(partialFingerprints));
    expect(new Set(fingerprints).size).toBe(results.length);
  });
});

describe("an object that several states contain", () => {
  const report: Report = {
    ...empty,
    command: "drift",
    shared: [
      {
        type: "clickstack_dashboard",
        noun: "dashboard",
        id: "6b02",
        name: "Twice @team",
        places: [
          { stack: "shop", address: 'clickstack_dashboard.twice["a"]' },
          { stack: "team", address: "clickstack_dashboard.twice" },
        ],
      },
    ],
  };
  const where = 'clickstack_dashboard.twice["a"] in shop and clickstack_dashboard.twice in team';

  test("is a failed test case in JUnit", () => {
    const xml = junitReport(report);
    expect(XMLValidator.validate(xml)).toBe(true);
    const { testsuites } = new XMLParser({ ignoreAttributes: false }).parse(xml);
    expect(testsuites["@_failures"]).toBe("1");
    const { "@_name": name, testcase } = testsuites.testsuite.at(-1);
    expect(name).toBe("managed more than once");
    expect(testcase["@_name"]).toBe("dashboard Twice @team (6b02)");
    expect(testcase.failure["@_type"]).toBe("shared");
    expect(testcase.failure["@_message"]).toBe(
      `dashboard Twice @team is managed 2 times: ${where}. Each apply undoes what the others declare.`,
    );
  });

  test("is an error in SARIF", () => {
    const log = JSON.parse(sarifReport(report));
    expect(sarifProblems(log)).toEqual([]);
    expect(log.runs[0].results).toMatchObject([{ ruleId: "shared", level: "error" }]);
    expect(log.runs[0].results[0].message.text).toContain(`dashboard Twice @team is managed 2 times: ${where}.`);
  });

  test("is one of the risks in the HTML page and in the comment", () => {
    const page = htmlReport(report);
    expect(page).toContain("<h2>Review carefully</h2>");
    expect(page).toContain(`<strong>Twice @team</strong> is managed 2 times: ${where.replaceAll('"', "&quot;")}.`);
    expect(markdownReport(report)).toContain(
      '- :warning: dashboard `Twice @team` is managed 2 times: `clickstack_dashboard.twice["a"]` in shop and `clickstack_dashboard.twice` in team. ',
    );
  });
});

describe("the exit code", () => {
  test.each<[number, string, Partial<Report>]>([
    [0, "nothing", {}],
    [2, "a change", { stacks: [stackOf([dashboardChange])] }],
    [2, "a changed output", { stacks: [stackOf([], { outputs: ["url"] })] }],
    [0, "a listed unmanaged object", { unmanaged: sampleReport("drift").unmanaged }],
    [2, "an unmanaged object that must fail", { unmanaged: sampleReport("drift").unmanaged, failsOnUnmanaged: true }],
    [1, "a failed stack and any other change", { stacks: [stackOf([dashboardChange]), stackOf([], { failed: true })] }],
    [1, "a problem", { problems: ["No credentials"] }],
  ])("is %i for %s", (code, _, report) => {
    expect(reportExitCode({ ...empty, ...report })).toBe(code);
  });
});
