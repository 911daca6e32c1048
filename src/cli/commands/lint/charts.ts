import { type DeclaredFields, isObject } from "../../../declaration/field";
import { ownValue } from "../../../own-values";
import type { LintedObject } from "./linted-objects";
import { isUnevaluated } from "./unevaluated";

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

/** Returns the fields of an object with another configuration of its tile, or of its inline chart without a tile. */
export function withConfig(fields: DeclaredFields, tile: string | undefined, config: DeclaredFields): DeclaredFields {
  return tile === undefined ? { ...fields, chartConfig: config } : withTile(fields, tile, { config });
}

export function withTile(fields: DeclaredFields, tile: string, changes: DeclaredFields): DeclaredFields {
  const tiles = fields.tiles as Readonly<Record<string, DeclaredFields>>;
  return { ...fields, tiles: { ...tiles, [tile]: { ...ownValue(tiles, tile), ...changes } } };
}
