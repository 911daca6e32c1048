import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { diagnosticsIn, reasonOfProvider } from "../../../../src/cli/engine/diagnostics";
import { atAuthorsLine, withoutRefused, withoutRepeated } from "../../../../src/cli/project/author-diagnostics";
import { CodeLines } from "../../../../src/cli/project/code-lines";

const folder = mkdtempSync(join(tmpdir(), "author-diagnostics-"));
afterAll(() => rmSync(folder, { recursive: true }));

const block = (source: string, tiles = {}) => ({ "//": { clickstack: { source, tiles } } });
writeFileSync(
  join(folder, "cdk.tf.json"),
  JSON.stringify({
    resource: {
      clickstack_alert: { errors: block("main.ts:9:3") },
      clickstack_api_key: { ci: block("main.ts:12:3") },
      clickstack_dashboard: { shop: block("main.ts:3:1", { "a b": "main.ts:5:7" }) },
    },
    data: { clickstack_source: { logs: block("main.ts:2:1") } },
    provider: { clickstack: [{}, block("main.ts:1:1")] },
  }),
);

const mapped = (address: string, summary: string, detail = "") => {
  const diagnostic = { severity: "error", summary, detail, address, position: "cdk.tf.json:38" } as const;
  const { position = "", ...rest } = atAuthorsLine(diagnostic, new CodeLines(folder, folder));
  return { ...rest, position: position.split("/").at(-1) };
};

test.each([
  ["clickstack_alert.errors", "main.ts:9", "Invalid interval", "Invalid every"],
  [
    "clickstack_alert.errors",
    "main.ts:9",
    "The managed deployment has no chart_config",
    "The managed deployment has no on",
  ],
  [
    "clickstack_alert.errors",
    "main.ts:9",
    'The open-source deployment has no interval "30s"',
    'The open-source deployment has no every "30s"',
  ],
  [
    "clickstack_alert.errors",
    "main.ts:9",
    "The open-source deployment has no channels[1].email_recipients",
    "The open-source deployment has no notify[1].emailRecipients",
  ],
  ["clickstack_dashboard.shop", "main.ts:5", 'Invalid tiles["a b"].config.columns', "Invalid tiles.a b.select"],
  ["clickstack_dashboard.shop", "main.ts:3", 'Invalid tiles["other"].config.source_id', "Invalid tiles.other.source"],
  ["provider.clickstack[1]", "main.ts:1", "Invalid api_key", "Invalid apiKey"],
  ["data.clickstack_source.logs", "main.ts:2", "The source does not exist", "The source does not exist"],
])("a diagnostic of %s contains the line %s and the prop: %s", (address, position, summary, expected) => {
  expect(mapped(address, summary)).toMatchObject({ summary: expected, position });
});

test("an error of the engine contains the line of the program instead of the line in cdk.tf.json", () => {
  const detail = "The if directive at cdk.tf.json:105,31-38 is missing its corresponding endif directive.";
  expect(mapped("clickstack_alert.errors", "Unexpected end of template", detail).detail).toMatch(
    /^The if directive at \S*main\.ts:9 is missing its corresponding endif directive\.$/,
  );
});

test("the fix of a diagnostic contains the prop", () => {
  const detail = "Fix: run Terraform with another key, or set allow_self_lockout = true.";
  expect(mapped("clickstack_api_key.ci", "The key would lock itself out", detail).detail).toBe(
    "Fix: run Terraform with another key, or set allowSelfLockout: true.",
  );
});

test("a diagnostic of an object without a recorded line keeps its original text and position", () => {
  expect(mapped("clickstack_webhook.slack", "Invalid url_wo")).toMatchObject({
    summary: "Invalid url_wo",
    position: "cdk.tf.json:38",
  });
});

test("an error of a provider in JSON has the block as its address", () => {
  const snippet = { context: "provider.clickstack[1].endpoint", code: "" };
  const address = 'provider["registry.terraform.io/cdk-clickstack/clickstack"]';
  const diagnostic = { severity: "error", summary: "Invalid endpoint", address, snippet };
  expect(diagnosticsIn(JSON.stringify({ type: "diagnostic", diagnostic }))).toEqual([
    { severity: "error", summary: "Invalid endpoint", detail: "", address: "provider.clickstack[1]" },
  ]);
});

test("an error before the plan has the address of the block in the error", () => {
  const snippet = { context: "resource.clickstack_alert.errors.chart_config", code: "" };
  const diagnostic = { severity: "error", summary: "Reference to undeclared resource", snippet };
  expect(diagnosticsIn(JSON.stringify({ type: "diagnostic", diagnostic }))).toEqual([
    { severity: "error", summary: "Reference to undeclared resource", detail: "", address: "clickstack_alert.errors" },
  ]);
});

test("the provider's reason replaces the engine's text about a provider that failed to start", () => {
  const text =
    'failed to instantiate provider "x": Unrecognized remote plugin message: Node 18.20.8 is too old.\nThis usually means\n  the plugin was not compiled';
  expect(reasonOfProvider(text)).toBe("Node 18.20.8 is too old.");
  expect(reasonOfProvider("no credentials")).toBeUndefined();
});

test("a synthesis warning is omitted only if the provider repeats it, among four thousand warnings", () => {
  const warnings = Array.from({ length: 4000 }, (_, index) => ({
    severity: "warning" as const,
    summary: "The program warns at shop/checkout",
    detail: `tiles.a: b.where: Problem ${index}: Change it.`,
  }));
  const repeated = { severity: "warning" as const, summary: "Invalid", detail: "Problem 7: Change it." };
  const reported = [repeated, ...warnings.map((each) => ({ ...each, detail: `${each.detail} Other.` }))];
  expect(withoutRepeated(warnings, reported)).toEqual(warnings.filter((_, index) => index !== 7));
});

test("a warning that the server may refuse a value is left out if the server checked and refused the object", () => {
  const address = "clickstack_dashboard.checkout";
  const error = {
    severity: "error",
    summary: 'The server would refuse the dashboard "D"',
    detail: "Wrong.",
    address,
  } as const;
  const warning = {
    severity: "warning",
    summary: "The server may refuse tiles.a",
    detail: "Unknown.",
    address,
  } as const;
  const others = [
    { ...warning, address: "clickstack_dashboard.other" },
    { ...warning, summary: "The server drops tiles.a" },
  ];
  expect(withoutRefused([warning, ...others, error])).toEqual([...others, error]);
});

test("a synthesis warning that the provider repeats is shown once, with its line", () => {
  const detail = "The database cannot read the SQL: at column 15, a quote (') is not closed. Change the text.";
  const warning = (summary: string, text: string) => ({ severity: "warning", summary, detail: text }) as const;
  const [repeated, other] = [`tiles.a.where: ${detail}`, "The limit is left out."].map((text) =>
    warning("The program warns at shop/checkout", text),
  );
  const reported = [warning("Invalid syntax of tiles.a.where", detail)];
  expect(
    withoutRepeated(
      [repeated, other].flatMap((each) => each ?? []),
      reported,
    ),
  ).toEqual([other]);
});
