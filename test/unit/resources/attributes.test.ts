import { objectShapeOf } from "../../../src/declaration/shape";
import { UNKNOWN } from "../../../src/plugin";
import { alert, dashboard } from "../../../src/resources/declarations";
import { schemaAttributesOf } from "../../../src/resources/shared/schema";

const tiles = schemaAttributesOf(objectShapeOf(dashboard)).tiles?.nested;
const config = tiles?.attributes.config?.nested?.attributes ?? {};

describe("the Terraform attributes of a declaration", () => {
  test("include the fields of all variants, and only the discriminator is required", () => {
    expect(Object.entries(config).flatMap(([name, { required }]) => (required ? [name] : []))).toEqual([
      "display_type",
    ]);
    expect(Object.keys(config)).toEqual(
      expect.arrayContaining(["source_id", "select", "columns", "markdown", "background_chart"]),
    );
  });

  test("list the variants to which they belong in their descriptions", () => {
    expect(config.markdown?.description).toContain("For `markdown`.");
    expect(config.source_id?.description).not.toContain("For `markdown`");
  });

  test("are nested maps if the author chooses the keys", () => {
    expect(tiles?.nesting).toBe("map");
  });

  test("have the server default of the selected variant", () => {
    const fillNulls = config.fill_nulls?.default as (siblings: object) => unknown;
    expect(fillNulls({ display_type: "line" })).toBe(true);
    expect(fillNulls({ display_type: "number" })).toBeNull();
    expect(fillNulls({ display_type: UNKNOWN })).toBe(UNKNOWN);
  });

  test("have an unknown default while a value that the default depends on is unknown", () => {
    const source = schemaAttributesOf(objectShapeOf(alert)).source?.default as (siblings: object) => unknown;
    expect(source({ saved_search_id: null })).toBe("tile");
    expect(source({ saved_search_id: "x" })).toBe("saved_search");
    expect(source({ saved_search_id: UNKNOWN })).toBe(UNKNOWN);
  });

  test("compare times and unordered lists by meaning", () => {
    const { schedule_start_at: start } = schemaAttributesOf(objectShapeOf(alert));
    expect(start?.semanticallyEqual?.("2026-01-01T00:00:00.000Z", "2026-01-01T01:00:00+01:00")).toBe(true);
    expect(start?.semanticallyEqual?.("2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z")).toBe(false);
    const { tags } = schemaAttributesOf(objectShapeOf(dashboard));
    expect(tags?.semanticallyEqual?.(["a", "b"], ["b", "a"])).toBe(true);
    expect(tags?.semanticallyEqual?.(["a"], ["b", "a"])).toBe(false);
  });
});
