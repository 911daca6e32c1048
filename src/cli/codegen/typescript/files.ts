import { builders } from "prettier/doc";
import type { Move } from "../../import/formats";
import { addressOf, type Imported, remarkOf } from "../../import/imported";
import { alertsBeside, type DashboardOrder, type LaidOutModel, seenFrom } from "../../import/model";
import { camel, numberOf } from "../../import/names";
import { escapeTemplates } from "../text";
import { alertStatements } from "./constructs";
import { dashboardCall } from "./dashboard";
import { entryFunction, type TypeScriptFile } from "./entry-function";
import { ModuleScope } from "./module-scope";
import { docOf } from "./printer";
import { code, constant, documentation, type Expression, list, literal, object, SourceFile } from "./source-file";

/** A dashboard and its alerts, in a file of their own. */
export function dashboardFile(whole: LaidOutModel, order: DashboardOrder, dashboard: Imported): TypeScriptFile {
  const path = whole.layout.pathOf(dashboard);
  const near = order.targetsOf(dashboard).map(({ id }) => id);
  const scope = new ModuleScope(seenFrom(whole, path), ({ id }) => near.includes(id));
  const { constructId } = dashboard;
  const functionName = scope.name(camel(/\bdashboard\b/.test(constructId) ? constructId : `${constructId} dashboard`));
  const name = scope.declare(dashboard, "dashboard");
  const alerts = alertsBeside(scope.model, dashboard);
  const made = dashboardCall(scope, dashboard);
  const isWatched = alerts.length > 0;
  const text = entryFunction(scope, {
    name: functionName,
    comment: [`The dashboard "${dashboard.name}"${isWatched ? " and its alerts" : ""}.`, remarkOf(dashboard)]
      .filter((each) => each !== undefined)
      .join("\n"),
    body: isWatched ? [[constant(name, made)], ...alerts.map((alert) => alertStatements(scope, alert))] : [],
    returns: isWatched ? code(name) : made,
  });
  return {
    path,
    text,
    entryPoint: { functionName, wants: scope.given, returns: { one: dashboard.id, name } },
  };
}

/** The ids that the objects have on the server, as import blocks. */
export function importsFile(
  path: string,
  objects: readonly Pick<Imported, "type" | "constructId" | "id">[],
): TypeScriptFile {
  const blocks = objects.map((each) => object({ to: literal(addressOf(each)), id: literal(escapeTemplates(each.id)) }));
  return listFile(
    path,
    importsName(path),
    blocks,
    "What each resource is on the server. Not needed once the state has them.",
  );
}

/** Where the vendor's resources become those of the program, as moved blocks. */
export function movesFile(path: string, moves: readonly Move[]): TypeScriptFile {
  const blocks = moves.map(({ from, to }) => object({ from: literal(from), to: literal(to) }));
  const comment =
    "What each resource is in the state of the vendor's provider. Not needed after the first apply with that state.";
  return listFile(path, "moves", blocks, comment);
}

/** A file that exports one list. */
function listFile(path: string, name: string, items: readonly Expression[], comment: string): TypeScriptFile {
  const declared = [documentation(comment), builders.hardline, `export const ${name} = `, docOf(list(items)), ";"];
  return { path, text: new SourceFile().print([declared]) };
}

/** The name under which a file hands out its import blocks. */
export function importsName(path: string): string {
  return `imports${numberOf(path)}`;
}
