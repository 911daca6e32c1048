import { toTitle } from "../../../../constructs/prop-names";
import type { DeclaredFields } from "../../../../declaration/field";
import type { TileDeclaration } from "../../../../resources/declarations";
import type { Side } from "../../../project/placed-constructs";
import { type Expression, literal } from "../../text/expression";
import type { FileScope } from "../edit/file-scope";
import { tileCall } from "../print/dashboard";
import { placementOf } from "./tile-places";

/** Parts of the place of a tile in its code. */
interface TilePlace {
  /** Declared parts of the position and size. */
  readonly sides: ReadonlySet<Side> | undefined;
  /** True if the call that adds the tile determines its container and tab. */
  readonly isInArea?: boolean;
}

/**
 * Creates the expression of a tile.
 * @param key empty to print also a title that follows from the key
 */
export function tileExpression(
  scope: FileScope,
  key: string,
  tile: TileDeclaration,
  { sides = new Set(), isInArea = false }: TilePlace,
): Expression {
  const placement = placementOf(tile, sides);
  const { containerId: _, tabId: __, ...rest } = tile;
  const fields = isInArea ? rest : tile;
  const helper = tileCall(scope, { key, tile: fields as unknown as DeclaredFields, placement });
  return helper.kind === "call" ? { ...helper, plain: plainTile(key, fields, placement) } : helper;
}

/** Returns a tile without a helper, which an author can also write. */
function plainTile(key: string, { config, name, ...frame }: Partial<TileDeclaration>, placement: object) {
  const title = name === toTitle(key) ? {} : { name };
  const { containerId, tabId, extraFields } = frame;
  return literal({ displayType: config?.displayType, ...title, config, containerId, tabId, extraFields, ...placement });
}
