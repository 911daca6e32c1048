import type { ObjectExpression } from "@babel/types";
import type { Obstacle } from "../../edits/edit-result";
import { removeItem } from "../../edits/list-edits";
import { FileScope } from "../edit/file-scope";
import { removeConstantsIn } from "../edit/pure-code";
import { removeStatement } from "../edit/statements";
import { itemsOf, methodOf, propertyName, unwrap } from "../edit/typescript-syntax";
import type { DashboardCode, TileCode } from "./dashboard-code";

const REMOVED = "The server no longer has the tile.";

/**
 * Removes the code of a tile, and the constants that only this code uses. Returns the obstacle if the code stays.
 * @param references addresses of the constructs that refer to the tile
 */
export function removeDeclaredTile(
  key: string,
  code: DashboardCode,
  references: readonly string[],
): Obstacle | undefined {
  const prop = `tiles.${key}`;
  const tile = code.tile(key);
  if (!("node" in tile)) {
    return { prop, ...tile, reason: `${REMOVED} ${tile.reason}` };
  }
  const { file, node } = tile;
  const inUse = references.length > 0 ? `${references.join(", ")} refers to it. Remove the code of both.` : undefined;
  const obstacle = inUse ?? removeTileCode(key, tile, code.list);
  if (obstacle !== undefined) {
    return { prop, file: file.path, line: file.lineOf(node), reason: `${REMOVED} ${obstacle}` };
  }
  removeConstantsIn(node, new FileScope(file, [], node));
  return undefined;
}

/** Removes the property or the statement of a tile. Returns the reason why it stays. */
function removeTileCode(
  key: string,
  { file, adding }: TileCode,
  tiles: ObjectExpression | undefined,
): string | undefined {
  const row = adding?.arguments[1] && unwrap(adding.arguments[1]);
  const rowList = row?.type === "ObjectExpression" ? row : undefined;
  const list = adding ? rowList : tiles;
  const index = list?.properties.findIndex((each) => propertyName(each) === key) ?? -1;
  const statement = adding && file.parentOf(adding);
  if (adding && statement?.type !== "ExpressionStatement") {
    return "Other code uses the result of the call that adds it.";
  }
  if (adding && statement && (methodOf(adding) === "addTile" || list?.properties.length === 1)) {
    removeStatement(file, statement);
    return undefined;
  }
  if (!list || index < 0) {
    return "Its code is not in a literal.";
  }
  removeItem(file, itemsOf(list), index);
  return undefined;
}
