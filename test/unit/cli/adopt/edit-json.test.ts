// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Terraform evaluates these texts.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DashboardJson } from "../../../../src/cli/code/json/edit-json";
import { ProgramFile } from "../../../../src/cli/code/typescript/edit/program-file";
import { findJsonFile } from "../../../../src/cli/code/typescript/objects/edit-object";

const tile = (name: string, more: object = {}) => ({
  name,
  x: 0,
  y: 0,
  w: 12,
  h: 7,
  config: { displayType: "markdown", markdown: "hello", ...more },
});
const fields = (tiles: object, more: object = {}) => ({ name: "Checkout", tiles, ...more }) as never;
const construct = {
  address: "clickstack_dashboard.x",
  position: { file: "main.ts", line: 1, column: 1 },
  tiles: new Map(),
  layout: new Map(),
  references: new Map(),
};
const BODY = `{
    "data": { "name": "Checkout", "custom": [1,2],
        "tiles": [ ${JSON.stringify(tile("Errors"))},
            ${JSON.stringify(tile("Notes"))} ]
    }
}
`;

const edited = (text: string, old: never, wanted: never) => {
  const file = new DashboardJson("board.json", text);
  const { obstacles } = file.edit({ type: "dashboard", construct, old, wanted });
  return { text: file.edited, obstacles: obstacles.map(({ prop, reason }) => `${prop}: ${reason}`) };
};

describe("the JSON file of a dashboard", () => {
  const old = fields({ errors: tile("Errors"), notes: tile("Notes") });

  test("shows every invisible character of a text as an escape, in each layout of the file", () => {
    const hostile = "a \u202e b \u0085 c \u2028 d \u{e0041} \u007f e \u{1f600}\nf";
    const wanted = fields({ errors: tile("Errors", { markdown: hostile }), notes: tile("Notes") }, { [hostile]: 1 });
    for (const text of [BODY, JSON.stringify(JSON.parse(BODY)), JSON.stringify(JSON.parse(BODY), null, 2)]) {
      const result = edited(text, old, wanted).text;
      expect(result).toContain('"a \\u202e b \\u0085 c \\u2028 d \\udb40\\udc41 \\u007f e \u{1f600}\\nf"');
      expect(result).not.toMatch(/[\u202e\u0085\u2028\u007f\u{e0041}]/u);
      expect(JSON.parse(result).data.tiles[0].config.markdown).toBe(hostile);
    }
  });

  test("adopts changed values and keeps the other bytes", () => {
    const wanted = fields({ errors: tile("Errors", { markdown: "`${x}`" }), notes: tile("Notes") }, { name: "Shop" });
    expect(edited(BODY, old, wanted)).toEqual({
      text: BODY.replace(`"hello"`, '"`${x}`"').replace(`"name": "Checkout"`, `"name": "Shop"`),
      obstacles: [],
    });
  });

  test("adopts added and removed tiles", () => {
    const { text, obstacles } = edited(BODY, old, fields({ notes: tile("Notes"), more: tile("More") }));
    expect(obstacles).toEqual([]);
    const { tiles } = (JSON.parse(text) as { data: { tiles: { name: string }[] } }).data;
    expect(tiles.map(({ name }) => name)).toEqual(["Notes", "More"]);
    expect(text).toContain(`"custom": [1,2],`);
  });

  test("gets an explicit key for a tile whose new title would change its key", () => {
    const { text, obstacles } = edited(BODY, old, fields({ errors: tile("All errors"), notes: tile("Notes") }));
    expect(obstacles).toEqual([]);
    const { tiles } = (JSON.parse(text) as { data: { tiles: object[] } }).data;
    expect(tiles).toEqual([{ ...tile("All errors"), key: "errors" }, tile("Notes")]);
    expect(text).toContain(JSON.stringify(tile("Notes")));
  });

  test("keeps the key of a tile when another tile with the same title is removed or added", () => {
    const twice = JSON.stringify({ name: "Checkout", tiles: [tile("Errors"), tile("Errors", { markdown: "b" })] });
    const both = { errors: tile("Errors"), errors_2: tile("Errors", { markdown: "b" }) };
    const removed = JSON.parse(edited(twice, fields(both), fields({ errors_2: both.errors_2 })).text);
    expect(removed.tiles).toEqual([{ ...both.errors_2, key: "errors_2" }]);
    const added = JSON.parse(edited(twice, fields(both), fields({ ...both, errors_9: tile("Errors") })).text);
    expect(added.tiles[2]).toEqual({ ...tile("Errors"), key: "errors_9" });
  });

  test("adopts added and removed elements of a list, and keeps the others", () => {
    const select = (...names: string[]) => ({ select: names.map((aggFn) => ({ aggFn })) });
    const text = `{ "name": "Checkout", "tiles": [${JSON.stringify(tile("Errors", select("a", "b"))).replace('{"aggFn":"b"}', '{ "aggFn":  "b" }')}] }`;
    const before = fields({ errors: tile("Errors", select("a", "b")) });
    const { text: after } = edited(text, before, fields({ errors: tile("Errors", select("b", "c")) }));
    expect(JSON.parse(after).tiles[0].config.select).toEqual([{ aggFn: "b" }, { aggFn: "c" }]);
    expect(after).toContain('{ "aggFn":  "b" }');
  });

  test("contains valid JSON after edits of lists in several lines", () => {
    const body = (tags: string[], ...tiles: object[]) => JSON.stringify({ name: "Checkout", tags, tiles }, null, 2);
    const both = { errors: tile("Errors"), notes: tile("Notes") };
    const before = fields(both, { tags: ["a", "b", "c"] });
    const text = body(["a", "b", "c"], both.errors, both.notes);
    const removed = edited(text, before, fields({ errors: both.errors }, { tags: ["b"] }));
    expect(removed).toEqual({ text: body(["b"], both.errors), obstacles: [] });
    const added = edited(removed.text, fields({ errors: both.errors }, { tags: ["b"] }), before).text;
    expect(JSON.parse(added)).toEqual(JSON.parse(text));
    const empty = edited(text, before, fields({}, { tags: [] })).text;
    expect(JSON.parse(empty)).toEqual({ name: "Checkout", tags: [], tiles: [] });
    expect(JSON.parse(edited(empty, fields({}, { tags: [] }), before).text)).toEqual(JSON.parse(text));
  });

  test("keeps a list if its elements differ from those of the dashboard, unless the difference is only their form", () => {
    const text = '{ "name": "Checkout", "tags": ["A", "B"], "tiles": [] }';
    const [old, wanted] = [fields({}, { tags: ["a", "b"] }), fields({}, { tags: ["a", "c", "d"] })];
    expect(edited(text, old, wanted).text).toBe(text.replace('"B"', '"c", "d"'));
    const reason = "tags: The list in the JSON file has other elements than the dashboard.";
    expect(edited(text, fields({}, { tags: ["a"] }), wanted)).toEqual({ text, obstacles: [reason] });
  });

  test("keeps a tile to which an alert refers, and the reason contains the alert", () => {
    const references = new Map([["errors", ["clickstack_alert.a"]]]);
    const file = new DashboardJson("board.json", BODY);
    const changed = {
      type: "dashboard",
      construct: { ...construct, references },
      old,
      wanted: fields({ notes: tile("Notes") }),
    };
    expect(file.edit(changed as never).obstacles).toEqual([
      {
        prop: "tiles.errors",
        file: "board.json",
        line: 1,
        reason: "The server no longer has the tile. clickstack_alert.a refers to it. Remove the code of both.",
      },
    ]);
    expect(file.edited).toBe(BODY);
  });

  test("is not changed if its tiles have the form of the UI", () => {
    const ui = JSON.stringify({ name: "Checkout", tiles: [{ x: 0, config: { name: "Errors", markdown: "hello" } }] });
    const { text, obstacles } = edited(
      ui,
      fields({ errors: tile("Errors") }),
      fields({ errors: tile("Errors", { markdown: "b" }) }),
    );
    expect(text).toBe(ui);
    expect(obstacles[0]).toMatch(/^tiles\.errors: The tile has the form of the UI/);
  });
});

describe("the JSON file of a fromJson call", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "clickstack-adopt-"));
    for (const file of ["boards/checkout.json", "checkout.json"]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), "{}");
    }
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test.each([
    [`Dashboard.fromJson(s, "x", readFileSync("boards/checkout.json", "utf8"))`, "boards/checkout.json"],
    [`Dashboard.fromJson(s, "x", readFileSync(join(__dirname, "checkout.json")))`, "checkout.json"],
    [`const file = "./checkout.json"; Dashboard.fromJson(s, "x", JSON.parse(readFileSync(file)))`, "checkout.json"],
    [`import body from "./checkout.json" with { type: "json" }; Dashboard.fromJson(s, "x", body)`, "checkout.json"],
    [`const body = require("./checkout.json"); Dashboard.fromJson(s, "x", body)`, "checkout.json"],
    [`Dashboard.fromJson(s, "x", readFileSync(name))`, undefined],
    [`Dashboard.fromJson(s, "x", readFileSync("/etc/checkout.json"))`, undefined],
    [`Dashboard.fromJson(s, "x", pick("checkout.json", "boards/checkout.json"))`, undefined],
    [`Dashboard.fromJson(s, "x", readFileSync("missing.json"))`, undefined],
  ])("is found only if the code contains its literal path inside the project: %s", (code, path) => {
    const file = new ProgramFile("main.ts", code);
    const call = file.calls.find((each) => each.arguments.length === 3);
    expect(findJsonFile(file, call?.arguments[2], folder)).toBe(path);
  });
});
