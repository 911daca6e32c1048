import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createColors } from "picocolors";
import * as z from "zod";
import type { ConfiguredRule } from "../../../../src/cli/commands/lint/configuration";
import { LINT_FORMATS, toLintDocument } from "../../../../src/cli/commands/lint/document";
import { lintRule } from "../../../../src/cli/commands/lint/lint-rule";
import { withLintedStacks } from "../../../../src/cli/commands/lint/linted-stacks";
import { LINT_RULES } from "../../../../src/cli/commands/lint/rules";
import { runRules } from "../../../../src/cli/commands/lint/run-rules";
import { LintServer } from "../../../../src/cli/commands/lint/server/lint-server";
import { alertsNamed, configurationFolder, lintFolders } from "../../../support/cli/lint";
import { openSourceClient } from "../../../support/client/clients";
import { reference } from "../../../support/constructs/synthesize";
import { FOREIGN_TEXTS } from "../../../support/foreign-texts";
import { sarifProblems } from "../report/sarif-schema";

const plain = { colors: createColors(false), width: Number.POSITIVE_INFINITY };

const HOSTILE = 'a\u001b[31m\n::error::x, y: 100% [link](https://evil.example) <b>\u202e"';

async function documentOf(name: string) {
  const alert = { name, note: "n", tags: ["t"], chart_config: {}, channels: [] };
  return toLintDocument(await lintFolders([configurationFolder(alertsNamed({ errors: alert }))]));
}

test("the text output has place, severity, rule, message and fix, and ends with the counts", async () => {
  const document = await documentOf("Errors");
  expect(LINT_FORMATS.text.render(document, plain)).toMatch(
    /^\S+main\.tf\.json:4 clickstack_alert\.errors error alert-channel\n {2}The alert "Errors" has no channel\.\n {2}Fix: Add a webhook .*\n\n1 error in 1 stack\.\n$/,
  );
});

test("a hostile name is shown as plain text in every format", async () => {
  const document = await documentOf(HOSTILE);
  const text = LINT_FORMATS.text.render(document, plain);
  expect(text.split("\n")).toHaveLength(6);
  expect(text).toContain(
    'The alert "a\\u001b[31m ::error::x, y: 100% [link](https://evil.example) <b>\\u202e"" has no',
  );
  const annotations = LINT_FORMATS.github.render(document, plain);
  expect(annotations.split("\n")).toHaveLength(2);
  expect(annotations).toMatch(
    /^::error file=\S+,line=4,title=cdk-clickstack alert-channel::The alert "a\\u001b\[31m%0A::error::x, y: 100%25 /,
  );
  const sarif: unknown = JSON.parse(LINT_FORMATS.sarif.render(document, plain));
  expect(JSON.stringify(sarif)).toContain("\\\\[link\\\\](https://evil.example)");
  expect(JSON.stringify(sarif)).not.toContain("\u202e");
  expect(sarifProblems(sarif)).toEqual([]);
  expect(JSON.parse(LINT_FORMATS.json.render(document, plain))).toMatchObject({
    ...{ kind: "lint", version: 1, exitCode: 2, errors: 1, warnings: 0, ignored: 0 },
    problems: [{ rule: "alert-channel", message: `The alert "${HOSTILE}" has no channel.` }],
  });
});

test("SARIF describes every rule, and its fingerprints do not depend on the line", async () => {
  const log = JSON.parse(LINT_FORMATS.sarif.render(await documentOf("Errors"), plain));
  const [run] = log.runs;
  expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(LINT_RULES.map(({ id }) => id));
  expect(run.results).toHaveLength(1);
  expect(run.results[0]).toMatchObject({
    ruleId: "alert-channel",
    level: "error",
    locations: [
      {
        physicalLocation: { region: { startLine: 4 } },
        logicalLocations: [{ fullyQualifiedName: "clickstack_alert.errors" }],
      },
    ],
    partialFingerprints: { "cdkClickstackObject/v1": expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
});

test("the command fails only if there are more warnings than the maximum", async () => {
  const alert = { note: "n", tags: ["t"], chart_config: {}, channels: [{}] };
  const result = await lintFolders([configurationFolder(alertsNamed({ errors: alert }))]);
  expect(toLintDocument(result)).toMatchObject({ exitCode: 0, errors: 0, warnings: 1 });
  expect(toLintDocument(result, { maxWarnings: 1 }).exitCode).toBe(0);
  expect(toLintDocument(result, { maxWarnings: 0 }).exitCode).toBe(2);
});

const steps: string[] = [];

const rule = lintRule({
  ...{ id: "any-alert", severity: "error", types: ["clickstack_alert"], description: "A.", fix: "B.", limits: "C." },
  options: z.strictObject({ days: z.number().default(30).describe("Days.") }),
  checkServer: async (objects, { days }, { options }) => {
    options.progress("Looking for alerts");
    return objects.map((object) => ({ object, message: `Unused for ${days} days.` }));
  },
});

test("a rule that reads from the server runs only with a connection, and gets its options and shows its progress", async () => {
  const configured: ConfiguredRule = { rule, severity: "error", settings: { days: 7 } };
  await using client = openSourceClient("http://127.0.0.1:9");
  const options = { sendsTests: false, progress: (text: string) => steps.push(text) };
  await using server = new LintServer(client, {}, options);
  await withLintedStacks([configurationFolder(alertsNamed({ errors: {} }))], async (stacks) => {
    const configuration = { rules: [configured], ignored: [] };
    expect((await runRules(stacks, configuration)).problems).toEqual([]);
    expect(steps).toEqual([]);
    expect((await runRules(stacks, configuration, server)).problems).toMatchObject([
      { severity: "error", message: "Unused for 7 days.", source: { line: 4 } },
    ]);
    expect(steps).toEqual(["Looking for alerts"]);
  });
});

describe("a hostile configuration", () => {
  const NAMES = ["__proto__", "constructor", "toString", "a b", 'x"]', "\u202e"];
  const VALUES = [
    ...[null, [[null]], {}, -1, 1e308, true, "", reference("var.x")].map((value) => [value]),
    // The test uses only some of the texts, because no rule interprets a text.
    ...FOREIGN_TEXTS.filter((_, index) => index % 6 === 0).map((text) => [text]),
  ];
  const FIELDS = [
    ...["name", "note", "tags", "channels", "threshold", "threshold_type", "interval", "tile_id", "saved_search_id"],
    ...["chart_config", "tiles", "filters", "containers", "saved_query", "saved_filter_values", "url", "headers"],
    ...["expire_at", "ip_access_list", "role_names", "assigned_role_ids", "adopt", "source_id", "//", "for_each"],
  ];
  const TYPES = ["dashboard", "alert", "api_key", "saved_search", "webhook", "source", "connection"];

  test.each(VALUES)("has findings in every format if all its fields are %j", async (value) => {
    const block = Object.fromEntries(FIELDS.map((field) => [field, value]));
    const labelled = Object.fromEntries(NAMES.map((name) => [name, block]));
    const resource = Object.fromEntries(TYPES.map((type) => [`clickstack_${type}`, labelled]));
    const provider = { clickstack: [block, value] };
    const document = toLintDocument(await lintFolders([configurationFolder({ resource, data: resource, provider })]));
    expect(document.problems.length).toBeGreaterThan(0);
    expect(sarifProblems(JSON.parse(LINT_FORMATS.sarif.render(document, plain)))).toEqual([]);
    const lines = LINT_FORMATS.github.render(document, plain).trim().split("\n");
    expect(lines.filter((line) => !/^::(error|warning) .*title=cdk-clickstack [a-z-]+::/.test(line))).toEqual([]);
  });

  test("is refused with one clear error if it has very many levels", async () => {
    const folder = configurationFolder({});
    writeFileSync(join(folder, "main.tf.json"), `{"resource":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`);
    await expect(lintFolders([folder])).rejects.toThrow(
      "is not a JSON object with at most 500 levels. Fix: Synthesize again.",
    );
  });
});
