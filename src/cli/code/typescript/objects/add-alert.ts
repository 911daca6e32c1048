import type { PlacedConstruct } from "../../../project/placed-constructs";
import type { UnmanagedAlert } from "../../../server/unmanaged-alerts";
import type { EditResult } from "../../edits/edit-result";
import { type CodeText, codeText, identifier, typescriptText } from "../../text/code-text";
import { call, code, object, text } from "../../text/expression";
import { FileScope } from "../edit/file-scope";
import type { EditContext } from "../edit/program";
import { insertStatement } from "../edit/statements";
import { DashboardCode } from "./dashboard-code";
import { propsOf } from "./object-props";
import { findTileReference } from "./tile-reference";

/**
 * Adds `new Alert(...)` with an import of the existing alert after the statement that adds the tile.
 * @param constructId id of the new construct
 */
export function addAlert(
  alert: UnmanagedAlert,
  dashboard: PlacedConstruct,
  constructId: string,
  context: EditContext,
): EditResult {
  const { position } = dashboard;
  const refuse = (reason: string): EditResult => ({
    edited: [],
    obstacles: [{ prop: "", file: position.file, line: position.line, reason }],
  });
  if (context.countAt(position) > 1) {
    return refuse("The line of the dashboard creates several objects.");
  }
  const file = context.program.open(position.file);
  const created = typeof file === "string" ? undefined : file.callAt(position.line, position.column);
  if (typeof file === "string" || !created) {
    return refuse(typeof file === "string" ? file : "The file contains no call at the recorded position.");
  }
  const board = new DashboardCode(file, created, dashboard, context);
  const watched = findTileReference(board, alert.tileKey);
  if (typeof watched === "string") {
    return refuse(watched);
  }
  const { statement } = watched;
  const scope = new FileScope(file, context.known, statement);
  const { entries } = propsOf(scope, "alert", alert.fields);
  const [named, rest] = [entries.filter(({ key }) => key === "name"), entries.filter(({ key }) => key !== "name")];
  const props = object([...named, { key: "on", value: watched.expression }, ...rest], { isSpread: true });
  const parent = created.arguments[0];
  const scopeCode = file.text.slice(parent?.start ?? 0, parent?.end ?? 0) as CodeText;
  const construct = call(codeText`new ${scope.use(identifier("Alert"))}`, code(scopeCode), text(constructId), props);
  const print = (indentation: string) => {
    const printed = scope.print(construct, indentation);
    return `${printed}.importFrom(${typescriptText(alert.id, file.quote)})`;
  };
  insertStatement(file, statement, print, true);
  return { edited: ["new Alert"], obstacles: [] };
}
