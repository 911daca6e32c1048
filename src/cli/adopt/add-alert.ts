import type { Node } from "@babel/types";
import { camel, kebab } from "../import/model/names";
import { call, code, literal, object, text } from "../import/text/expression";
import { identifier, type SourceText, sourceText, typescriptText } from "../import/text/source-text";
import type { EditContext, EditResult } from "./edit-object";
import { FileScope } from "./file-scope";
import { propsOf } from "./object-props";
import type { PlacedConstruct } from "./program";
import type { ProgramFile } from "./program-file";
import { type CallNode, propertyName, unwrap } from "./syntax";
import type { UnmanagedAlert } from "./unmanaged-alerts";

/**
 * Adds `new Alert(...)` with an import of the existing alert after the statement that creates the dashboard.
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
  if (!hasTile(created, alert.tileKey)) {
    return refuse(`The props of the dashboard do not contain the tile "${alert.tileKey}" as a literal.`);
  }
  const statement = statementOf(file, created);
  const dashboardName = statement && nameFor(file, created, statement, dashboard);
  if (!statement || dashboardName === undefined) {
    return refuse("The dashboard is neither a separate statement nor the value of a constant.");
  }
  const scope = new FileScope(file, context.known, statement);
  const props = object(
    [
      { key: "on", value: call(sourceText`${dashboardName}.tile`, literal(alert.tileKey)) },
      ...propsOf(scope, "alert", alert.fields).entries,
    ],
    { isSpread: true },
  );
  const parent = created.arguments[0];
  const scopeCode = file.text.slice(parent?.start ?? 0, parent?.end ?? 0) as SourceText;
  const construct = call(sourceText`new ${scope.use(identifier("Alert"))}`, code(scopeCode), text(constructId), props);
  insertStatement(file, statement, (indentation) => {
    const printed = scope.print(construct, indentation);
    return `${printed}.importFrom(${typescriptText(alert.id, file.style.quote)})`;
  });
  return { edited: ["new Alert"], obstacles: [] };
}

/**
 * Returns an id for the new construct of an alert.
 * @param taken construct ids of the stack; the new one is added
 */
export function freeConstructId({ dashboard, tileKey, fields }: UnmanagedAlert, taken: Set<string>): string {
  const board = dashboard.slice(dashboard.indexOf(".") + 1);
  const base = kebab(typeof fields.name === "string" ? fields.name : `${board} ${tileKey}`) || "alert";
  const start = /^[a-z]/.test(base) ? base : `alert-${base}`;
  let id = start;
  for (let number = 2; taken.has(id); number++) {
    id = `${start}-${number}`;
  }
  taken.add(id);
  return id;
}

function hasTile(created: CallNode, key: string): boolean {
  const props = created.arguments[2] && unwrap(created.arguments[2]);
  const entries = props?.type === "ObjectExpression" ? props.properties : [];
  const tiles = entries.find((each) => propertyName(each) === "tiles");
  const list = tiles?.type === "ObjectProperty" ? unwrap(tiles.value) : undefined;
  return list?.type === "ObjectExpression" && list.properties.some((each) => propertyName(each) === key);
}

function statementOf(file: ProgramFile, node: Node): Node | undefined {
  return [...file.parentsOf(node)].find((each) => {
    const parent = file.parentOf(each);
    return parent?.type === "Program" || parent?.type === "BlockStatement";
  });
}

/** Returns the name of a dashboard in its file. A dashboard without a name gets a constant. */
function nameFor(
  file: ProgramFile,
  created: CallNode,
  statement: Node,
  { address }: PlacedConstruct,
): SourceText | undefined {
  const parent = file.parentOf(created);
  if (created.callee.type === "Super") {
    return sourceText`this`;
  }
  if (parent?.type === "VariableDeclarator" && parent.id.type === "Identifier") {
    return identifier(parent.id.name);
  }
  if (parent !== statement || statement.type !== "ExpressionStatement") {
    return undefined;
  }
  const base = camel(address.slice(address.indexOf(".") + 1)) || "dashboard";
  const start = /^[a-z]/.test(base) ? base : `dashboard${base}`;
  let name = start;
  for (let number = 2; file.declares(name); number++) {
    name = `${start}${number}`;
  }
  file.edits.appendRight(statement.start ?? 0, `const ${name} = `);
  return identifier(name);
}

function insertStatement(file: ProgramFile, statement: Node, print: (indentation: string) => string): void {
  const end = statement.end ?? 0;
  const indentation = file.indentationAt(statement.start ?? 0);
  const semicolon = file.text[end - 1] === ";" ? ";" : "";
  const { lineEnd } = file;
  const comment = /^[ \t]*\/\/[^\r\n]*/.exec(file.text.slice(end))?.[0] ?? "";
  file.edits.appendLeft(end + comment.length, `${lineEnd}${indentation}${print(indentation)}${semicolon}`);
}
