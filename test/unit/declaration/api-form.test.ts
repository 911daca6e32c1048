import { fromApi, toApi } from "../../../src/declaration/api-form";
import { shapeOf } from "../../../src/declaration/shape";
import { tileConfigField } from "../../../src/resources/dashboard/tiles/tile-config";
import { ID } from "../../support/declaration/declarations";
import { fullConfigs } from "../../support/full-tiles";

const CONFIG = shapeOf(tileConfigField);
const numberTile = (...colorRules: object[]) => ({ displayType: "number", colorRules });

test("one API field contains numbers, texts and pairs of numbers of color rules", () => {
  const declared = numberTile(
    { operator: "gt", value: 1 },
    { operator: "between", between: [1, 2] },
    { operator: "eq", text: "down" },
    { operator: "neq", value: 3 },
  );
  const api = numberTile(
    { operator: "gt", value: 1 },
    { operator: "between", value: [1, 2] },
    { operator: "eq", value: "down" },
    { operator: "neq", value: 3 },
  );
  expect(toApi(CONFIG, declared)).toEqual(api);
  expect(fromApi(CONFIG, api)).toEqual(declared);
});

test.each(Object.entries(fullConfigs({ sourceId: ID, connectionId: ID, dashboardId: ID })))(
  "the tile %s is unchanged after a conversion to the API's form and back",
  (_, config) => {
    expect(fromApi(CONFIG, toApi(CONFIG, config))).toEqual(config);
  },
);

test("values that are not declared stay unchanged", () => {
  const unknown = { displayType: "funnel", steps: [{ value: "x" }] };
  expect(fromApi(CONFIG, unknown)).toEqual(unknown);
  expect(fromApi(CONFIG, numberTile({ operator: "like", value: "x" }))).toEqual(
    numberTile({ operator: "like", value: "x" }),
  );
});
