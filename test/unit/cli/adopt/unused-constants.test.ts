import { adoptInto } from "../../../support/cli/adopted-program";

const LOOK_UPS = `const logs = Source.byName(stack, "Logs");
const traces = Source.byName(stack, "Traces");
`;
const SEARCH = `new SavedSearch(stack, "x", { source: logs });
`;
const imports = (names: string) => `import { ${names} } from "cdk-clickstack/cdktn";
`;
const HEAD = imports("SavedSearch, Source");

/** Returns the text after another user chose the source "traces" in the UI. */
function withTraces(text: string) {
  const search = { name: "Errors", sourceId: "logs" };
  const known = ["logs", "traces"].map((id) => ({ id, type: "source" }));
  const change = { type: "saved_search", old: search, wanted: { ...search, sourceId: "traces" } } as const;
  return adoptInto(text, change, { known }).text;
}

const changed = (text: string) => text.replace("source: logs", "source: traces");
const withoutLogs = (text: string) => changed(text).replace(/.*const logs = .*\n/, "");

/** Returns the text after the server lost a prop. */
function withoutProp(text: string) {
  const search = { name: "Errors", where: "level:error" };
  return adoptInto(text, { type: "saved_search", old: search, wanted: { name: "Errors" } }).text;
}

describe("an edit that removes the last use of a constant", () => {
  test.each([
    ["in the file", HEAD + LOOK_UPS + SEARCH],
    [
      "in a function",
      `${HEAD}function add(stack) {
  ${LOOK_UPS.replace("\n", "\n  ")}  ${SEARCH}}
`,
    ],
    [
      "next to a property and a type of its name",
      `${HEAD}${LOOK_UPS}${SEARCH}interface Named {
  logs: string;
}
`,
    ],
  ])("removes the constant %s", (_, text) => {
    expect(withTraces(text)).toBe(withoutLogs(text));
  });

  test("removes the comment above the constant", () => {
    const text = `${HEAD}// All logs.
${LOOK_UPS}${SEARCH}`;
    expect(withTraces(text)).toBe(withoutLogs(text).replace("// All logs.\n", ""));
  });

  test("removes other constants that only this constant uses, and their imports", () => {
    const text = `${imports("SavedSearch, count")}const LEVEL = "error";
const WHERE = [LEVEL, count()];
new SavedSearch(stack, "x", { name: "Errors", where: WHERE });
`;
    expect(withoutProp(text)).toBe(`${imports("SavedSearch")}new SavedSearch(stack, "x", { name: "Errors" });
`);
  });

  test("removes the constant if the edit removes both of its uses", () => {
    const tile = (key: string) => `  ${key}: tile.markdown({ markdown: TEXT }),
`;
    const text = `${imports("Dashboard, tile")}const TEXT = "Notes";
new Dashboard(stack, "x", { name: "Board", tiles: {
${tile("a")}${tile("b")}  c: tile.markdown({ markdown: "Own", h: 4 }),\n}});
`;
    const markdown = (markdown: string) => ({ config: { displayType: "markdown", markdown }, x: 0, y: 0, w: 24, h: 4 });
    const old = { name: "Board", tiles: { a: markdown("Notes"), b: markdown("Notes"), c: markdown("Own") } };
    const wanted = { name: "Board", tiles: { c: markdown("Own") } };
    const adopted = adoptInto(text, { type: "dashboard", old, wanted } as never);
    expect(adopted.text).toBe(text.replace('const TEXT = "Notes";\n', "").replace(tile("a") + tile("b"), ""));
  });
});

describe("an edit that leaves a constant unused", () => {
  test.each([
    ["that other code uses", `${SEARCH}console.log(logs);\n`],
    ["that other code uses with a cast", `${SEARCH}console.log(logs as unknown);\n`],
    ["whose type other code uses", `${SEARCH}type Logs = typeof logs;\n`],
    ["that is in an export list", `${SEARCH}export { logs };\n`],
  ])("keeps a constant %s", (_, rest) => {
    const text = HEAD + LOOK_UPS + rest;
    expect(withTraces(text)).toBe(changed(text));
  });

  test.each([
    ["that is exported", 'export const logs = Source.byName(stack, "Logs");'],
    ["whose value has an effect", "const logs = Source.byName(stack, nextName());"],
    ["that is not constant", 'let logs = Source.byName(stack, "Logs");'],
    ["in a declaration of two", 'const logs = Source.byName(stack, "Logs"), limit = 5;'],
  ])("keeps a constant %s", (_, declaration) => {
    const text = HEAD + LOOK_UPS.replace(/.*\n/, `${declaration}\n`) + SEARCH;
    expect(withTraces(text)).toBe(changed(text));
  });

  test("keeps a constant that was already unused before the edit", () => {
    const text = `${imports("SavedSearch")}const WHERE = "a";
new SavedSearch(stack, "x", { name: "Errors", where: "level:error" });
`;
    expect(withoutProp(text)).toBe(text.replace(', where: "level:error"', ""));
  });
});
