import type { IssuePath } from "../../../src/declaration/rules";
import { objectShapeOf } from "../../../src/declaration/shape";
import { pathText } from "../../../src/plugin";
import { dashboard } from "../../../src/resources/declarations";
import { attributePathOf } from "../../../src/resources/shared/terraform-form";

const DASHBOARD = objectShapeOf(dashboard);
const TILE = ["tiles", { key: "t" }, "config"] as const;
const text = (path: IssuePath, value?: unknown) => pathText(attributePathOf(DASHBOARD, path, value));

test("the path of a declared value has Terraform's attribute names", () => {
  expect(text([...TILE, "select", 0, "aggFn"])).toBe('tiles["t"].config.select[0].agg_fn');
  expect(text([...TILE, "onClick", "filters", 1, "template"])).toBe('tiles["t"].config.on_click.filters[1].template');
  expect(text([...TILE, "notDeclared"])).toBe('tiles["t"].config.notDeclared');
});

test("a field that only one tile kind has is found too", () => {
  expect(text([...TILE, "select", 0, "countExpression"])).toBe('tiles["t"].config.select[0].count_expression');
});

test("a field with different names for different tile kinds gets the name for the tile's kind", () => {
  const shown = (displayType: string) => ({ tiles: { t: { config: { displayType } } } });
  expect(text([...TILE, "select"], shown("search"))).toBe('tiles["t"].config.columns');
  expect(text([...TILE, "select"], shown("line"))).toBe('tiles["t"].config.select');
});
