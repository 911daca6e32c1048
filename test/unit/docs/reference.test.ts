import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { exampleModule } from "../../../scripts/docs/example";
import { examplePolicy, POLICY_FILE } from "../../../scripts/docs/example-policy";
import { readFrontMatter } from "../../../scripts/docs/front-matter";
import { functionPageText } from "../../../scripts/docs/function-page";
import { indexSections } from "../../../scripts/docs/index-sections";
import { LINT_GUIDE, lintGuide } from "../../../scripts/docs/lint-rules";
import { type Page, pageFile } from "../../../scripts/docs/page";
import { PAGES } from "../../../scripts/docs/pages";
import { DOCS_FOLDER, GENERATED_FOLDERS, guides, referenceFiles } from "../../../scripts/docs/reference-files";
import { LINT_RULES } from "../../../src/cli/commands/lint/rules";
import type { Attribute, Schema } from "../../../src/plugin";
import type { ProviderFunction } from "../../../src/plugin/provider/provider";
import { provider } from "../../../src/provider/provider";
import { synthesized } from "../../support/constructs/synthesize";

const files = referenceFiles();
const textOf = (page: Page): string => files.get(pageFile(page)) ?? "";

const schemas: Readonly<Record<string, Schema>> = {
  "provider clickstack": provider.schema,
  ...schemasOf("resource", provider.resources ?? {}),
  ...schemasOf("ephemeral resource", provider.ephemeralResources ?? {}),
  ...schemasOf("data source", provider.dataSources ?? {}),
};

function schemasOf(kind: string, types: Readonly<Record<string, { readonly schema: Schema }>>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(types).map(([type, { schema }]) => [`${kind} ${type}`, schema]));
}

/** `<path>: <list>` of every attribute that a schema has. */
function declaredIn(attributes: Readonly<Record<string, Attribute>>, outer: readonly string[] = []): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const path = [...outer, name];
    const presence = attribute.required ? "Required" : attribute.optional ? "Optional" : "Read-Only";
    const inside = [...declaredIn(attribute.nested?.attributes ?? {}, path), ...keysIn(attribute, path)];
    return [`${path.join(".")}: ${presence}`, ...inside];
  });
}

/** `<path>: <list>` of every key that the description of a map of texts contains. */
function keysIn({ type, description }: Attribute, outer: readonly string[]): string[] {
  const [, keys = ""] = typeof type === "object" && "map" in type ? (/ Keys: (.+)\.$/.exec(description) ?? []) : [];
  return [...keys.matchAll(/`(\w+)`( \(required\))?/g)].map(
    ([, name, required]) => `${[...outer, name].join(".")}: ${required ? "Required" : "Optional"}`,
  );
}

/** `<path>: <list>` of every attribute that a page lists. */
function listedIn(page: string): string[] {
  const listed: string[] = [];
  let [path, presence] = ["", ""];
  for (const line of page.split("\n")) {
    const [, nested] = /^### Nested Schema for `(.+)`$/.exec(line) ?? [];
    if (nested !== undefined) {
      path = `${nested}.`;
    }
    presence = /^(?:### )?(Required|Optional|Read-Only):?$/.exec(line)?.[1] ?? presence;
    const [, name] = /^- `(\w+)` \(/.exec(line) ?? [];
    if (name !== undefined) {
      listed.push(`${path}${name}: ${presence}`);
    }
  }
  return listed;
}

test("the committed reference pages match the declarations (npm run docs)", () => {
  const committed = GENERATED_FOLDERS.flatMap((folder) => filesIn(folder));
  expect([...committed, "index.md"].sort()).toEqual([...files.keys()].sort());
  for (const [file, content] of files) {
    expect(readFileSync(join(DOCS_FOLDER, file), "utf8")).toBe(content);
  }
});

test("the lint guide contains the table of all rules (npm run docs)", () => {
  const guide = readFileSync(join(DOCS_FOLDER, LINT_GUIDE), "utf8");
  expect(guide).toBe(lintGuide(DOCS_FOLDER));
  expect(guide.match(/^\| `[a-z-]+` \| (off|warn|error) \|/gm)).toHaveLength(LINT_RULES.length);
});

test("the example policy contains all lint rules that a policy can check (npm run docs)", () => {
  const policy = readFileSync(join(DOCS_FOLDER, "..", POLICY_FILE), "utf8");
  expect(policy).toBe(examplePolicy());
  expect(policy.match(/^# [a-z]+-[a-z]+:/gm)).toEqual([
    "# alert-channel:",
    "# alert-name:",
    "# alert-note:",
    "# key-expiry:",
  ]);
});

function filesIn(folder: string): readonly string[] {
  const folders = readdirSync(DOCS_FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  if (!folders.some(({ name }) => name === folder)) {
    return [];
  }
  return readdirSync(join(DOCS_FOLDER, folder)).map((file) => `${folder}/${file}`);
}

test("the reference has a page for every resource, data source and function of the provider", () => {
  expect(PAGES.map(({ kind, type }) => `${kind} ${type}`).sort()).toEqual(Object.keys(schemas).sort());
  for (const name of Object.keys(provider.functions ?? {})) {
    expect(files.has(`functions/${name}.md`)).toBe(true);
  }
  for (const [type, { schema }] of Object.entries(provider.listResources ?? {})) {
    const page = files.get(`list-resources/${type.replace("clickstack_", "")}.md`) ?? "";
    expect(listedIn(page)).toEqual(declaredIn(schema.attributes));
  }
});

test.each(PAGES)("$kind $type: the attribute list contains exactly the attributes of the provider's schema", (page) => {
  const { attributes } = schemas[`${page.kind} ${page.type}`] ?? { attributes: {} };
  expect(listedIn(textOf(page)).sort()).toEqual(declaredIn(attributes).sort());
});

test.each(PAGES)(
  "$kind $type: every link within the page points to an anchor, and every anchor is used by a link",
  (page) => {
    const text = textOf(page);
    const targets = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, target]) => target);
    const anchors = [...text.matchAll(/<a id="([^"]+)"><\/a>\n### Nested Schema for/g)].map(([, id]) => id);
    expect([...targets].sort()).toEqual([...anchors].sort());
  },
);

test.each(PAGES)("$kind $type: every entry has a text", (page) => {
  const entries = textOf(page).match(/^[-|] `.*$/gm) ?? [];
  expect(entries.length).toBeGreaterThan(0);
  expect(
    entries.filter((entry) => /undefined|NaN|\[object|`null`|\(\) |[a-z] {2}|: \(see|[^.]\.\.(?!\.)/.test(entry)),
  ).toEqual([]);
});

test.each(PAGES.filter(({ kind }) => kind === "resource"))(
  "$type: the page has an import example with a valid id and the resource of the example",
  async (page) => {
    const { import: imported } = page;
    const handler = provider.resources?.[page.type]?.import;
    const { resource } = synthesized(exampleModule(page).addTo);
    const address = new RegExp(`^  to = ${page.type}\\.(.*)$`, "m");
    expect(Object.keys(resource?.[page.type] ?? {})).toContain(address.exec(textOf(page))?.[1]);
    await expect(handler?.({ id: imported?.id ?? "", identity: null } as never, {} as never)).resolves.toMatchObject({
      state: { id: imported?.id },
    });
  },
);

test("every reference page and every guide has the front matter that registries read", () => {
  const pages = [...[...files].filter(([file]) => file.endsWith(".md")), ...guides()];
  const titles = pages.map(([, text]) => readFrontMatter(text).page_title);
  expect(titles.length).toBeGreaterThan(30);
  expect(new Set(titles).size).toBe(titles.length);
  for (const [, text] of pages) {
    expect(readFrontMatter(text).description).toMatch(/^[A-Z].*\.$/);
  }
});

test.each<[file: string, entry: string]>([
  [
    "resources/api_key.md",
    "- `assigned_role_ids` (List of String) Ids of roles of the key, in addition to `role_names`. By default, a new key has none. Each: must be an id, as the server returns it, such as 0123456789abcdef01234567. Default: `[]`, depending on `adopt`, `role_names`, `roles`. Order is not significant. In TypeScript: `roles`.",
  ],
  [
    "resources/api_key.md",
    "- `key_secret` (String, Sensitive) The key secret that signs requests. Known only with `secret_in_state`.",
  ],
  [
    "resources/alert.md",
    "- `schedule_offset_minutes` (Number) Number of minutes by which the windows are shifted. It must be less than the interval. Whole number, 0 to 1439. Default: `0`. In TypeScript: `schedule: offsetBy(minutes)`.",
  ],
  [
    "resources/connection.md",
    "- `password` (String, Sensitive, [Write-only](https://developer.hashicorp.com/terraform/language/resources/ephemeral#write-only-arguments)) The user's password. The server never returns it. The provider sends it when the connection is created, and again when `password_version`, `host` or `username` changes. At least 1 character.",
  ],
  [
    "resources/dashboard.md",
    "- `formulas` (Attributes List) Series computed from the select items. Only for `line`, `stacked_bar`, `table`, `number`. For `line`, `stacked_bar`, `table`: Up to 10 elements. For `number`: Up to 1 element. (see [below for nested schema](#nestedatt--tiles--config--formulas))",
  ],
  [
    "resources/dashboard.md",
    '- `source_id` (String) Required for `line`, `stacked_bar`, `table`, `number`, `pie`, `bar`, `heatmap`, `search`, `event_patterns`: The source to query. Optional for `line`, `stacked_bar`, `table`, `number`, `pie`, `bar` with `config_type = "sql"`: The source whose filters apply to the query. It must use the same connection. Must be an id, as the server returns it, such as 0123456789abcdef01234567. In TypeScript: `source`.',
  ],
  [
    "resources/dashboard.md",
    '- `value_expression` (String) Optional for `line`, `stacked_bar`, `table`, `number`, `pie`, `bar`: The column or expression to aggregate, such as `Duration`. Not for `count`. Default for a metric with `metric_name` and `metric_type`: `Value`. Up to 10000 characters. Default: `""`, depending on `agg_fn`, `metric_name`, `metric_type`. Required for `heatmap`: The expression whose distribution the y axis shows. 1 to 10000 characters.',
  ],
  [
    "resources/dashboard.md",
    "- `config` (Attributes) Configuration of the tile's content. In TypeScript: its attributes are props of the object itself. (see [below for nested schema](#nestedatt--tiles--config))",
  ],
  [
    "resources/dashboard.md",
    "- `display_type` (String) Kind of the object, which determines the other attributes. Allowed: `line`, `stacked_bar`, `table`, `number`, `pie`, `bar`, `heatmap`, `search`, `event_patterns`, `markdown`. In TypeScript: the helper of the kind, such as `tile.line`.",
  ],
  [
    "data-sources/source.md",
    "- `name` (String) Optional, Computed. The source's name. Set either the name or the id. At least 1 character.",
  ],
])("%s: an entry contains type, presence, kinds, values, default and the TypeScript name", (file, entry) => {
  expect(files.get(file)?.split("\n")).toContain(entry);
});

test.each([
  [
    "source_id",
    "For `line`, `stacked_bar`, `table`, `number`, `pie`, `bar`, `heatmap`, `search`, `event_patterns`: The source to query. For `line sql`, `stacked_bar sql`, `table sql`, `number sql`, `pie sql`, `bar sql`: The source whose filters apply to the query. It must use the same connection.",
  ],
  [
    "having",
    "Condition on aggregated values that selects the groups to show, such as `sum(Bytes) > 1000`. For `table`.",
  ],
  [
    "display_type",
    "Selects the kind, and with it the other attributes that apply: `line`, `stacked_bar`, `table`, `number`, `pie`, `bar`, `heatmap`, `search`, `event_patterns`, `markdown`.",
  ],
])("the provider's description of a tile's %s lists the kinds that have each attribute", (name, description) => {
  const config = schemas["resource clickstack_dashboard"]?.attributes.tiles?.nested?.attributes.config?.nested;
  expect(config?.attributes[name]?.description).toBe(description);
});

test("the attributes of a tile are in a table with the tile kinds that require and allow them", () => {
  const lines = files.get("resources/dashboard.md")?.split("\n");
  expect(lines).toContain(
    "| Attribute | `line` | `stacked_bar` | `table` | `number` | `pie` | `bar` | `heatmap` | `search` | `event_patterns` | `markdown` | Values |",
  );
  expect(lines).toContain(
    "| `formulas` | O | O | O | O |  |  |  |  |  |  | For `line`, `stacked_bar`, `table`: Up to 10 elements. For `number`: Up to 1 element. |",
  );
  expect(lines).toContain("| `sql_template` | R | R | R | R | R | R | Up to 100000 characters. |");
});

test("a function has a page with its signature and its arguments, and the provider's page links to it", () => {
  const declared: ProviderFunction = {
    summary: "Joins texts.",
    description: "Joins texts with a sign between them.",
    parameters: [{ name: "sign", type: "string", description: "What goes between." }],
    variadic: { name: "texts", type: { list: "string" }, description: "The texts." },
    returns: { object: { text: "string", count: "number" } },
    call: () => null,
  };
  const example = 'output "joined" {\n  value = provider::clickstack::joined("-", ["a"])\n}\n';
  expect(functionPageText("joined", declared, example)).toBe(`---
page_title: "joined function - clickstack"
subcategory: ""
description: |-
  Joins texts.
---

<!-- Generated by \`npm run docs\` from the declarations. Do not edit. -->

# function: joined

Joins texts with a sign between them.

Terraform 1.8 or newer, OpenTofu 1.7 or newer.

## Example Usage

\`\`\`terraform
output "joined" {
  value = provider::clickstack::joined("-", ["a"])
}
\`\`\`

## Signature

\`\`\`text
joined(sign string, texts list(string)...) object({ text = string, count = number })
\`\`\`

## Arguments

1. \`sign\` (String) What goes between.
2. \`texts\` (\`list(string)\`, Variadic) The texts.
`);
  expect(indexSections([], new Map(), [{ name: "joined", summary: declared.summary }])).toEqual([
    "## Functions",
    "- [`joined`](functions/joined.md): Joins texts.",
  ]);
});
