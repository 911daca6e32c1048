import { type DeclaredFields, isObject } from "../../../declaration/field";
import { ownValue } from "../../../own-values";
import type { LintInput } from "./lint-rule";
import { ALERT_TYPE, DASHBOARD_TYPE, type LintedObject } from "./linted-objects";
import { isUnevaluated } from "./unevaluated";

/** Configuration of a tile, or of the inline chart of an alert. */
export interface LintedChart {
  readonly object: LintedObject;
  /** Key of the tile. */
  readonly tile?: string | undefined;
  readonly config: DeclaredFields;
}

/** Lists the tiles of a dashboard with their keys. Tiles that an expression creates are left out. */
export function lintedTiles({ fields: { tiles } }: LintedObject): readonly (readonly [string, DeclaredFields])[] {
  const declared = isObject(tiles) && !isUnevaluated(tiles) ? Object.entries(tiles) : [];
  return declared.flatMap(([key, tile]) => (isObject(tile) && !isUnevaluated(tile) ? [[key, tile] as const] : []));
}

/** Lists the charts of all dashboards and alerts. */
export function chartsIn(input: LintInput): readonly LintedChart[] {
  const ofTiles = input
    .resources(DASHBOARD_TYPE)
    .flatMap((object) => lintedTiles(object).flatMap(([tile, { config }]) => chart({ object, tile }, config)));
  const inline = input.resources(ALERT_TYPE).flatMap((object) => chart({ object }, object.fields.chartConfig));
  return [...ofTiles, ...inline];
}

function chart(place: Pick<LintedChart, "object" | "tile">, config: unknown): readonly LintedChart[] {
  return isObject(config) && !isUnevaluated(config) ? [{ ...place, config }] : [];
}

/** Returns the fields of an object with another configuration of its tile, or of its inline chart without a tile. */
export function withConfig(fields: DeclaredFields, tile: string | undefined, config: DeclaredFields): DeclaredFields {
  return tile === undefined ? { ...fields, chartConfig: config } : withTile(fields, tile, { config });
}

/** Returns the fields of a dashboard with changed fields of one tile. */
export function withTile(fields: DeclaredFields, tile: string, changes: DeclaredFields): DeclaredFields {
  const tiles = fields.tiles as Readonly<Record<string, DeclaredFields>>;
  return { ...fields, tiles: { ...tiles, [tile]: { ...ownValue(tiles, tile), ...changes } } };
}
