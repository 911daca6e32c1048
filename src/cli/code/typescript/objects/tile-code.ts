import { toTitle } from "../../../../constructs/prop-names";
import type { DeclaredFields } from "../../../../declaration/field";
import type { TileDeclaration } from "../../../../resources/declarations";
import type { Side } from "../../../project/placed-constructs";
import { type Expression, literal } from "../../text/expression";
import type { FileScope } from "../edit/file-scope";
import { methodOf } from "../edit/typescript-syntax";
import { tileCall } from "../print/dashboard";
import type { DashboardCode, DeclaredTiles } from "./dashboard-code";
import { placementOf } from "./tile-places";

/** Parts of the place of a tile in its code. */
interface TilePlace {
  /** Declared parts of the position and size. */
  readonly sides: ReadonlySet<Side> | undefined;
  /** True if the call that adds the tile determines its container and tab. */
  readonly isInArea: boolean;
}

/**
 * Creates the expression of a tile.
 * @param key empty to print also a title that follows from the key
 */
export function tileExpression(
  scope: FileScope,
  key: string,
  tile: TileDeclaration,
  { sides = new Set(), isInArea }: TilePlace,
): Expression {
  const placement = placementOf(tile, sides);
  const fields = isInArea ? without(tile, "containerId", "tabId") : tile;
  const helper = tileCall(scope, { key, tile: fields as unknown as DeclaredFields, placement });
  return helper.kind === "call" ? { ...helper, plain: plainTile(key, fields, placement) } : helper;
}

/** Returns a tile without a helper, which an author can also write. */
function plainTile(key: string, { config, name, ...frame }: Partial<TileDeclaration>, placement: object) {
  const title = name === toTitle(key) ? {} : { name };
  const { containerId, tabId, extraFields } = frame;
  const own = { displayType: config?.displayType, ...title, config, containerId, tabId, extraFields };
  return literal(present({ ...own, ...placement }));
}

/** Returns a tile with the position, size, container and tab of another one. */
export function tileAt(tile: TileDeclaration, { x, y, w, h, containerId, tabId }: TileDeclaration): TileDeclaration {
  return { ...without(tile, "containerId", "tabId"), x, y, w, h, ...present({ containerId, tabId }) };
}

function without<T extends object, K extends keyof T>(fields: T, ...names: readonly K[]): Omit<T, K> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name as K))) as Omit<T, K>;
}

function present<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/**
 * Edit that moves a tile to another container or tab. `stay`: the tile stays in its area. `property`: its code names the
 * area. `receiver`: another object adds the tile. `none`: the code cannot be edited.
 */
export type AreaMove =
  | { readonly kind: "stay" | "property" | "none" }
  | { readonly kind: "receiver"; readonly receiver: string };

type Area = Pick<TileDeclaration, "containerId" | "tabId">;

/** Finds the edit that moves a tile to the area of its new declaration. */
export function findAreaMove(
  code: DashboardCode,
  key: string,
  { old, wanted }: { readonly old: TileDeclaration; readonly wanted: TileDeclaration },
  tiles: DeclaredTiles,
): AreaMove {
  if (areaOf(old) === areaOf(wanted)) {
    return { kind: "stay" };
  }
  const tile = code.editableTile(key);
  if (!tile || (tile.adding && methodOf(tile.adding) === "addRow")) {
    return { kind: "none" };
  }
  if (old.containerId === undefined || code.declares(tile, "containerId")) {
    return { kind: "property" };
  }
  const receiver =
    wanted.containerId === undefined
      ? code.nameAt(tile.node)
      : code.receiverAt(
          tile.node,
          keysInArea(tiles, wanted).filter((each) => isAddedByArea(code, each)),
        );
  return receiver === undefined ? { kind: "none" } : { kind: "receiver", receiver };
}

/** Returns true if the call that adds a tile determines its area. */
export function isAddedByArea(code: DashboardCode, key: string): boolean {
  const tile = code.editableTile(key);
  return tile?.adding !== undefined && !code.declares(tile, "containerId");
}

/** Lists the tiles of an area. */
export function keysInArea(tiles: DeclaredTiles, area: Area): readonly string[] {
  return Object.entries(tiles).flatMap(([key, tile]) => (areaOf(tile as Area) === areaOf(area) ? [key] : []));
}

function areaOf({ containerId, tabId }: Area): string {
  return JSON.stringify([containerId, tabId]);
}
