import { constant, effect } from "../code/source-file";
import type { DashboardOrder } from "../model/dashboard-order";
import { type Imported, tilesOf } from "../model/imported";
import { alertsOn, type Model } from "../model/model";
import { camel } from "../naming/words";
import { alertCall } from "./alert";
import { dashboardCall } from "./dashboard";
import { entryFunction } from "./entry-function";
import { ModuleScope } from "./module-scope";
import type { TypeScriptFile } from "./typescript-file";

/** A dashboard and its alerts, in a file of their own. */
export function dashboardFile(model: Model, order: DashboardOrder, dashboard: Imported): TypeScriptFile {
  const scope = new ModuleScope();
  const functionName = scope.name(camel(`${dashboard.constructId} dashboard`));
  const name = scope.declare(dashboard, "Dashboard");
  const targets = {
    references: model.references,
    dashboardIds: new Set(order.targetsOf(dashboard).map(({ id }) => id)),
  };
  const alerts = alertsOn(model, dashboard);
  const text = entryFunction(scope, {
    name: functionName,
    comment: `The dashboard "${dashboard.name}": ${counted(Object.keys(tilesOf(dashboard)).length, "tile")}${
      alerts.length > 0 ? ` and ${counted(alerts.length, "alert")}` : ""
    }.`,
    body: [
      [constant(name, dashboardCall(scope, targets, dashboard))],
      ...alerts.map((alert) => [effect(alertCall(scope, model, alert))]),
    ],
    returns: name,
  });
  return {
    path: `dashboards/${dashboard.constructId}.ts`,
    text,
    entryPoint: { functionName, wants: scope.given, returns: { one: dashboard.id, name } },
  };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
