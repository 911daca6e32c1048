import { isObject } from "../../../../declaration/field";
import { lintRule } from "../lint-rule";
import { DASHBOARD_TYPE, describeObject } from "../linted-objects";
import { isUnevaluated } from "../unevaluated";

export const emptyDashboardRule = lintRule({
  id: "empty-dashboard",
  severity: "warn",
  description: "A dashboard has no tiles.",
  fix: "Add tiles, or remove the dashboard.",
  limits: "The rule does not see tiles that an expression creates.",
  types: [DASHBOARD_TYPE],
  checkObject: (dashboard) => {
    const { tiles } = dashboard.fields;
    const isEmpty = !isUnevaluated(tiles) && Object.keys(isObject(tiles) ? tiles : {}).length === 0;
    return isEmpty ? `The ${describeObject(dashboard)} has no tiles.` : undefined;
  },
});
