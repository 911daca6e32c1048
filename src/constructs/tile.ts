import type { Formula } from "../resources/dashboard/tiles/formula";
import type { ChartColor, TileConfig } from "../resources/declarations";
import type { Aggregate } from "./aggregate";
import type { ExistingSource, Source } from "./source";

interface Paint {
  readonly color: ChartColor;
  /** A name of the rule, up to 40 characters. */
  readonly label?: string;
}

/**
 * A color of a number tile and when it holds: `{ operator: "gt", value: 100, color: "chart-red" }`
 * (docs/internals/api-behavior.md 4.8).
 */
export type ColorRule =
  | (Paint & { readonly operator: "gt" | "gte" | "lt" | "lte"; readonly value: number })
  | (Paint & { readonly operator: "between"; readonly between: readonly [number, number] })
  | (Paint & { readonly operator: "eq" | "neq"; readonly value: number; readonly text?: never })
  | (Paint & { readonly operator: "eq" | "neq"; readonly text: string; readonly value?: never });

/** The kinds of tile. */
export type DisplayType = TileConfig["displayType"];

/** A source, or the id of one. */
export type SourceReference = Source | ExistingSource | string;

/** A connection, or the id of one. */
export type ConnectionReference = { readonly id: string } | string;

// The compiler explains a misfit with the last member of a union, so the usual one stands there.

/** Where a tile lies on the grid of 24 columns. Without `x` and `y` it is placed behind the tile before it. */
export type TilePlacement = { readonly w?: number; readonly h?: number } & (
  | { readonly x: number; readonly y: number }
  | { readonly x?: undefined; readonly y?: undefined }
);

/** The container that holds a tile, and the tab of it. Containers with methods fill these in by themselves. */
type InContainer =
  | { readonly containerId: string; readonly tabId: string }
  | { readonly containerId?: string; readonly tabId?: undefined };

/** A tile before it is placed. Made by the helpers of `tile`. */
export interface Tile<D extends DisplayType = DisplayType> {
  readonly displayType: D;
  /** The title. Default: the tile key in words. */
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

/** The fields of a configuration that its props say in another way. */
type Restated = "displayType" | "sourceId" | "select" | "colorRules" | "formulas" | "asRatio" | "showOperandSeries";

type Sourced<C> = C extends { sourceId: string }
  ? {
      /** The source to query. */
      readonly source: SourceReference;
    }
  : unknown;
type Selected<C> = C extends { select: readonly { aggFn: unknown }[] }
  ? {
      /** The values to show. */
      readonly select: readonly Aggregate[];
    }
  : Pick<C, Extract<keyof C, "select">>;
type Colored<C> = C extends { colorRules?: unknown }
  ? {
      /** Colors that depend on the number. The last rule that holds wins. */
      readonly colorRules?: readonly ColorRule[];
    }
  : unknown;
/** A chart divides two values, computes formulas of several, or does neither. */
type Computed<C> = C extends { asRatio?: unknown }
  ?
      | {
          readonly asRatio?: false;
          /** Series computed from the values, which they name A, B, ... by position. */
          readonly formulas: readonly Formula[];
          /** Whether the values are shown beside the formulas. */
          readonly showOperandSeries?: boolean;
        }
      | {
          /** Shows the first value divided by the second. */
          readonly asRatio?: boolean;
          readonly formulas?: undefined;
          readonly showOperandSeries?: undefined;
        }
  : C extends { formulas?: unknown }
    ? {
        /** The number, computed from the values, which it names A, B, ... by position. */
        readonly formulas?: readonly [Formula];
      }
    : unknown;

/** What the helper of one kind takes: the fields of its configuration, its source, and where it lies. */
export type TileProps<D extends DisplayType> = Omit<ConfigOf<D>, Restated> &
  Sourced<ConfigOf<D>> &
  Selected<ConfigOf<D>> &
  Colored<ConfigOf<D>> &
  Computed<ConfigOf<D>> &
  Frame;

/** What the helper of one kind takes for a tile that a query in SQL fills. */
export type SqlTileProps<D extends SqlDisplayType> = Omit<
  SqlConfigOf<D>,
  "displayType" | "configType" | "connectionId" | "sourceId"
> &
  Frame & {
    /** The connection to query. */
    readonly connection: ConnectionReference;
    /** The source whose filters the query takes part in. Of the same connection. */
    readonly source?: SourceReference;
  };

type AnyProps = Omit<Tile, "displayType" | "config"> & {
  readonly source?: SourceReference;
  readonly connection?: ConnectionReference;
};

function make<const D extends DisplayType>(displayType: D): (props: TileProps<D>) => Tile<D> {
  return (props) => tileOf(displayType, props as AnyProps, {});
}

function makeSql<const D extends SqlDisplayType>(displayType: D): (props: SqlTileProps<D>) => Tile<D> {
  return (props) => tileOf(displayType, props as AnyProps, { configType: "sql" });
}

function tileOf<D extends DisplayType>(displayType: D, props: AnyProps, kind: Partial<SqlConfig>): Tile<D> {
  const { name, x, y, w, h, containerId, tabId, source, connection, ...fields } = props;
  const references = {
    ...(source !== undefined && { sourceId: idOf(source) }),
    ...(connection !== undefined && { connectionId: idOf(connection) }),
  };
  const config = { displayType, ...kind, ...references, ...fields } as TileConfig;
  return { displayType, config, name, x, y, w, h, containerId, tabId };
}

/**
 * The id that a reference stands for. What is no reference, in a program in JavaScript, stays: the check of the
 * declaration refuses it.
 */
export function idOf(reference: { readonly id: string } | string): string {
  return typeof reference === "object" && reference !== null ? reference.id : reference;
}

/** Tiles of every kind: `tile.line({ source: logs, select: [count()] })`. */
export const tile = {
  /** A line chart over time. Can alert. */
  line: make("line"),
  /** Stacked bars over time. Can alert. */
  stackedBar: make("stacked_bar"),
  /** A table of aggregated values. */
  table: make("table"),
  /** One big number. Can alert. */
  number: make("number"),
  /** A pie with one slice per group. */
  pie: make("pie"),
  /** One bar per group; not over time. */
  bar: make("bar"),
  /** How values are spread over time. The source is one of traces. */
  heatmap: make("heatmap"),
  /** Raw events. */
  search: make("search"),
  /** Events grouped by what their texts have in common. */
  eventPatterns: make("event_patterns"),
  /** Text in Markdown. */
  markdown: make("markdown"),
  /**
   * Tiles that a query in SQL fills: `tile.sql.number({ connection, sqlTemplate: "SELECT count() FROM otel_logs" })`.
   */
  sql: {
    /**
     * A line chart over time. Can alert when the query has the interval in it, such as `$__timeInterval(Timestamp)`.
     */
    line: makeSql("line"),
    /** Stacked bars over time. Can alert when the query has the interval in it. */
    stackedBar: makeSql("stacked_bar"),
    /** A table. */
    table: makeSql("table"),
    /** One big number. Can alert. */
    number: makeSql("number"),
    /** A pie with one slice per row. */
    pie: makeSql("pie"),
    /** One bar per row; not over time. */
    bar: makeSql("bar"),
  },
} as const;
