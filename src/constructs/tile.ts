import type { TileConfig, TileDeclaration } from "../schema";
import type { ColorRule } from "./color-rule";
import type { Source } from "./source";
import type { SourceResource } from "./source-resource";

/** The kinds of tile. */
export type DisplayType = TileConfig["displayType"];

/** A source, or the id of one. */
export type SourceReference = Source | SourceResource | string;

/** A connection, or the id of one. */
export type ConnectionReference = { readonly id: string } | string;

/** Where a tile lies on the grid of 24 columns. Left out, it is placed behind the tile before it. */
export type TilePlacement = Partial<Pick<TileDeclaration, "x" | "y" | "w" | "h">>;

/** A tile before it is placed. Made by the helpers of `tile`. */
export interface Tile<D extends DisplayType = DisplayType> extends TilePlacement {
  readonly displayType: D;
  /** The title. Default: the tile key in words. */
  readonly name?: string;
  readonly containerId?: string;
  readonly tabId?: string;
  readonly config: TileConfig;
}

type Frame = TilePlacement & Pick<Tile, "name" | "containerId" | "tabId">;
type SqlConfig = Extract<TileConfig, { configType: "sql" }>;
type SqlDisplayType = SqlConfig["displayType"];
type ConfigOf<D extends DisplayType> = Extract<Exclude<TileConfig, SqlConfig>, { displayType: D }>;
type SqlConfigOf<D extends SqlDisplayType> = Extract<SqlConfig, { displayType: D }>;

type Sourced<C> = C extends { sourceId: string }
  ? Omit<C, "sourceId" | "displayType"> & { readonly source: SourceReference }
  : Omit<C, "displayType">;
type Colored<C> = C extends { colorRules?: unknown }
  ? Omit<C, "colorRules"> & {
      /** Colours that depend on the number. The last rule that holds wins. */
      readonly colorRules?: readonly ColorRule[];
    }
  : C;

/** What the helper of one kind takes: the fields of its configuration, its source, and where it lies. */
export type TileProps<D extends DisplayType> = Colored<Sourced<ConfigOf<D>>> & Frame;

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

type AnyProps = Frame & { readonly source?: SourceReference; readonly connection?: ConnectionReference };

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

/** The id that a reference stands for. */
export function idOf(reference: { readonly id: string } | string): string {
  return typeof reference === "string" ? reference : reference.id;
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
  /** Tiles that a query in SQL fills: `tile.sql.number({ connection, sqlTemplate: "SELECT count() FROM otel_logs" })`. */
  sql: {
    /** A line chart over time. Can alert when the query has the interval in it, such as `$__timeInterval(Timestamp)`. */
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
