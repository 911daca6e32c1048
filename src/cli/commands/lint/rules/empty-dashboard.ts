import { isObject } from "../../../../declaration/field";
import { offlineRule } from "../lint-rule";
import { DASHBOARD_TYPE, describeObject } from "../linted-objects";
import { isUnevaluated } from "../unevaluated";

export const emptyDashboardRule = offlineRule({
  id: "empty-dashboard",
  severity: "warn",
  description: "A dashboard has no tiles.",
  fix: "Add tiles, or remove the dashboard.",
  limits: "The rule does not see tiles that an expression creates.",
  types: [DASHBOARD_TYPE],
  check: (input) =>
    input
      .resources(DASHBOARD_TYPE)
      .filter(
        ({ fields: { tiles } }) => !isUnevaluated(tiles) && Object.keys(isObject(tiles) ? tiles : {}).length === 0,
      )
      .map((object) => ({ object, message: `The ${describeObject(object)} has no tiles.` })),
});
