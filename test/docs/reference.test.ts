import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PAGES } from "../../scripts/docs/pages";
import { referenceFiles } from "../../scripts/docs/reference-files";
import { REFERENCE_FOLDER } from "../../scripts/docs/write-pages";
import type { Attribute, Schema } from "../../src/plugin";
import { provider } from "../../src/provider/provider";

const files = referenceFiles();

const schemas: Readonly<Record<string, Schema>> = {
  "provider clickstack": provider.schema,
  ...schemasOf("resource", provider.resources ?? {}),
  ...schemasOf("ephemeral resource", provider.ephemeralResources ?? {}),
  ...schemasOf("data source", provider.dataSources ?? {}),
};

function schemasOf(kind: string, types: Readonly<Record<string, { readonly schema: Schema }>>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(types).map(([type, { schema }]) => [`${kind} ${type}`, schema]));
}

/** The attributes of every nested object by the attribute that holds it, and by that with the outer one before it. */
function nestedAttributes(attributes: Readonly<Record<string, Attribute>>, outer = ""): [string, string, string[]][] {
  return Object.entries(attributes).flatMap(([name, { nested }]) =>
    nested
      ? [[name, `${outer}.${name}`, Object.keys(nested.attributes)], ...nestedAttributes(nested.attributes, name)]
      : [],
  );
}

/** The attributes that a page lists, by the title of their section. */
function listed(page: string): Map<string, string[]> {
  const sections = page.split(/^##+ /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [title = ""] = section.split("\n");
      return [title, [...section.matchAll(/^- `(\w+)`/gm)].map(([, name = ""]) => name)];
    }),
  );
}

test("the committed reference is what the declarations make; `npm run docs` writes it anew", () => {
  const committed = readdirSync(REFERENCE_FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(REFERENCE_FOLDER.length + 1));
  expect(committed.sort()).toEqual([...files.keys()].sort());
  for (const [file, content] of files) expect(readFileSync(join(REFERENCE_FOLDER, file), "utf8")).toBe(content);
});

test("everything that the provider has is in the reference", () => {
  expect(PAGES.map(({ kind, type }) => `${kind} ${type}`).sort()).toEqual(Object.keys(schemas).sort());
});

test.each(PAGES)(
  "$kind $type: every attribute of the provider's schema is listed, and no other",
  ({ name, kind, type }) => {
    const sections = listed(files.get(`${name}.md`) ?? "");
    const { attributes } = schemas[`${kind} ${type}`] ?? { attributes: {} };
    const top = sections.get("Attributes") ?? sections.get("Arguments") ?? [];
    expect([...top].sort()).toEqual(Object.keys(attributes).sort());
    for (const [short, long, names] of nestedAttributes(attributes)) {
      const section = sections.has(long) ? long : short;
      expect([section, [...(sections.get(section) ?? [])].sort()]).toEqual([section, [...names].sort()]);
    }
  },
);

test.each(PAGES)("$kind $type: every link leads to a section of the page", ({ name }) => {
  const page = files.get(`${name}.md`) ?? "";
  const headings = [...page.matchAll(/^##+ (.+)$/gm)].map(([, heading]) => heading?.replaceAll(".", ""));
  for (const [, target] of page.matchAll(/\]\(#([^)]+)\)/g)) expect(headings).toContain(target);
});

test.each([
  [
    "api-key",
    "- `assigned_role_ids` (list of strings, optional) The ids of the roles that the key has, beside those in `role_names`. A new key has none unless they are given. Each: must be the UUID of a role. Default: `[]`; depends on `adopt`, `role_names`, `roles`. Order is not significant. In TypeScript: `roles`.",
  ],
  [
    "api-key",
    "- `key_secret` (string, read-only, sensitive) The key secret that signs requests. Known with `secret_in_state`. In TypeScript: `keySecret`.",
  ],
  [
    "alert",
    "- `schedule_offset_minutes` (number, optional) Shifts the windows by this many minutes; less than the interval. Whole number, 0 to 1439. Default: `0`. In TypeScript: `schedule: offsetBy(minutes)`.",
  ],
  [
    "dashboard",
    "- `formulas` (list of objects, optional) Series computed from the select items. For `line`, `stacked_bar`, `table`, `number`. `line`, `stacked_bar`, `table`: Up to 10 elements. `number`: Up to 1 element. See [formulas](#formulas).",
  ],
  [
    "dashboard",
    "- `columns` (string, optional) The columns to show, separated by commas. Left empty, the source's own. The API's `select` of a tile that shows events. For `search`, `event_patterns`. Up to 10000 characters. Default: `\"\"`. In TypeScript: `select`.",
  ],
  [
    "dashboard",
    "- `config` (object, required) What the tile shows. In TypeScript: its attributes stand beside the others. See [config](#config).",
  ],
  [
    "dashboard",
    "- `tile_ids` (map of strings, read-only) The server's id of each tile, by tile key. An alert names its tile with it.",
  ],
  ["source", "- `name` (string, optional, else read) The source's name. Give it or the id. At least 1 character."],
])("%s: an entry says type, presence, limits, default and the name in TypeScript", (name, entry) => {
  expect(files.get(`${name}.md`)?.split("\n")).toContain(entry);
});
