import fc from "fast-check";
import { fromAttributes, toAttributes } from "../../../src/declaration/attribute-form";
import { shapeOf } from "../../../src/declaration/shape";
import { tileConfigField } from "../../../src/resources/dashboard/tiles/tile-config";
import { alert, apiKey, dashboard } from "../../../src/resources/declarations";
import { providerArguments } from "../../../src/resources/provider-arguments";
import { sourcesLookup } from "../../../src/resources/source/declaration";
import { webhooksLookup } from "../../../src/resources/webhook/declaration";
import { ID, newKey, UUID } from "../../support/declaration/declarations";
import { generated } from "../../support/declaration/generated";
import { isUnknown, UNKNOWN } from "../../support/declaration/refusals";

const CONFIG = shapeOf(tileConfigField);

test.each(Object.entries({ alert, apiKey, dashboard, provider: providerArguments, sourcesLookup, webhooksLookup }))(
  "an object of the declaration %s is unchanged after a conversion to attributes and back",
  (_, declaration) => {
    const shape = shapeOf(declaration);
    fc.assert(
      fc.property(generated(shape), (declared) => {
        expect(fromAttributes(shape, toAttributes(shape, declared, isUnknown), isUnknown)).toEqual(declared);
      }),
    );
  },
);

test("attribute names are in snake case at every depth, and the author's keys stay unchanged", () => {
  const config = { displayType: "number", sourceId: ID, select: [{ aggFn: "max", valueExpression: "D" }] };
  const tile = { name: "", x: 0, y: 0, w: 1, h: 1, containerId: "top", config };
  expect(toAttributes(shapeOf(dashboard), { name: "D", savedQuery: "q", tiles: { fooBar: tile } }, isUnknown)).toEqual({
    name: "D",
    saved_query: "q",
    tiles: {
      fooBar: {
        name: "",
        x: 0,
        y: 0,
        w: 1,
        h: 1,
        container_id: "top",
        config: { display_type: "number", source_id: ID, select: [{ agg_fn: "max", value_expression: "D" }] },
      },
    },
  });
});

test("the columns of a search have a separate attribute, because select contains values in other tile kinds", () => {
  const search = { displayType: "search", sourceId: ID, select: "Timestamp, Body" };
  const attributes = { display_type: "search", source_id: ID, columns: "Timestamp, Body" };
  expect(toAttributes(CONFIG, search, isUnknown)).toEqual(attributes);
  expect(fromAttributes(CONFIG, attributes, isUnknown)).toEqual(search);
});

test("a missing field has no attribute, and a null attribute is read as a missing field", () => {
  const shape = shapeOf(apiKey);
  expect(toAttributes(shape, { name: "ci", state: undefined, expireAt: null }, isUnknown)).toEqual({ name: "ci" });
  expect(fromAttributes(shape, { name: "ci", state: null, adopt: null }, isUnknown)).toEqual({ name: "ci" });
  expect(fromAttributes(shape, null, isUnknown)).toBeUndefined();
});

test("unknown values keep their place in both directions", () => {
  const shape = shapeOf(apiKey);
  const declared = { ...newKey, assignedRoleIds: UNKNOWN, ipAccessList: [{ source: UNKNOWN }], adopt: { id: UUID } };
  const attributes = toAttributes(shape, declared, isUnknown);
  expect(attributes).toMatchObject({ assigned_role_ids: UNKNOWN, ip_access_list: [{ source: UNKNOWN }] });
  expect(fromAttributes(shape, attributes, isUnknown)).toEqual(declared);
});

test("an attribute of another tile kind keeps its name, so that an error can mention it", () => {
  expect(fromAttributes(CONFIG, { display_type: "number", group_by: "ServiceName" }, isUnknown)).toEqual({
    displayType: "number",
    group_by: "ServiceName",
  });
});

describe("a map of texts", () => {
  const sql = { display_type: "number", config_type: "sql", connection_id: ID, sql_template: "SELECT 1" };
  const read = (format: unknown) => fromAttributes(CONFIG, { ...sql, number_format: format }, isUnknown);

  test("is read with the declared types", () => {
    const format = { output: "number", mantissa: "2", factor: "0.000000001", average: "true", unit: "7" };
    expect(read(format)).toMatchObject({
      numberFormat: { output: "number", mantissa: 2, factor: 1e-9, average: true, unit: "7" },
    });
  });

  test("keeps a text with a wrong type, an unknown name and an unknown value", () => {
    const format = { mantissa: "two", factor: "0x10", average: "yes", colour: "red", decimal_bytes: UNKNOWN };
    expect(read(format)).toMatchObject({
      numberFormat: { mantissa: "two", factor: "0x10", average: "yes", colour: "red", decimalBytes: UNKNOWN },
    });
  });

  test("omits null, which an earlier version stored for missing fields", () => {
    expect(read({ output: "number", mantissa: 2, unit: null })).toMatchObject({
      numberFormat: { output: "number", mantissa: 2 },
    });
  });
});
