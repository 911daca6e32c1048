import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readLintConfiguration, toLintConfiguration } from "../../../../src/cli/commands/lint/configuration";
import { parseIgnoreComments } from "../../../../src/cli/commands/lint/ignore-comments";
import { LINT_RULES } from "../../../../src/cli/commands/lint/rules";
import { configurationFolder, lintFolders } from "../../../support/cli/lint";
import { temporaryFolder } from "../../../support/constructs/synthesize";

function severities(rules: object): Readonly<Record<string, string>> {
  const configured = toLintConfiguration({ file: "settings", content: { lint: { rules } } }).rules;
  return Object.fromEntries(configured.map(({ rule, severity }) => [rule.id, severity]));
}

test("a rule has its default severity, a configured severity, or a severity and options", () => {
  const defaults = Object.fromEntries(LINT_RULES.map(({ id, severity }) => [id, severity]));
  expect(severities({})).toEqual(defaults);
  expect(
    severities({
      "alert-name": "off",
      "alert-note": "error",
      "alert-owner-tag": { pattern: "team:*" },
      "key-expiry": { severity: "off", maxDays: 90 },
    }),
  ).toEqual({ ...defaults, "alert-name": "off", "alert-note": "error", "key-expiry": "off" });
});

test.each([
  [{ lnt: {} }, '"lnt" is not a valid key. Did you mean "lint"?'],
  [{ lint: { rule: {} } }, 'lint: "rule" is not a valid key. Did you mean "rules"?'],
  [
    { lint: { rules: { "alert-nte": "off" } } },
    'lint.rules: "alert-nte" is not a valid key. Did you mean "alert-note"?',
  ],
  [
    { lint: { rules: { constructor: "off" } } },
    'lint.rules: "constructor" is not a valid key. Valid keys: alert-channel, alert-name,',
  ],
  [
    { lint: { rules: { "alert-note": "warning" } } },
    'lint.rules.alert-note: Must be "off", "warn", "error" or an object with options.',
  ],
  [
    { lint: { rules: { "alert-note": { patern: "x" } } } },
    'lint.rules.alert-note: "patern" is not a valid key. Did you mean "pattern"?',
  ],
  [
    { lint: { rules: { "key-expiry": { maxDays: "90" } } } },
    "lint.rules.key-expiry.maxDays: Must be a number, not a string.",
  ],
  [
    { lint: { rules: { "key-expiry": { severity: "warning" } } } },
    'lint.rules.key-expiry.severity: Must be one of "off", "warn", "error"; it is "warning".',
  ],
  [{ lint: { rules: { "sql-limit": 5 } } }, 'lint.rules.sql-limit: Must be "off", "warn", "error" or an object with'],
  [{ lint: { ignore: [{ rule: "alert-note", address: "x" }] } }, "lint.ignore.0.reason: Must be given."],
  [[], "Must be an object, not a list."],
  [{ lint: { rules: [] } }, "lint.rules: Must be an object, not a list."],
  [{ lint: { ignore: {} } }, "lint.ignore: Must be an array, not an object."],
  [
    { lint: { rules: { "key-expiry": { maxDays: 0 } } } },
    "lint.rules.key-expiry.maxDays: Must be more than 0; it is 0.",
  ],
  [
    { lint: { ignore: [{ rule: "alert-note", address: "x", reason: "" }] } },
    "lint.ignore.0.reason: Must be at least 1 character long; it has 0.",
  ],
  [
    { lint: { ignore: [{ rule: "nte", address: "x", reason: "r" }] } },
    'lint.ignore.0.rule: Must be one of "alert-channel",',
  ],
  [JSON.parse('{"__proto__": {}}'), '"__proto__" is not a valid key. Valid keys: $schema, lint.'],
  [
    JSON.parse('{"lint": {"rules": {"__proto__": "off"}}}'),
    'lint.rules: "__proto__" is not a valid key. Valid keys: alert-channel,',
  ],
  [
    JSON.parse('{"lint": {"ignore": [{"__proto__": 1}]}}'),
    'lint.ignore.0: "__proto__" is not a valid key. Valid keys: rule, address, reason.',
  ],
])("the configuration %j is refused with one clear error", (content, message) => {
  expect(() => toLintConfiguration({ file: "settings.json", content })).toThrow(`settings.json: ${message}`);
});

test("settings come from only one place: the given file, the file in the folder, or package.json", () => {
  const folder = temporaryFolder();
  const write = (file: string, content: string) => writeFileSync(join(folder, file), content);
  const settings = (rule: object) => ({ lint: { rules: rule } });
  const severityOf = (id: string, file?: string) =>
    readLintConfiguration(file, folder).rules.find(({ rule }) => rule.id === id)?.severity;
  expect(severityOf("alert-note")).toBe("warn");
  write("package.json", JSON.stringify({ name: "shop", "cdk-clickstack": settings({ "alert-note": "error" }) }));
  expect(severityOf("alert-note")).toBe("error");
  write("cdk-clickstack.config.json", JSON.stringify(settings({ "alert-note": "off" })));
  expect(() => severityOf("alert-note")).toThrow(
    'cdk-clickstack.config.json and the key "cdk-clickstack" of package.json both contain settings. Fix: Remove one of them.',
  );
  expect(severityOf("alert-note", join(folder, "cdk-clickstack.config.json"))).toBe("off");
  expect(() => severityOf("alert-note", join(folder, "missing.json"))).toThrow(
    "missing.json does not exist. Fix: Name another file.",
  );
  write("broken.json", "{");
  expect(() => severityOf("alert-note", join(folder, "broken.json"))).toThrow(
    "is not valid JSON. Fix: Correct the file.",
  );
});

test("every rule has a unique id, complete sentences as texts, and options that need no settings", () => {
  expect(new Set(LINT_RULES.map(({ id }) => id)).size).toBe(LINT_RULES.length);
  for (const { id, description, fix, limits, options } of LINT_RULES) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/);
    for (const text of [description, fix, limits]) {
      expect(text).toMatch(/^[A-Z].*\.$/);
    }
    expect(options.safeParse({}).success).toBe(true);
    expect(Object.values(options.shape).every((option) => Boolean(option.description))).toBe(true);
  }
});

const IDS = ["alert-name", "alert-note"];

const read = (text: string, file = "main.ts") => parseIgnoreComments(file, text, IDS);

test("a comment disables rules for the next line of code, and must contain a reason", async () => {
  const text = `
// clickstack-lint-disable-next-line alert-name, alert-note -- the page -- has a runbook
/* clickstack-lint-disable-next-line alert-note -- a block comment */

new Alert();
const text = "// clickstack-lint-disable-next-line alert-note -- no comment";
// clickstack-lint-disable-next-line alert-note
// clickstack-lint-disable-next-line -- no rule
// clickstack-lint-disable-next-line alert-nme -- unknown
// clickstack-lint-disable-line alert-note -- unknown form
new Alert();`;
  expect(await read(text)).toEqual([
    { file: "main.ts", line: 2, column: 1, target: 5, rules: IDS, problems: [] },
    { file: "main.ts", line: 3, column: 1, target: 5, rules: ["alert-note"], problems: [] },
    expect.objectContaining({
      line: 7,
      target: 11,
      problems: [expect.stringMatching(/^The comment has no reason\. Write it after " -- ", as in /)],
    }),
    expect.objectContaining({ line: 8, problems: ["The comment names no rule."] }),
    expect.objectContaining({ line: 9, problems: ['No rule has the id "alert-nme". Did you mean "alert-name"?'] }),
    expect.objectContaining({
      line: 10,
      problems: ['"clickstack-lint-disable-line" is not a known comment. Did you mean "clickstack-lint-disable-file"?'],
    }),
  ]);
});

test("a comment that disables the next line skips lines with only comments", async () => {
  const text = `// clickstack-lint-disable-next-line alert-note -- drafts
/* first */ new Alert( // an alert
  /* more
  */ props);
new Alert(); // clickstack-lint-disable-next-line alert-note -- drafts
/* one */ /* two */ // three
/*
*/
new Alert(); /* trailing */`;
  expect((await read(text)).map(({ line, target }) => [line, target])).toEqual([
    [1, 2],
    [5, 9],
  ]);
});

test("a comment can disable a rule in its whole file, and only files of programs and HCL have such comments", async () => {
  expect(await read("/**\n * clickstack-lint-disable-file alert-note -- drafts\n */\nnew Alert();\r\n")).toEqual([
    { file: "main.ts", line: 1, column: 1, rules: ["alert-note"], problems: [] },
  ]);
  const hcl = "# clickstack-lint-disable-file alert-note -- drafts";
  expect(await read(hcl, "main.py")).toEqual([]);
  expect(await read(hcl, "main.tf")).toEqual([expect.objectContaining({ line: 1, problems: [] })]);
});

/** Returns the findings of alerts in a program, by their recorded lines. */
async function problemsIn(program: string, lines: readonly number[], settings: object = {}) {
  const root = temporaryFolder();
  writeFileSync(join(root, "main.ts"), program);
  const alerts = Object.fromEntries(
    lines.map((line) => [
      `at${line}`,
      {
        name: "A",
        tags: ["t"],
        chart_config: { line },
        channels: [{}],
        "//": { clickstack: { source: `main.ts:${line}:1` } },
      },
    ]),
  );
  const folder = join(root, "cdktf.out", "stacks", "shop");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "cdk.tf.json"), JSON.stringify({ resource: { clickstack_alert: alerts } }));
  const { problems, ignored } = await lintFolders([folder], settings as never);
  return { ignored, problems: problems.map(({ rule, source, message }) => `${source?.line} ${rule.id}: ${message}`) };
}

test("a comment ignores findings on its line only, and unused or invalid comments are reported", async () => {
  const program = `// clickstack-lint-disable-next-line alert-note -- drafts
new Alert();
new Alert();
// clickstack-lint-disable-next-line alert-note
new Alert();
// clickstack-lint-disable-next-line alert-channel -- for later
new Alert();
`;
  expect(await problemsIn(program, [2, 3, 5, 7])).toEqual({
    ignored: 1,
    problems: [
      '3 alert-note: The alert "A" has no note.',
      expect.stringMatching(/^4 ignore-comment: The comment has no reason\./),
      '5 alert-note: The alert "A" has no note.',
      "6 ignore-comment: The comment disables no finding of alert-channel.",
      '7 alert-note: The alert "A" has no note.',
    ],
  });
  expect(await problemsIn(program, [7], { rules: { "alert-note": "off", "alert-channel": "off" } })).toEqual({
    ignored: 0,
    problems: [expect.stringMatching(/^4 ignore-comment: The comment has no reason\./)],
  });
});

test("a comment for the whole file ignores all findings of its rule there", async () => {
  const program = "// clickstack-lint-disable-file alert-note -- drafts\nnew Alert();\nnew Alert();\n";
  expect(await problemsIn(program, [2, 3])).toEqual({ ignored: 2, problems: [] });
});

test("a comment above a tile that another file adds ignores the findings of the tile", async () => {
  const root = temporaryFolder();
  const comment = "// clickstack-lint-disable-next-line sql-limit -- few rows";
  writeFileSync(join(root, "tiles.ts"), `${comment}\ndashboard.addTile("q", {});\n`);
  const config = { display_type: "table", config_type: "sql", sql_template: "SELECT a FROM b" };
  const shop = {
    ...{ name: "Shop", tiles: { q: { name: "Q", x: 0, y: 0, w: 1, h: 1, config } } },
    "//": { clickstack: { source: "main.ts:1:1", tiles: { q: "tiles.ts:2:11" } } },
  };
  const folder = join(root, "cdktf.out", "stacks", "shop");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "cdk.tf.json"), JSON.stringify({ resource: { clickstack_dashboard: { shop } } }));
  const { problems, ignored } = await lintFolders([folder]);
  expect(ignored).toBe(1);
  expect(problems.map(({ rule }) => rule.id)).toEqual(["sql-time-filter"]);
});

test("the configuration ignores findings by the address of the object", async () => {
  const alert = { name: "A", tags: ["t"], channels: [{}] };
  const folder = configurationFolder({ resource: { clickstack_alert: { old_a: alert, old_b: alert, other: alert } } });
  const ignore = [{ rule: "alert-note", address: "clickstack_alert.old_*", reason: "They have no readers." }];
  const { problems, ignored } = await lintFolders([folder], { ignore });
  expect(ignored).toBe(2);
  expect(problems.map(({ finding }) => finding?.object.address)).toEqual(["clickstack_alert.other"]);
});
