import { type ApiFields, type DrawnSection, drawnDashboard, flawsOf, flawTexts, RowScale } from "../../../src/drawing";
import { board, tile } from "../../support/drawing/boards";

const section = (...tiles: ApiFields[]): DrawnSection => drawnDashboard(board(...tiles)).sections[0] ?? { tiles: [] };
const places = (list: readonly { x: number; y: number; w: number; h: number }[]) =>
  list.map(({ x, y, w, h }) => [x, y, w, h]);

test("tiles that share cells overlap, and tiles that only touch do not", () => {
  expect(flawsOf(section(tile("a", [0, 0, 12, 4]), tile("b", [12, 0, 12, 4]))).overlaps).toEqual([]);
  const { overlaps } = flawsOf(section(tile("a", [0, 0, 12, 4]), tile("b", [10, 2, 12, 4])));
  expect(places(overlaps)).toEqual([[10, 2, 2, 2]]);
  expect(overlaps[0]?.tiles.map(({ id }) => id)).toEqual(["a", "b"]);
});

test("a gap is an empty place with a tile below it", () => {
  const { gaps } = flawsOf(section(tile("a", [0, 0, 12, 4]), tile("b", [18, 0, 6, 4]), tile("c", [0, 6, 24, 2])));
  expect(places(gaps)).toEqual([
    [12, 0, 6, 4],
    [0, 4, 24, 2],
  ]);
});

test("empty rows at the end of a dashboard are not a gap", () => {
  expect(flawsOf(section(tile("a", [0, 0, 24, 4]), tile("b", [0, 4, 6, 4]))).gaps).toEqual([]);
});

test("a gap next to tiles of different heights is one gap", () => {
  const { gaps } = flawsOf(section(tile("a", [0, 0, 12, 2]), tile("b", [0, 2, 12, 2]), tile("c", [0, 4, 24, 1])));
  expect(places(gaps)).toEqual([[12, 0, 12, 4]]);
});

test("flaws are described in sentences", () => {
  expect(flawTexts(section(tile("a", [20, 1, 6, 1]), tile("b", [20, 1, 4, 1]), tile("c", [0, 2, 24, 1])))).toEqual([
    '"a" and "b" overlap at x 20, y 1, 4 wide, 1 high.',
    '"a" ends at column 26; the grid has 24.',
    "No tile is at x 0, y 0, 24 wide, 1 high.",
    "No tile is at x 0, y 1, 20 wide, 1 high.",
  ]);
});

test("empty rows above a distant tile are shortened in the drawing", () => {
  const scale = new RowScale([
    { x: 0, y: 0, w: 6, h: 4 },
    { x: 0, y: 1_000_000, w: 6, h: 1_000_000 },
  ]);
  expect(scale.at(0)).toBe(0);
  expect(scale.at(4)).toBe(4);
  expect(scale.at(1_000_000)).toBe(7);
  expect(scale.height).toBe(37);
});
