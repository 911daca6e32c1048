import { type AdoptedLayout, layOut, type TileToLayOut } from "../../../../src/cli/code/typescript/objects/tile-places";
import type { DeclaredRow, Side } from "../../../../src/cli/project/placed-constructs";

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

const described = ({ sides, heights, refused }: AdoptedLayout) => ({
  sides: Object.fromEntries([...sides].map(([key, each]) => [key, [...each].join("")])),
  heights: [...heights.values()],
  refused: Object.fromEntries(refused),
});

const laidOut = (tiles: Readonly<Record<string, TileToLayOut>>, isRowEditable = true) =>
  described(layOut(new Map(Object.entries(tiles)), () => isRowEditable));

const ROW: DeclaredRow = { height: 5, position: undefined };
const inRow = (declared = ""): Partial<TileToLayOut> => ({ row: ROW, declared: new Set(declared.split("") as Side[]) });
const FIXED = { isEditable: false };

describe("the layout of edited tiles", () => {
  test("declares only the position of a tile that moved", () => {
    const tiles = { a: tileAt([0, 0, 12, 7]), b: tileAt([12, 0, 12, 7], [0, 30, 12, 7]) };
    expect(laidOut(tiles)).toEqual({ sides: { a: "", b: "xy" }, heights: [], refused: {} });
  });

  test("declares the position of the tiles that would follow a moved one", () => {
    const tiles = { a: tileAt([0, 0, 12, 7], [0, 30, 12, 7]), b: tileAt([12, 0, 12, 7]) };
    expect(laidOut(tiles)).toEqual({ sides: { a: "xy", b: "xy" }, heights: [], refused: {} });
  });

  test("changes the width of one tile of a row, so that the others share the rest", () => {
    const tiles = {
      a: tileAt([0, 0, 8, 5], [0, 0, 12, 5], inRow()),
      b: tileAt([8, 0, 8, 5], [12, 0, 6, 5], inRow()),
      c: tileAt([16, 0, 8, 5], [18, 0, 6, 5], inRow()),
    };
    expect(laidOut(tiles)).toEqual({ sides: { a: "w", b: "", c: "" }, heights: [], refused: {} });
  });

  test("changes the height of a row if all its tiles have the new height, and of single tiles otherwise", () => {
    const next = tileAt([0, 5, 12, 7], [0, 6, 12, 7]);
    const both = {
      a: tileAt([0, 0, 12, 5], [0, 0, 12, 6], inRow()),
      b: tileAt([12, 0, 12, 5], [12, 0, 12, 6], inRow()),
      next,
    };
    expect(laidOut(both)).toEqual({ sides: { a: "", b: "", next: "" }, heights: [6], refused: {} });
    expect(laidOut(both, false)).toEqual({ sides: { a: "h", b: "", next: "" }, heights: [], refused: {} });
  });

  test("keeps the places that a row determines, and names them", () => {
    const tiles = {
      a: tileAt([0, 0, 12, 5], [12, 0, 12, 5], inRow()),
      b: tileAt([12, 0, 12, 5], [0, 0, 12, 5], inRow()),
    };
    expect(laidOut(tiles)).toEqual({ sides: { a: "", b: "" }, heights: [], refused: { a: "row", b: "row" } });
  });

  test("keeps the place of a tile whose code cannot be edited", () => {
    const tiles = { a: tileAt([0, 0, 12, 7]), b: tileAt([12, 0, 12, 7], [0, 30, 12, 7], FIXED) };
    expect(laidOut(tiles)).toEqual({ sides: { a: "", b: "" }, heights: [], refused: { b: "code" } });
  });

  test("keeps all places if an edit would move a tile whose code cannot be edited", () => {
    const tiles = { a: tileAt([0, 0, 12, 7], [0, 30, 12, 7]), b: tileAt([12, 0, 12, 7], [12, 0, 12, 7], FIXED) };
    expect(laidOut(tiles)).toEqual({ sides: { a: "", b: "" }, heights: [], refused: { a: "others" } });
  });
});
