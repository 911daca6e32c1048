import type { Node } from "@babel/types";
import type { PlacedConstruct } from "../../../project/placed-constructs";
import type { UnmanagedAlert } from "../../../server/unmanaged-alerts";
import { type EditResult, uneditedResult } from "../../edits/edit-result";
import { camel } from "../../model/names";
import { type CodeText, codeText, identifier, typescriptText } from "../../text/code-text";
import { call, code, literal, object, text, withNameFirst } from "../../text/expression";
import { FileScope } from "../edit/file-scope";
import { type EditContext, findPlacedCall } from "../edit/program";
import { insertStatement, statementOf } from "../edit/statements";
import { propertyName } from "../edit/typescript-syntax";
import { DashboardCode } from "./dashboard-code";
import { propsOf } from "./object-props";

/** Adds `new Alert(...)` with an import of the existing alert after the statements that add its dashboard's tiles. */
export function addAlert(
  alert: UnmanagedAlert,
  dashboard: PlacedConstruct,
  constructId: string,
  context: EditContext,
): EditResult {
  const { position } = dashboard;
  const refuse = (reason: string) => uneditedResult(position, reason);
  const found = findPlacedCall(context, position);
  if (typeof found === "string") {
    return refuse(found);
  }
  const { file, call: created } = found;
  const board = new DashboardCode(file, created, dashboard, context);
  const own = statementOf(file, created);
  const name = own && nameOf(board, own, dashboard.address);
  if (!own || name === undefined) {
    return refuse("The dashboard is neither a separate statement nor the value of a constant.");
  }
  const isListed = board.list?.properties.some((each) => propertyName(each) === alert.tileKey);
  if (isListed === false) {
    // The type of the dashboard contains only the keys of the tiles in its props.
    return refuse(
      `The props of the dashboard do not contain the tile "${alert.tileKey}", so the code cannot refer to it.`,
    );
  }
  const statement = (isListed ? undefined : board.lastStatement) ?? own;
  const scope = new FileScope(file, context.known, statement);
  const { entries } = propsOf(scope, "alert", alert.fields);
  const on = call(codeText`${name}.tile`, literal(alert.tileKey));
  const props = object(withNameFirst([{ key: "on", value: on }, ...entries]), { isSpread: true });
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

/** Returns the name of a dashboard after its statement. A dashboard without a name gets a constant. */
function nameOf({ file, created, name }: DashboardCode, statement: Node, address: string): CodeText | undefined {
  const isUnnamed = file.parentOf(created) === statement && statement.type === "ExpressionStatement";
  const id = address.slice(address.lastIndexOf(".") + 1);
  return isUnnamed && created.callee.type !== "Super" ? file.nameValue(statement, camel(id) || "dashboard") : name;
}
