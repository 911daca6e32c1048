import { code } from "../code/expression";
import { constant } from "../code/source-file";
import type { DashboardOrder } from "../model/dashboard-order";
import type { Imported } from "../model/imported";
import { alertsBeside, type LaidOutModel, seenFrom } from "../model/model";
import { remarkOf } from "../model/remarks";
import { camel } from "../naming/words";
import { alertStatements } from "./alert";
import { dashboardCall } from "./dashboard";
import { entryFunction } from "./entry-function";
import { ModuleScope } from "./module-scope";
import type { TypeScriptFile } from "./typescript-file";

/** A dashboard and its alerts, in a file of their own. */
export function dashboardFile(whole: LaidOutModel, order: DashboardOrder, dashboard: Imported): TypeScriptFile {
  const path = whole.layout.pathOf(dashboard);
  const model = seenFrom(whole, path);
  const scope = new ModuleScope();
  const { constructId } = dashboard;
  const functionName = scope.name(camel(/\bdashboard\b/.test(constructId) ? constructId : `${constructId} dashboard`));
  const name = scope.declare(dashboard, "dashboard");
  const targets = {
    references: model.references,
    dashboardIds: new Set(order.targetsOf(dashboard).map(({ id }) => id)),
  };
  const alerts = alertsBeside(model, dashboard);
  const made = dashboardCall(scope, targets, dashboard);
  const isWatched = alerts.length > 0;
  const text = entryFunction(scope, {
    name: functionName,
    comment: [`The dashboard "${dashboard.name}"${isWatched ? " and its alerts" : ""}.`, remarkOf(dashboard)]
      .filter((each) => each !== undefined)
      .join("\n"),
    body: isWatched ? [[constant(name, made)], ...alerts.map((alert) => alertStatements(scope, model, alert))] : [],
    returns: isWatched ? code(name) : made,
  });
  return {
    path,
    text,
    entryPoint: { functionName, wants: scope.given, returns: { one: dashboard.id, name } },
  };
}
