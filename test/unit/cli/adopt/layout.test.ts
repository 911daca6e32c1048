import { layOut, type TileToLayOut } from "../../../../src/cli/code/typescript/objects/tile-places";

type Place = readonly [x: number, y: number, w: number, h: number];

/** A tile of 12 columns and 7 rows, moved from one place to another. */
function tileAt(from: Place, to: Place = from, more: Partial<TileToLayOut> = {}): TileToLayOut {
  const declaration = ([x, y, w, h]: Place) => ({ name: "", x, y, w, h, config: { displayType: "line" } }) as never;
  return {
    old: declaration(from),
    wanted: declaration(to),
    declared: new Set(),
    row: undefined,
    isEditable: true,
    ...more,
  };
}

const laidOut = (tiles: Readonly<Record<string, TileToLayOut>>, stuck: Readonly<Record<string, string>> = {}) => {
  const { sides, refused } = layOut(new Map(Object.entries(tiles)), new Map(Object.entries(stuck)));
  return {
    sides: Object.fromEntries([...sides].map(([key, each]) => [key, [...each].join("")])),
    refused: Object.fromEntries(refused),
  };
};

const ROW = { height: 5 };
const FIXED = { isEditable: false };
const OTHERS = "A new position would also move tiles whose code cannot be edited.";

describe("the layout of edited tiles", () => {
  test("declares only the position of a tile that moved", () => {
    const tiles = { a: tileAt([0, 0, 12, 7]), b: tileAt([12, 0, 12, 7], [0, 30, 12, 7]) };
    expect(laidOut(tiles)).toEqual({ sides: { a: "", b: "xy" }, refused: {} });
  });

  test("declares the position of each tile that would otherwise move along with a moved tile", () => {
    const tiles = { a: tileAt([0, 0, 12, 7], [0, 30, 12, 7]), b: tileAt([12, 0, 12, 7]) };
    expect(laidOut(tiles)).toEqual({ sides: { a: "xy", b: "xy" }, refused: {} });
  });

  test("declares the place of a tile after a row, and not the places of the row's tiles", () => {
    const tiles = {
      a: tileAt([0, 0, 12, 5], [0, 0, 12, 5], { row: ROW }),
      b: tileAt([12, 0, 12, 5], [12, 0, 12, 5], { row: ROW }),
      next: tileAt([0, 5, 12, 7], [0, 6, 12, 8]),
    };
    expect(laidOut(tiles)).toEqual({ sides: { a: "", b: "", next: "hxy" }, refused: {} });
  });

  test("keeps the place of a tile that cannot be moved, and refuses changes that depend on it", () => {
    const tiles = {
      a: tileAt([0, 0, 12, 7], [0, 20, 12, 7]),
      b: tileAt([12, 0, 12, 7], [0, 30, 12, 7], FIXED),
    };
    expect(laidOut(tiles, { b: "a row" })).toEqual({ sides: { a: "", b: "" }, refused: { a: OTHERS, b: "a row" } });
    expect(laidOut({ ...tiles, a: tileAt([0, 0, 12, 7]) }, { b: "a row" })).toEqual({
      sides: { a: "", b: "" },
      refused: { b: "a row" },
    });
  });

  test("keeps all places if an edit would move a tile whose code cannot be edited", () => {
    const tiles = { a: tileAt([0, 0, 12, 7], [0, 30, 12, 7]), b: tileAt([12, 0, 12, 7], [12, 0, 12, 7], FIXED) };
    expect(laidOut(tiles)).toEqual({ sides: { a: "", b: "" }, refused: { a: OTHERS } });
  });
});
