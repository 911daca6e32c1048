import type { Formula } from "../resources/dashboard/tiles/formula";
import type { ChartColor, TileConfig } from "../resources/declarations";
import type { Aggregate } from "./aggregate";
import type { ExistingSource, Source } from "./source";
import { recordPosition } from "./source-position";

interface Paint {
  readonly color: ChartColor;
  /** Label of the rule, up to 40 characters. */
  readonly label?: string;
}

/**
 * Color rule of a number tile: `{ operator: "gt", value: 100, color: "chart-red" }`
 * (docs/internals/api-behavior.md 4.8).
 */
export type ColorRule =
  | (Paint & { readonly operator: "gt" | "gte" | "lt" | "lte"; readonly value: number })
  | (Paint & { readonly operator: "between"; readonly between: readonly [number, number] })
  | (Paint & { readonly operator: "eq" | "neq"; readonly value: number; readonly text?: never })
  | (Paint & { readonly operator: "eq" | "neq"; readonly text: string; readonly value?: never });

/** Tile kind. */
export type DisplayType = TileConfig["displayType"];

/** A source or its id. */
export type SourceReference = Source | ExistingSource | string;

/** A connection or its id. */
export type ConnectionReference = { readonly id: string } | string;

// The compiler describes an error by the last member of a union, so the most common member is last.

/**
 * Position and size of a tile on the grid of 24 columns. Without `x` and `y` the tile is placed after the previous one.
 */
export type TilePlacement = { readonly w?: number; readonly h?: number } & (
  | { readonly x: number; readonly y: number }
  | { readonly x?: undefined; readonly y?: undefined }
);

/** Container and tab of a tile. The methods of containers and tabs set them. */
type InContainer =
  | { readonly containerId: string; readonly tabId: string }
  | { readonly containerId?: string; readonly tabId?: undefined };

/** Declaration of a tile. Create it with the functions of `tile`. */
export interface Tile<D extends DisplayType = DisplayType> {
  readonly displayType: D;
  /** Title of the tile. Default: the tile key in words. */
  readonly name?: string;
  readonly x?: number;
  readonly y?: number;
  readonly w?: number;
  readonly h?: number;
  readonly containerId?: string;
  readonly tabId?: string;
  readonly config: TileConfig;
}

type Frame = Pick<Tile, "name"> & TilePlacement & InContainer;
type SqlConfig = Extract<TileConfig, { configType: "sql" }>;
type SqlDisplayType = SqlConfig["displayType"];
type ConfigOf<D extends DisplayType> = Extract<Exclude<TileConfig, SqlConfig>, { displayType: D }>;
type SqlConfigOf<D extends SqlDisplayType> = Extract<SqlConfig, { displayType: D }>;

/** Fields of a configuration that the props replace. */
type Restated = "displayType" | "sourceId" | "select" | "colorRules" | "formulas" | "asRatio" | "showOperandSeries";

type Sourced<C> = C extends { sourceId: string }
  ? {
      /** Source to query. */
      readonly source: SourceReference;
    }
  : unknown;
type Selected<C> = C extends { select: readonly { aggFn: unknown }[] }
  ? {
      /** Values to show. */
      readonly select: readonly Aggregate[];
    }
  : Pick<C, Extract<keyof C, "select">>;
type Colored<C> = C extends { colorRules?: unknown }
  ? {
      /** Colors that depend on the number. The last matching rule is used. */
      readonly colorRules?: readonly ColorRule[];
    }
  : unknown;
/** A chart either divides two values, or computes formulas, or does neither. */
type Computed<C> = C extends { asRatio?: unknown }
  ?
      | {
          readonly asRatio?: false;
          /** Series that formulas compute. A formula refers to the values as A, B, ... by position. */
          readonly formulas: readonly Formula[];
          /** True shows the values in addition to the formulas. Default: false. */
          readonly showOperandSeries?: boolean;
        }
      | {
          /** True shows the first value divided by the second. Default: false. */
          readonly asRatio?: boolean;
          readonly formulas?: undefined;
          readonly showOperandSeries?: undefined;
        }
  : C extends { formulas?: unknown }
    ? {
        /** Formula of the number. It refers to the values as A, B, ... by position. */
        readonly formulas?: readonly [Formula];
      }
    : unknown;

/** Props of a tile of one kind: the fields of its configuration, its source, and its position. */
export type TileProps<D extends DisplayType> = Omit<ConfigOf<D>, Restated> &
  Sourced<ConfigOf<D>> &
  Selected<ConfigOf<D>> &
  Colored<ConfigOf<D>> &
  Computed<ConfigOf<D>> &
  Frame;

/** Props of a tile of one kind that shows the result of an SQL query. */
export type SqlTileProps<D extends SqlDisplayType> = Omit<
  SqlConfigOf<D>,
  "displayType" | "configType" | "connectionId" | "sourceId"
> &
  Frame & {
    /** Connection to query. */
    readonly connection: ConnectionReference;
    /** Source whose dashboard filters apply to the query. It must use the same connection. */
    readonly source?: SourceReference;
  };

type AnyProps = Omit<Tile, "displayType" | "config"> & {
  readonly source?: SourceReference;
  readonly connection?: ConnectionReference;
};

function createHelper<const D extends DisplayType>(displayType: D): (props: TileProps<D>) => Tile<D> {
  return (props) => createTile(displayType, props as AnyProps, {});
}

function createSqlHelper<const D extends SqlDisplayType>(displayType: D): (props: SqlTileProps<D>) => Tile<D> {
  return (props) => createTile(displayType, props as AnyProps, { configType: "sql" });
}

function createTile<D extends DisplayType>(displayType: D, props: AnyProps, kind: Partial<SqlConfig>): Tile<D> {
  const { name, x, y, w, h, containerId, tabId, source, connection, ...fields } = props;
  const references = {
    ...(source !== undefined && { sourceId: idOf(source) }),
    ...(connection !== undefined && { connectionId: idOf(connection) }),
  };
  const config = { displayType, ...kind, ...references, ...fields } as TileConfig;
  const tile = { displayType, config, name, x, y, w, h, containerId, tabId };
  recordPosition(tile);
  return tile;
}

/** Returns the id of a reference. Other values from JavaScript stay, and validation reports them. */
export function idOf(reference: { readonly id: string } | string): string {
  return typeof reference === "object" && reference !== null ? reference.id : reference;
}

/** Functions that create tiles of every kind: `tile.line({ source: logs, select: [count()] })`. */
export const tile = {
  /** Line chart over time. Alerts can watch it. */
  line: createHelper("line"),
  /** Stacked bars over time. Alerts can watch it. */
  stackedBar: createHelper("stacked_bar"),
  /** Table of aggregated values. */
  table: createHelper("table"),
  /** One large number. Alerts can watch it. */
  number: createHelper("number"),
  /** Pie with one slice per group. */
  pie: createHelper("pie"),
  /** One bar per group, not over time. */
  bar: createHelper("bar"),
  /** Distribution of values over time. Requires a source of traces. */
  heatmap: createHelper("heatmap"),
  /** Raw events. */
  search: createHelper("search"),
  /** Events grouped by similar texts. */
  eventPatterns: createHelper("event_patterns"),
  /** Text in Markdown. */
  markdown: createHelper("markdown"),
  /**
   * Tiles that show the result of an SQL query:
   * `tile.sql.number({ connection, sqlTemplate: "SELECT count() FROM otel_logs" })`.
   */
  sql: {
    /**
     * Line chart over time. Alerts can watch it if the query contains the interval, such as
     * `$__timeInterval(Timestamp)`.
     */
    line: createSqlHelper("line"),
    /** Stacked bars over time. Alerts can watch it if the query contains the interval. */
    stackedBar: createSqlHelper("stacked_bar"),
    table: createSqlHelper("table"),
    /** One large number. Alerts can watch it. */
    number: createSqlHelper("number"),
    /** Pie with one slice per row. */
    pie: createSqlHelper("pie"),
    /** One bar per row, not over time. */
    bar: createSqlHelper("bar"),
  },
} as const;
