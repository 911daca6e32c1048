// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Terraform evaluates these texts.
import { adoptAttributes } from "../../../../support/cli/adopted-configuration";

const note = { name: "Notes", x: 0, y: 0, w: 12, h: 6, config: { display_type: "markdown", markdown: "a" } };
const containers = [{ id: "c", title: "C", collapsed: false }];
const board = { name: "Board", tags: null, containers, tiles: { note } };
const tiles = (code: string) => `resource "clickstack_dashboard" "x" {\n  name = "Board"\n  tiles = ${code}\n}\n`;
const TILE = `{
    note = {
      name = "Notes"
      x    = 0
      y    = 0
      w    = 12
      h    = 6
      config = {
        display_type = "markdown"
        markdown     = "a"
      }
    }
  }`;

const adopt = (before: string, changed: unknown, old: unknown = board.tiles) =>
  adoptAttributes(tiles(before), "dashboard", { ...board, tiles: old }, { ...board, tiles: changed });

describe("an object in HCL", () => {
  test.each([
    ["lines", TILE, TILE.replace('"Notes"', '"B"').replace("w    = 12", "w    = 8")],
    [
      "lines with commas",
      `{ note = {\n    name = "Notes",\n    w = 12,\n    config = {}\n  } }`,
      `{ note = {\n    name = "B",\n    w = 8,\n    config = {}\n  } }`,
    ],
    ["one line", `{ note = { name = "Notes", w = 12 } }`, `{ note = { name = "B", w = 8 } }`],
    ["colons and quotes", `{ "note": { "name": "Notes", "w" : 12 } }`, `{ "note": { "name": "B", "w" : 8 } }`],
    ["a text as a number", `{ note = { name = "Notes", w = "12" } }`, `{ note = { name = "B", w = 8 } }`],
  ])("gets changed values in the form: %s", async (_, before, after) => {
    const { text, obstacles } = await adopt(before, { note: { ...note, name: "B", w: 8 } });
    expect(obstacles).toEqual([]);
    expect(text).toBe(tiles(after));
  });

  const added = { note: { ...note, container_id: "c" } };
  test.each([
    ["one line", `{ note = { name = "Notes" } }`, `{ note = { name = "Notes", container_id = "c" } }`],
    ["colons", `{ note: { name : "Notes" } }`, `{ note: { name : "Notes", container_id : "c" } }`],
    [
      "lines",
      `{\n    note = {\n      name = "N"\n    }\n  }`,
      `{\n    note = {\n      name = "N"\n      container_id = "c"\n    }\n  }`,
    ],
    [
      "lines with commas",
      `{\n    note = {\n      name = "N", # a\n    },\n  }`,
      `{\n    note = {\n      name = "N", # a\n      container_id = "c",\n    },\n  }`,
    ],
    [
      "lines with a comma between them",
      `{\n    note = {\n      y = 0,\n      x = 0\n    }\n  }`,
      `{\n    note = {\n      y = 0,\n      x = 0\n      container_id = "c"\n    }\n  }`,
    ],
    [
      "a brace after the last element",
      `{ note = {\n    name = "N" } }`,
      `{ note = {\n    name = "N"\n    container_id = "c" } }`,
    ],
    ["no elements", `{ note = {} }`, `{ note = { container_id = "c" } }`],
    ["a comment only", `{ note = { /* a */ } }`, `{ note = { /* a */  container_id = "c" } }`],
    ["a comment on a line", `{ note = {\n      # a\n    } }`, `{ note = {\n      # a\n    container_id = "c"\n    } }`],
  ])("gets a new element in the form: %s", async (_, before, after) => {
    const { text, obstacles } = await adopt(before, added);
    expect(obstacles).toEqual([]);
    expect(text).toBe(tiles(after));
  });

  test.each([
    ["one line", `{ note = { name = "N", container_id = "c", x = 0 } }`, `{ note = { name = "N", x = 0 } }`],
    ["one line at its end", `{ note = { name = "N", container_id = "c" } }`, `{ note = { name = "N" } }`],
    [
      "lines",
      `{\n    note = {\n      name = "N"\n      container_id = "c"\n      x = 0\n    }\n  }`,
      `{\n    note = {\n      name = "N"\n      x = 0\n    }\n  }`,
    ],
    ["lines with commas", `{ note = {\n    container_id = "c",\n    x = 0,\n  } }`, `{ note = {\n    x = 0,\n  } }`],
  ])("loses an element in the form: %s", async (_, before, after) => {
    const { text, obstacles } = await adopt(before, board.tiles, added);
    expect(obstacles).toEqual([]);
    expect(text).toBe(tiles(after));
  });

  test("gets a new tile after the last tile, and loses a tile that contains references", async () => {
    const added = { ...note, name: "A", y: 9, config: { display_type: "markdown", markdown: "a\nb\n" } };
    const before = `{
    # Notes.
    note = { source_id = data.clickstack_source.logs.id, where = local.level }

    other = { name = "Other" }
  }`;
    const { text, edited } = await adopt(before, { other: note, "a b": added, first: note }, { note, other: note });
    expect(edited).toEqual(["tiles.note (removed)", "tiles.first (added)", "tiles.a b (added)"]);
    expect(text).toBe(
      tiles(`{
    other = { name = "Other" }
    first = {
      name = "Notes"
      x    = 0
      y    = 0
      w    = 12
      h    = 6
      config = {
        display_type = "markdown"
        markdown     = "a"
      }
    }
    "a b" = {
      name = "A"
      x    = 0
      y    = 9
      w    = 12
      h    = 6
      config = {
        display_type = "markdown"
        markdown     = <<-MARKDOWN
          a
          b
        MARKDOWN
      }
    }
  }`),
    );
  });

  test("gets a new tile with the indentation of the last tile's line", async () => {
    const before = `{ first = {\n      name = "A"\n      }, note = { name = "Notes" } }`;
    const [first, more] = [
      { ...note, name: "A" },
      { ...note, name: "B" },
    ];
    const { text } = await adopt(before, { first, note, more }, { first, note });
    const frame = `name = "B"\n        x    = 0\n        y    = 0\n        w    = 12\n        h    = 6\n`;
    const config = `config = {\n          display_type = "markdown"\n          markdown     = "a"\n        }`;
    const lines = `${frame}        ${config}\n      } }`;
    expect(text).toBe(tiles(before.replace(/ \}$/, `, more = {\n        ${lines}`)));
  });

  test("gets a tile with a hostile key", async () => {
    const hostile = ["__proto__", "${a}", 'b"', "constructor"];
    const entries = [["note", note], ...hostile.map((key) => [key, { ...note, name: "B" }])];
    const { text } = await adopt(`{\n    note = {}\n  }`, Object.fromEntries(entries));
    const keys = [...text.matchAll(/^ {4}(\S+) = \{$/gm)].map(([, key]) => key);
    expect(keys).toEqual(["__proto__", '"$${a}"', '"b\\""', "constructor"]);
  });

  test("is not edited if a computed key may be the changed attribute", async () => {
    const { text, obstacles } = await adopt(`{ (var.key) = { name = "Notes" } }`, { note: { ...note, name: "B" } });
    expect(text).toBe(tiles(`{ (var.key) = { name = "Notes" } }`));
    expect(obstacles).toEqual(["main.tf:3: tiles.note: The code has a computed key, which may be this attribute."]);
  });
});

const alert = {
  name: null,
  source: "saved_search",
  saved_search_id: "s",
  threshold: 100,
  threshold_type: "above",
  interval: "5m",
  channels: [{ type: "webhook", webhook_id: "w" }],
};

describe("a number in HCL", () => {
  test.each([
    ["an integer", "100", 0.5, "0.5"],
    ["a negative number", "-100", 3, "3"],
    ["a number that becomes negative", "100", -3, "-3"],
    ["an exponent", "1e2", 1e-9, "1e-9"],
    ["an exponent with a fraction", "1.0e2", 5, "5"],
    ["a number in a text", '"100"', 5, "5"],
    ["a number after a conversion", 'tonumber("100")', 5, "tonumber(5)"],
  ])("is edited if the code has %s", async (_, before, wanted, after) => {
    const code = (threshold: string) => `resource "clickstack_alert" "x" {\n  threshold = ${threshold}\n}\n`;
    const change = { ...alert, threshold: wanted };
    const { text, obstacles } = await adoptAttributes(code(before), "alert", alert, change);
    expect(obstacles).toEqual([]);
    expect(text).toBe(code(after));
  });

  test("is edited if the code has the value of the last apply in exponent form", async () => {
    const code = (value: string) => `resource "clickstack_alert" "x" {\n  threshold = ${value}\n}\n`;
    const [old, change] = [1e-9, 2.5e-7].map((threshold) => ({ ...alert, threshold }));
    expect(await adoptAttributes(code("1e-9"), "alert", old ?? {}, change ?? {})).toMatchObject({
      text: code("2.5e-7"),
      obstacles: [],
    });
  });
});

describe("a text in JSON inside HCL", () => {
  const role = (conditions: string) => ({
    name: "R",
    permissions: [{ subject: "dashboard", action: "read", conditions }],
  });
  const code = (conditions: string) =>
    `resource "clickstack_team_role" "x" {\n  name = "R"\n  permissions = [{ subject = "dashboard", action = "read", conditions = ${conditions} }]\n}\n`;

  test.each([
    ["changed", `jsonencode({ a = "b", c = 1 })`, { a: "x", c: 1 }, `jsonencode({ a = "x", c = 1 })`],
    ["added", `jsonencode({ a = "b", c = 1 })`, { a: "b", c: 1, d: null }, `jsonencode({ a = "b", c = 1, d = null })`],
    ["removed", `jsonencode({ a = "b", c = 1 })`, { a: "b" }, `jsonencode({ a = "b" })`],
  ])("gets a key %s inside jsonencode", async (_, before, wanted, after) => {
    const [old, changed] = [{ a: "b", c: 1 }, wanted].map((each) => role(JSON.stringify(each)));
    const { text, obstacles } = await adoptAttributes(code(before), "team_role", old ?? {}, changed ?? {});
    expect(obstacles).toEqual([]);
    expect(text).toBe(code(after));
  });
});
