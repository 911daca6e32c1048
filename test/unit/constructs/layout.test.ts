import fc from "fast-check";
import { placeTiles, type Rectangle, type TileToPlace } from "../../../src/constructs/layout";
import { GRID_COLUMNS } from "../../../src/resources/declarations";

const place = (tiles: Record<string, TileToPlace>) => Object.fromEntries(placeTiles(new Map(Object.entries(tiles))));

const at = ({ x, y }: Rectangle) => [x, y];

const positions = (tiles: Record<string, TileToPlace>) =>
  Object.fromEntries(Object.entries(place(tiles)).map(([key, rectangle]) => [key, at(rectangle)]));

const line: TileToPlace = { displayType: "line" };
const sized = (w: number, h: number): TileToPlace => ({ displayType: "line", w, h });
const fixed = (x: number, y: number, w: number, h: number): TileToPlace => ({ displayType: "line", x, y, w, h });

test.each([
  ["line", 12, 7],
  ["stacked_bar", 12, 7],
  ["number", 6, 4],
  ["table", 12, 8],
  ["search", 24, 10],
  ["markdown", 24, 3],
] as const)("a tile of the kind %s is %d columns wide and %d rows high by default", (displayType, w, h) => {
  expect(place({ a: { displayType } })).toEqual({ a: { x: 0, y: 0, w, h } });
  expect(place({ a: { displayType, w: 5 } })).toEqual({ a: { x: 0, y: 0, w: 5, h } });
});

test("tiles fill rows in the order of their declaration", () => {
  expect(positions({ z: line, a: line, m: line })).toEqual({ z: [0, 0], a: [12, 0], m: [0, 7] });
});

test("a tile that does not fit into a row starts the next row, below the highest tile of the row", () => {
  expect(positions({ a: sized(10, 3), b: sized(10, 9), c: sized(10, 1), d: sized(14, 2), e: sized(1, 1) })).toEqual({
    a: [0, 0],
    b: [10, 0],
    c: [0, 9],
    d: [10, 9],
    e: [0, 11],
  });
});

test("a row is filled to its last column", () => {
  expect(positions({ a: sized(23, 1), b: sized(1, 1), c: sized(1, 1) })).toEqual({ a: [0, 0], b: [23, 0], c: [0, 1] });
});

test("a tile with a declared position stays there, and the other tiles are placed next to it or below it", () => {
  expect(positions({ a: line, b: line, c: line, there: fixed(0, 0, 12, 7) })).toEqual({
    there: [0, 0],
    a: [12, 0],
    b: [0, 7],
    c: [12, 7],
  });
});

test("a tile that does not fit next to a fixed tile is placed below it", () => {
  expect(positions({ there: fixed(8, 0, 8, 5), wide: sized(20, 2), small: sized(4, 2) })).toEqual({
    there: [8, 0],
    wide: [0, 5],
    small: [20, 5],
  });
});

test("the position x = 0 and y = 0 counts as a declared position", () => {
  expect(positions({ first: line, there: { ...line, x: 0, y: 0 } })).toEqual({ there: [0, 0], first: [12, 0] });
});

const size = { w: fc.integer({ min: 1, max: GRID_COLUMNS }), h: fc.integer({ min: 1, max: 20 }) };
const flowing = fc.record({ displayType: fc.constant("line" as const), ...size });
const obstacle = fc
  .record({ x: fc.integer({ min: 0, max: 23 }), y: fc.integer({ min: 0, max: 60 }), ...size })
  .map((place) => ({ displayType: "line" as const, ...place }));

function overlapping(a: Rectangle, b: Rectangle): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

test("no placed tile overlaps another tile or leaves the grid, for any declared positions", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(flowing, obstacle), { maxLength: 40 }), (tiles) => {
      const rectangles = [...placeTiles(new Map(tiles.map((tile, index) => [String(index), tile]))).values()];
      const placed = rectangles.filter((_, index) => !("x" in (tiles[index] ?? {})));
      for (const rectangle of placed) {
        expect(rectangle.x).toBeGreaterThanOrEqual(0);
        expect(rectangle.x + rectangle.w).toBeLessThanOrEqual(GRID_COLUMNS);
        const others = rectangles.filter((other) => other !== rectangle);
        expect(others.filter((other) => overlapping(rectangle, other))).toEqual([]);
      }
    }),
  );
});

test("placed tiles keep the order of their declaration, row by row", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(flowing, obstacle), { maxLength: 40 }), (tiles) => {
      const rectangles = [...placeTiles(new Map(tiles.map((tile, index) => [String(index), tile]))).values()];
      const order = rectangles.filter((_, index) => !("x" in (tiles[index] ?? {}))).map(({ x, y }) => y * 100 + x);
      expect(order).toEqual([...order].sort((a, b) => a - b));
    }),
  );
});
