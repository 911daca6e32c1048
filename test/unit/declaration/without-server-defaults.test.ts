import fc from "fast-check";
import { withoutServerDefaults, withServerDefaults } from "../../../src/declaration/server-defaults";
import { objectShapeOf, shapeOf } from "../../../src/declaration/shape";
import { tileConfigField } from "../../../src/resources/dashboard/tiles/tile-config";
import { dashboard } from "../../../src/resources/declarations";
import { savedSearch } from "../../../src/resources/saved-search/declaration";
import { generated } from "../../support/declaration/generated";

test("server defaults are omitted at every depth, and so are fields that only the server sets", () => {
  const observed = {
    id: "1",
    name: "Checkout",
    tags: [],
    savedQuery: "level:error",
    savedQueryLanguage: "lucene",
    tileIds: { errors: "2" },
    tiles: {
      errors: {
        name: "Errors",
        x: 0,
        y: 0,
        w: 12,
        h: 7,
        config: {
          displayType: "line",
          sourceId: "3",
          asRatio: false,
          fillNulls: true,
          select: [{ aggFn: "count", valueExpression: "", where: "level:error", whereLanguage: "lucene", alias: null }],
        },
      },
    },
  };
  expect(withoutServerDefaults(objectShapeOf(dashboard), observed)).toEqual({
    name: "Checkout",
    savedQuery: "level:error",
    tiles: {
      errors: {
        name: "Errors",
        x: 0,
        y: 0,
        w: 12,
        h: 7,
        config: { displayType: "line", sourceId: "3", select: [{ aggFn: "count", where: "level:error" }] },
      },
    },
  });
});

test("a value that is not the default is kept", () => {
  const observed = { name: "Errors", sourceId: "1", whereLanguage: "sql", tags: ["a"] };
  expect(withoutServerDefaults(objectShapeOf(savedSearch), observed)).toEqual(observed);
});

test("a tile without its defaults becomes the same tile when the defaults are added again", () => {
  const shape = shapeOf(tileConfigField);
  fc.assert(
    fc.property(generated(shape), (config) => {
      const complete = withServerDefaults(shape, config);
      expect(withServerDefaults(shape, withoutServerDefaults(shape, complete))).toEqual(complete);
    }),
    { seed: 8 },
  );
});
