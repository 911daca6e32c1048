import fc from "fast-check";
import { sparePlacements } from "../../../../../src/cli/code/model/imported";
import { placeTiles, type Rectangle, type TileToPlace } from "../../../../../src/constructs/layout";

const tiles = (...places: (Rectangle & Pick<TileToPlace, "displayType">)[]) =>
  new Map(places.map((place, index) => [`t${index}`, place]));
const said = (placed: ReturnType<typeof tiles>) =>
  [...sparePlacements(placed).values()].map((place) =>
    Object.fromEntries(Object.entries(place).filter(([, v]) => v !== undefined)),
  );

test("tiles at their automatic places get no explicit placement", () => {
  const placed = tiles(
    { displayType: "line", x: 0, y: 0, w: 12, h: 7 },
    { displayType: "line", x: 12, y: 0, w: 12, h: 7 },
    { displayType: "number", x: 0, y: 7, w: 6, h: 4 },
  );
  expect(said(placed)).toEqual([{}, {}, {}]);
});

test("a tile with an unusual size or position gets a placement with only that difference", () => {
  const placed = tiles(
    { displayType: "line", x: 0, y: 0, w: 24, h: 7 },
    { displayType: "number", x: 18, y: 7, w: 6, h: 4 },
    { displayType: "number", x: 0, y: 7, w: 6, h: 5 },
  );
  expect(said(placed)).toEqual([{ w: 24 }, { x: 18, y: 7 }, { h: 5 }]);
});

test("the generated placements reproduce the layout for any tiles", () => {
  const displayType = fc.constantFrom<TileToPlace["displayType"]>("line", "number", "markdown", "pie");
  const tile = fc.record({
    displayType,
    x: fc.nat(23),
    y: fc.nat(12),
    w: fc.integer({ min: 1, max: 24 }),
    h: fc.integer({ min: 1, max: 9 }),
    containerId: fc.constantFrom(undefined, "a", "b"),
  });
  fc.assert(
    fc.property(fc.array(tile, { maxLength: 12 }), (list) => {
      const placed = new Map(list.map((each, index) => [`t${index}`, each]));
      const spare = sparePlacements(placed);
      const again = placeTiles(
        new Map(
          [...placed].map(([key, { displayType, containerId }]) => [
            key,
            { displayType, containerId, ...spare.get(key) },
          ]),
        ),
      );
      for (const [key, { x, y, w, h }] of placed) {
        expect(again.get(key)).toEqual({ x, y, w, h });
      }
    }),
    { seed: 7 },
  );
});
