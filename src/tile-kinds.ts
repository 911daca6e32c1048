import { ownValue } from "./own-values";

/** Facts about a tile kind that its fields do not express (docs/internals/api-behavior.md 4.6). */
interface TileKind {
  /** Default width and height, in columns and rows of the grid. */
  readonly w: number;
  readonly h: number;
  /** Values that the tile shows. Absent for a tile without chart series. */
  readonly values?: "over time" | "per group" | "one";
  /** True if an alert can watch the tile (docs/internals/api-behavior.md 3.8). */
  readonly isAlertable?: true;
}

/** The tile kinds that can be declared. */
export const TILE_KINDS = {
  line: { w: 12, h: 7, values: "over time", isAlertable: true },
  stacked_bar: { w: 12, h: 7, values: "over time", isAlertable: true },
  number: { w: 6, h: 4, values: "one", isAlertable: true },
  table: { w: 12, h: 8, values: "per group" },
  pie: { w: 8, h: 7, values: "per group" },
  bar: { w: 12, h: 7, values: "per group" },
  heatmap: { w: 12, h: 8 },
  search: { w: 24, h: 10 },
  event_patterns: { w: 24, h: 10 },
  markdown: { w: 24, h: 3 },
} as const satisfies Readonly<Record<string, TileKind>>;

/** Name of a tile kind: the `displayType` of its configuration. */
export type DisplayType = keyof typeof TILE_KINDS;

/** Name of a tile kind that alerts can watch. */
export type AlertableDisplayType = {
  [D in DisplayType]: (typeof TILE_KINDS)[D] extends { readonly isAlertable: true } ? D : never;
}[DisplayType];

/** Returns the facts about the kind of a tile; undefined for an unknown kind. */
export function tileKindOf({ displayType }: { readonly displayType?: unknown }): TileKind | undefined {
  return ownValue<TileKind>(TILE_KINDS, String(displayType));
}

/** Returns true for a chart with a time axis. */
export function isOverTime(config: { readonly displayType?: unknown }): boolean {
  return tileKindOf(config)?.values === "over time";
}

export const ALERTABLE_DISPLAY_TYPES = Object.keys(TILE_KINDS).filter(
  (displayType) => tileKindOf({ displayType })?.isAlertable,
);
