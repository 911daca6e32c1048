import { UNKNOWN } from "../../../../src/plugin";
import { identifyTiles, storedTileIds, tileWarnings } from "../../../../src/resources/dashboard/tile-identity";
import type { DashboardDeclaration } from "../../../../src/resources/declarations";

type Tiles = DashboardDeclaration["tiles"];

/** Tiles by key: their name, their kind, and a value that distinguishes their configurations. */
const tiles = (all: Record<string, readonly [string, string, string?]>): Tiles =>
  Object.fromEntries(
    Object.entries(all).map(([key, [name, displayType, where = ""]]) => [
      key,
      { name, config: { displayType, where } },
    ]),
  ) as unknown as Tiles;

const BEFORE = tiles({ a: ["A", "line", "x"], b: ["B", "number", "y"] });
const STORED = { a: "id-a", b: "id-b" };

describe("the assignment of stored ids to tiles", () => {
  test("keeps the id of a key after any change of the tile", () => {
    expect(identifyTiles(tiles({ a: ["New", "table"], b: ["B", "number"] }), BEFORE, STORED)).toEqual({
      ids: STORED,
      renamed: [],
      deleted: [],
      created: [],
    });
  });

  test("keeps the id of a tile with a new key if its name and kind are unchanged", () => {
    expect(identifyTiles(tiles({ c: ["A", "line", "z"], b: ["B", "number"] }), BEFORE, STORED)).toEqual({
      ids: { b: "id-b", c: "id-a" },
      renamed: [{ from: "a", to: "c" }],
      deleted: [],
      created: [],
    });
  });

  test("keeps the id of a tile with a new key and name if its configuration is unchanged", () => {
    expect(identifyTiles(tiles({ c: ["C", "line", "x"], b: ["B", "number"] }), BEFORE, STORED).renamed).toEqual([
      { from: "a", to: "c" },
    ]);
  });

  test.each([
    ["name", tiles({ c: ["A", "table", "x"] })],
    ["kind", tiles({ c: ["C", "line", "z"] })],
  ])("does not keep an id for a tile that has only the same %s", (_name, after) => {
    expect(identifyTiles(after, BEFORE, STORED)).toEqual({ ids: {}, renamed: [], deleted: ["a", "b"], created: ["c"] });
  });

  test("prefers the tile with the same name over a tile with the same configuration", () => {
    const after = tiles({ c: ["C", "line", "x"], d: ["A", "line", "z"], e: ["A", "line", "x"] });
    expect(identifyTiles(after, BEFORE, STORED)).toEqual({
      ids: { d: "id-a" },
      renamed: [{ from: "a", to: "d" }],
      deleted: ["b"],
      created: ["c", "e"],
    });
  });

  test("does not give the id of a deleted tile to another tile with its name", () => {
    const before = tiles({ a: ["A", "line", "x"], b: ["A", "line", "x"] });
    expect(identifyTiles(tiles({ a: ["A", "line", "x"] }), before, STORED)).toEqual({
      ids: { a: "id-a" },
      renamed: [],
      deleted: ["b"],
      created: [],
    });
  });

  test("uses the ids that the plan has already assigned", () => {
    const after = tiles({ c: ["C", "table"], d: ["A", "line", "x"] });
    expect(identifyTiles(after, BEFORE, STORED, { c: "id-a" })).toEqual({
      ids: { c: "id-a" },
      renamed: [],
      deleted: ["b"],
      created: ["d"],
    });
  });

  test("gives no id to an unknown tile, and causes no warning", () => {
    for (const unknown of [{ c: UNKNOWN }, { c: { name: "C", config: UNKNOWN } }]) {
      const identity = identifyTiles(unknown as never, BEFORE, STORED);
      expect(identity).toEqual({ ids: {}, renamed: [], deleted: ["a", "b"], created: ["c"] });
      expect(tileWarnings(identity, unknown as never, BEFORE)).toEqual([]);
    }
  });

  test("gives no id to a tile whose previous key had no id", () => {
    expect(identifyTiles(tiles({ c: ["A", "line", "x"] }), BEFORE, { b: "id-b" })).toEqual({
      ids: {},
      renamed: [],
      deleted: ["a", "b"],
      created: ["c"],
    });
  });
});

describe("the warnings of a plan about tiles", () => {
  const warnings = (after: Tiles, before = BEFORE) => tileWarnings(identifyTiles(after, before, STORED), after, before);

  test("include a title that changes together with the key, but no unchanged or unknown title", () => {
    expect(warnings(tiles({ c: ["C", "line", "x"], b: ["B", "number"] }))).toEqual([
      {
        severity: "warning",
        summary: 'The tile "a" is renamed to "c" with another title',
        detail:
          'It keeps its id, and its alerts stay. Its title changes from "A" to "C". To keep the title, give the tile the name "A".',
        path: ["tiles", { key: "c" }, "name"],
      },
    ]);
    expect(warnings(tiles({ c: ["A", "line", "x"], b: ["B", "number"] }))).toEqual([]);
    expect(warnings(tiles({ c: [UNKNOWN as never, "line", "x"], b: ["B", "number"] }))).toEqual([]);
  });

  test("include a tile that is deleted while a tile of the same kind is created, but no other tile", () => {
    expect(warnings(tiles({ c: ["C", "line", "z"], b: ["B", "number"] }))).toEqual([
      {
        severity: "warning",
        summary: 'The tile "a" is deleted and "c" is created',
        detail:
          'The alerts on the tile "a" are deleted with it. If "c" is the same tile under another key, give it the name "A" in this apply: then it keeps its id and its alerts.',
        path: ["tiles", { key: "c" }],
      },
    ]);
    expect(warnings(tiles({ c: ["C", "table", "z"], b: ["B", "number"] }))).toEqual([]);
    expect(warnings(tiles({ b: ["B", "number"] }))).toEqual([]);
  });
});

describe("the tile ids in a response", () => {
  const sent = [{ name: "A", x: 0, y: 0, w: 1, h: 1 }, { name: "B", x: 1, y: 0, w: 1, h: 1 }, { id: "id-c" }];
  const KEYS = ["a", "b", "c"];
  const ids = (stored: readonly object[]) => storedTileIds({ tiles: stored } as never, KEYS, sent);

  test("are assigned to the tiles in the order of the request", () => {
    expect(ids([{ id: "1" }, { id: "2" }, { id: "3" }])).toEqual({ ids: { a: "1", b: "2", c: "3" }, missing: [] });
  });

  test("are assigned by id, name and position if the server stored fewer tiles", () => {
    const [, b] = sent;
    expect(
      ids([
        { id: "id-c", name: "C" },
        { ...b, id: "2" },
      ]),
    ).toEqual({ ids: { b: "2", c: "id-c" }, missing: ["a"] });
    for (const field of ["name", "x", "y", "w", "h"]) {
      expect(ids([{ ...b, id: "2", [field]: 9 }])).toEqual({ ids: {}, missing: KEYS });
    }
  });

  test("are each assigned to only one tile", () => {
    const twice = [sent[0] ?? {}, sent[0] ?? {}];
    expect(storedTileIds({ tiles: [{ ...sent[0], id: "1" }] } as never, ["a", "b"], twice)).toEqual({
      ids: { a: "1" },
      missing: ["b"],
    });
  });

  test("count as missing if they are not texts", () => {
    expect(ids([{ id: 1 }, {}, { id: "3" }])).toEqual({ ids: { c: "3" }, missing: ["a", "b"] });
  });
});
