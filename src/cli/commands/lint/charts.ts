import { tilePlaceOf } from "../../../declaration/configuration-json";
import { type DeclaredFields, isObject } from "../../../declaration/field";
import { ownValue } from "../../../own-values";
import { type WatchedObject, watchedObject, withWatchedNames } from "../../../resources/alert/watched-object";
import type { LintedObject } from "./linted-objects";
import { isUnevaluated, referenceOf } from "./unevaluated";

/** Lists the tiles of a dashboard with their keys. Tiles that an expression creates are left out. */
export function lintedTiles({ fields: { tiles } }: LintedObject): readonly (readonly [string, DeclaredFields])[] {
  const declared = isObject(tiles) && !isUnevaluated(tiles) ? Object.entries(tiles) : [];
  return declared.flatMap(([key, tile]) => (isObject(tile) && !isUnevaluated(tile) ? [[key, tile] as const] : []));
}

/** Lists the configurations of the tiles of a dashboard by key, or the inline chart of an alert without a key. */
export function chartsIn(
  object: LintedObject,
): readonly (readonly [tile: string | undefined, config: DeclaredFields])[] {
  const inline = [[undefined, { config: object.fields.chartConfig }] as const];
  return [...lintedTiles(object), ...inline].flatMap(([tile, { config }]) =>
    isObject(config) && !isUnevaluated(config) ? [[tile, config] as const] : [],
  );
}

/** Returns the object that an alert watches, as far as the stack declares it. */
export function watchedBy({ stack, fields }: LintedObject): WatchedObject<LintedObject> {
  const { savedSearchId, tileId } = fields;
  const tile = isUnevaluated(tileId) ? tilePlaceOf(tileId.expression) : undefined;
  return watchedObject(withWatchedNames(fields, tile, referenceOf(savedSearchId)), (address) => {
    const owner = stack.find(String(address));
    return owner?.kind === "resource" ? owner : undefined;
  });
}

/** Returns the fields of an object with another configuration of its tile, or of its inline chart without a tile. */
export function withConfig(fields: DeclaredFields, tile: string | undefined, config: DeclaredFields): DeclaredFields {
  return tile === undefined ? { ...fields, chartConfig: config } : withTile(fields, tile, { config });
}

export function withTile(fields: DeclaredFields, tile: string, changes: DeclaredFields): DeclaredFields {
  const tiles = fields.tiles as Readonly<Record<string, DeclaredFields>>;
  return { ...fields, tiles: { ...tiles, [tile]: { ...ownValue(tiles, tile), ...changes } } };
}
