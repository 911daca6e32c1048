import type { Node } from "@babel/types";
import { camel } from "../../model/names";
import { type CodeText, codeText, identifier, typescriptText } from "../../text/code-text";
import { call, code, type Expression, literal } from "../../text/expression";
import { blockOf, statementOf } from "../edit/statements";
import { methodOf, propertyName } from "../edit/typescript-syntax";
import type { DashboardCode, TileCode } from "./dashboard-code";

/** Code that refers to a tile after a statement. */
interface TileReferenceCode {
  readonly expression: Expression;
  readonly statement: Node;
}

/** Returns the code that refers to a tile, or the reason why there is none. Gives names to values that need one. */
export function findTileReference(board: DashboardCode, key: string): TileReferenceCode | string {
  const tile = board.editableTile(key);
  if (tile?.adding && tile.file === board.file) {
    return referenceToAdded(board, key, tile, tile.adding);
  }
  const isListed = board.list?.properties.some((each) => propertyName(each) === key) === true;
  if (board.list && !isListed) {
    return `The code that adds the tile "${key}" is not one call in the file of the dashboard.`;
  }
  const statement = statementOf(board.file, board.created);
  const last = isListed ? statement : (lastStatement(board) ?? statement);
  const name = statement && nameOf(board, statement);
  if (!statement || !last || name === undefined) {
    return "The dashboard is neither a separate statement nor the value of a constant.";
  }
  return { expression: call(codeText`${name}.tile`, literal(key)), statement: last };
}

function referenceToAdded(
  { file, created }: DashboardCode,
  key: string,
  { node }: TileCode,
  adding: NonNullable<TileCode["adding"]>,
): TileReferenceCode | string {
  const statement = statementOf(file, adding);
  const block = blockOf(file, created);
  if (!statement || !block || ![...file.parentsOf(node)].includes(block)) {
    return `The tile "${key}" is added in another function than the dashboard.`;
  }
  const isRow = methodOf(adding) === "addRow";
  const value = nameOfResult(file.parentOf(adding), statement, (base) => file.nameValue(statement, base), key, isRow);
  return value === undefined
    ? `The result of the call that adds the tile "${key}" has no name.`
    : { expression: code(value), statement };
}

/** Returns the code of the reference that `addTile` or `addRow` returned. */
function nameOfResult(
  parent: Node | undefined,
  statement: Node,
  nameValue: (base: string) => CodeText,
  key: string,
  isRow: boolean,
): CodeText | undefined {
  const member = (row: CodeText) => (isRow ? memberOf(row, key) : row);
  if (parent?.type === "VariableDeclarator" && parent.id.type === "Identifier") {
    return member(identifier(parent.id.name));
  }
  if (parent?.type === "VariableDeclarator" && parent.id.type === "ObjectPattern" && isRow) {
    const property = parent.id.properties.find((each) => propertyName(each) === key);
    return property?.type === "ObjectProperty" && property.value.type === "Identifier"
      ? identifier(property.value.name)
      : undefined;
  }
  if (parent !== statement || statement.type !== "ExpressionStatement") {
    return undefined;
  }
  return member(nameValue(isRow ? "row" : camel(key) || "tile"));
}

function memberOf(row: CodeText, key: string): CodeText {
  return /^[A-Za-z_]\w*$/.test(key) ? codeText`${row}.${identifier(key)}` : codeText`${row}[${typescriptText(key)}]`;
}

/** Returns the last statement of the block of the dashboard that calls one of its methods. */
function lastStatement({ file, created }: DashboardCode): Node | undefined {
  const block = blockOf(file, created);
  const adding = file.calls.filter((each) => /^add(Tile|Row)$/.test(methodOf(each)));
  const statements = adding.flatMap((each) =>
    [...file.parentsOf(each)].filter((node) => file.parentOf(node) === block),
  );
  const start = created.start ?? 0;
  return statements.filter((each) => (each.start ?? 0) > start).at(-1);
}

/** Returns the name of a dashboard after a statement. A dashboard without a name gets a constant. */
function nameOf(board: DashboardCode, statement: Node): CodeText | undefined {
  const { file, created } = board;
  if (created.callee.type === "Super") {
    return codeText`this`;
  }
  if (file.parentOf(created) === statement && statement.type === "ExpressionStatement") {
    return file.nameValue(statement, camel(board.id) || "dashboard");
  }
  return board.ownName;
}
