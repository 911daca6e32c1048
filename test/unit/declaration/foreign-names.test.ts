import fc from "fast-check";
import { fromApi, toApi } from "../../../src/declaration/api-form";
import { fromAttributes, toAttributes } from "../../../src/declaration/attribute-form";
import {
  joinFieldPath,
  splitFieldPath,
  splitOtherFields,
  withOtherFields,
} from "../../../src/declaration/other-fields";
import { toDeclaredForm } from "../../../src/declaration/semantic-equality";
import { objectShapeOf, shapeOf } from "../../../src/declaration/shape";
import { validate } from "../../../src/declaration/validate";
import { toWritableConfig } from "../../../src/declaration/writable-config";
import { ownValue, setOwn } from "../../../src/own-values";
import { tileField } from "../../../src/resources/dashboard/tiles/tile";
import { webhook } from "../../../src/resources/webhook/declaration";
import { expectNothingInherited, FOREIGN_NAMES, foreignJson, foreignName } from "../../support/foreign-names";

const TILE = shapeOf(tileField);
const WEBHOOK = objectShapeOf(webhook);
const RUNS = { seed: 12, numRuns: 500 };
const known = () => false;

afterEach(expectNothingInherited);

describe("the look-up of a value in an object", () => {
  test.each(FOREIGN_NAMES)("finds under the name %j only the object's own property", (name) => {
    const object: Record<string, unknown> = {};
    expect(ownValue(object, name)).toBeUndefined();
    setOwn(object, name, "own");
    expect(ownValue(object, name)).toBe("own");
    expect(Object.entries(object)).toEqual([[name, "own"]]);
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
  });
});

test("a path separates its steps for any names", () => {
  fc.assert(
    fc.property(fc.array(foreignName(), { minLength: 1, maxLength: 5 }), (steps) => {
      expect(splitFieldPath(joinFieldPath(steps))).toEqual(steps);
    }),
    RUNS,
  );
  expect(joinFieldPath(["config", "select", "0", "a.b"])).toBe("config.select.0.a\\.b");
});

test("an undeclared field of a tile is reported with its path and written back, for any name", () => {
  const observed = fc.tuple(foreignJson(), foreignJson(), foreignJson()).map(([frame, config, item]) => ({
    ...without(frame, ["name", "config", "containerId", "tabId", "otherFields"]),
    ...{ name: "T", x: 0, y: 0, w: 1, h: 1 },
    config: {
      ...without(config, ["select", "sourceId"]),
      displayType: "number",
      select: [{ ...without(item, ["aggFn"]), aggFn: "count" }],
    },
  }));
  fc.assert(
    fc.property(observed, (value) => {
      const { known: declared, other } = splitOtherFields(TILE, value);
      expect(plain(withOtherFields(declared as object, other))).toEqual(plain(value));
    }),
    RUNS,
  );
});

test("a conversion of a declared value keeps foreign names in it", () => {
  fc.assert(
    fc.property(foreignJson(), (json) => {
      const declared = { name: "T", x: 0, y: 0, w: 1, h: 1, config: { ...json, displayType: "markdown" } };
      expect(plain(fromApi(TILE, toApi(TILE, declared)))).toEqual(plain(declared));
      expect(plain(toDeclaredForm(TILE, declared, declared))).toEqual(plain(declared));
      expect(plain(toWritableConfig(json as never))).toBeDefined();
      expect(() => validate(TILE, declared, known)).not.toThrow();
    }),
    RUNS,
  );
});

test("a map keeps its entries under any name in the attributes of Terraform, and back", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(foreignName(), fc.string())), (entries) => {
      const declared = {
        name: "W",
        service: "generic",
        url: "https://a.example",
        headers: Object.fromEntries(entries),
      };
      const attributes = toAttributes(WEBHOOK, declared, known);
      expect(plain(fromAttributes(WEBHOOK, attributes, known))).toEqual(plain(declared));
    }),
    RUNS,
  );
});

function without(json: object, names: readonly string[]): object {
  const taken = new Set([
    ...names,
    "displayType",
    "x",
    "y",
    "w",
    "h",
    "level",
    "valueExpression",
    "where",
    "whereLanguage",
  ]);
  const more = [
    "alias",
    "numberFormat",
    "metricType",
    "metricName",
    "periodAggFn",
    "color",
    "colorRules",
    "formulas",
    "backgroundChart",
  ];
  for (const name of more) {
    taken.add(name);
  }
  return Object.fromEntries(Object.entries(json).filter(([name]) => !taken.has(name)));
}

/** Returns a value as JSON with sorted names, so that members with the name `__proto__` are compared too. */
function plain(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
