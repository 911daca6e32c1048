import { isPlainObject } from "../declaration/field";
import type { SQL_TILE_SYNONYMS, TILE_SYNONYMS } from "../resources/declarations";
import type {
  BetweenColorRuleDeclaration,
  EqColorRuleDeclaration,
  Formula,
  GtColorRuleDeclaration,
  NumberTileConfig,
  TileConfig,
  TileDeclaration,
} from "../resources/declared-types";
import type { DisplayType } from "../tile-kinds";
import type { Aggregate } from "./aggregate";
import { recordPosition } from "./code-position";
import type { Synonyms, Use } from "./compiler-hint";
import { idOf, type Retyped } from "./declared";
import { codeOf, describeValue } from "./prop-forms";
import type { ExistingSource, Source } from "./source";
import { SynthesisError } from "./synthesis-error";

/** Color of the palette of charts. */
export type ChartColor = NonNullable<NumberTileConfig["color"]>;

type Paint = Readonly<Pick<GtColorRuleDeclaration, "color" | "label">>;
type Operator<O> = Retyped<GtColorRuleDeclaration, "operator", O>;

/**
 * Color rule of a number tile: `{ operator: "gt", value: 100, color: "chart-red" }`
 * (docs/internals/api-behavior.md 4.8).
 */
export type ColorRule =
  | (Paint & Operator<"gt" | "gte" | "lt" | "lte"> & Readonly<Pick<GtColorRuleDeclaration, "value">>)
  | (Paint &
      Operator<"between"> &
      Retyped<BetweenColorRuleDeclaration, "between", readonly [lower: number, upper: number]>)
  | (Paint &
      Operator<"eq" | "neq"> &
      Readonly<Required<Pick<EqColorRuleDeclaration, "value">>> & { readonly text?: never })
  | (Paint &
      Operator<"eq" | "neq"> &
      Readonly<Required<Pick<EqColorRuleDeclaration, "text">>> & { readonly value?: never });

/** A source or its id. */
export type SourceReference = Source | ExistingSource | string;

/** A connection or its id. */
export type ConnectionReference =
  | {
      /** Id of the connection. */
      readonly id: string;
    }
  | string;

// The compiler describes an error by the last member of a union, so the most common member is last.

/**
 * Position and size of a tile on the grid of 24 columns. Without `x` and `y` the tile is placed after the previous one.
 */
export type TilePlacement = Pick<Tile, "w" | "h"> &
  (Required<Pick<Tile, "x" | "y">> | Retyped<Pick<Tile, "x" | "y">, "x" | "y", undefined>);

/** Container and tab of a tile. The methods of containers and tabs set them. */
type InContainer =
  | Required<Pick<Tile, "containerId" | "tabId">>
  | (Pick<Tile, "containerId"> & Retyped<Tile, "tabId", undefined>);

/** Declaration of a tile. Create it with the functions of `tile`. */
export interface Tile<D extends DisplayType = DisplayType> {
  /** Tile kind, such as `line`. */
  readonly displayType: D;
  /** Title of the tile. Default: the tile key in words, such as "Slow requests" for `slowRequests`. */
  readonly name?: string;
  /** First column of the tile on the grid of 24 columns, 0 to 23. Requires `y`. Default: after the previous tile. */
  readonly x?: number;
  /** First row of the tile on the grid, counted from 0. Requires `x`. Default: the row of the previous tile or the next one. */
  readonly y?: number;
  /** Width in columns of the grid, 1 to 24. Default: depends on the tile kind, such as 12 for a line. */
  readonly w?: number;
  /** Height in rows of the grid. Default: depends on the tile kind, such as 7 for a line. */
  readonly h?: number;
  /** Id of the container that contains the tile. Default: none. `container.addTile` sets it. */
  readonly containerId?: string;
  /** Id of the tab that contains the tile. Requires `containerId`. Default: none. `tab.addTile` sets it. */
  readonly tabId?: string;
  /** Fields of the tile that this version cannot declare: `{ config: { newOption: 1 } }`. Default: none. */
  readonly extraFields?: TileDeclaration["extraFields"];
  /** Content of the tile, in the form of the declaration. */
  readonly config: TileConfig;
}

// Without `object`, the compiler accepts a text where all props are optional.
type Frame = object & Pick<Tile, "name" | "extraFields"> & TilePlacement & InContainer;
type SqlConfig = Extract<TileConfig, { configType: "sql" }>;
type SqlDisplayType = SqlConfig["displayType"];
type ConfigOf<D extends DisplayType> = Extract<Exclude<TileConfig, SqlConfig>, { displayType: D }>;
type SqlConfigOf<D extends SqlDisplayType> = Extract<SqlConfig, { displayType: D }>;

/** Fields of a configuration that the props replace. */
type Restated = "displayType" | "sourceId" | "select" | "colorRules" | "formulas" | "asRatio" | "showOperandSeries";

type Sourced<C> = C extends { sourceId: string }
  ? {
      /** Source to query, or its id: `Source.byName(this, "Logs")`. */
      readonly source: SourceReference | Use<"Source.byName(this, NAME)">;
    }
  : unknown;
type Selected<C> = C extends { select: readonly { aggFn: unknown }[] }
  ? {
      /** Values to show: `[count({ where: "level:error" }), quantile(0.95, "Duration")]`. */
      readonly select: readonly (Aggregate | Use<"count(), sum(COLUMN) or another function">)[];
    }
  : Pick<C, Extract<keyof C, "select">>;
type Colored<C> = C extends { colorRules?: unknown }
  ? {
      /**
       * Colors that depend on the number: `[{ operator: "gt", value: 100, color: "chart-red" }]`. The last matching rule
       * is used. Default: none.
       */
      readonly colorRules?: readonly ColorRule[];
    }
  : unknown;
/** Computation of a chart from its values. */
interface Computation {
  /** True shows the first value divided by the second. Not with `formulas`. Default: false. */
  readonly asRatio?: boolean;
  /**
   * Series that formulas compute: `[{ expression: "A / B * 100" }]`. A formula refers to the values as A, B, ... by
   * position. Default: none.
   */
  readonly formulas?: readonly Formula[];
  /** True shows the values in addition to the formulas. Only with `formulas`. Default: true. */
  readonly showOperandSeries?: boolean;
}

/** A chart either divides two values, or computes formulas, or does neither. */
type Computed<C> = C extends { asRatio?: unknown }
  ?
      | (Partial<Retyped<Computation, "asRatio", false>> &
          Required<Pick<Computation, "formulas">> &
          Pick<Computation, "showOperandSeries">)
      | (Pick<Computation, "asRatio"> & Retyped<Computation, "formulas" | "showOperandSeries", undefined>)
  : C extends { formulas?: unknown }
    ? {
        /** Formula of the number: `[{ expression: "A / B" }]`. It refers to the values as A, B, ... by position. Default: none. */
        readonly formulas?: readonly [Formula];
      }
    : unknown;

/** Props of a tile of one kind: the fields of its configuration, its source, and its position. */
export type TileProps<D extends DisplayType> = Omit<ConfigOf<D>, Restated> &
  Sourced<ConfigOf<D>> &
  Selected<ConfigOf<D>> &
  Colored<ConfigOf<D>> &
  Computed<ConfigOf<D>> &
  Frame &
  Synonyms<(typeof TILE_SYNONYMS)[D]>;

/** Props of a tile of one kind that shows the result of an SQL query. */
export type SqlTileProps<D extends SqlDisplayType> = Omit<
  SqlConfigOf<D>,
  "displayType" | "configType" | "connectionId" | "sourceId"
> &
  Frame & {
    /** Connection to query, or its id: `Connection.byName(this, "Default")`. */
    readonly connection: ConnectionReference;
    /** Source whose dashboard filters apply to the query. It must use the same connection. Default: none. */
    readonly source?: SourceReference;
  } & Synonyms<typeof SQL_TILE_SYNONYMS>;

type AnyProps = Omit<Tile, "displayType" | "config"> & {
  readonly source?: SourceReference;
  readonly connection?: ConnectionReference;
};

/** Creates a tile of one kind. */
interface TileHelper<D extends DisplayType, P> {
  /** @param props what the tile shows, its title and its place */
  (props: P | Use<"an object of props">): Tile<D>;
}

function createHelper<const D extends DisplayType>(displayType: D): TileHelper<D, TileProps<D>> {
  return (props) => createTile(displayType, props as AnyProps, {});
}

function createSqlHelper<const D extends SqlDisplayType>(displayType: D): TileHelper<D, SqlTileProps<D>> {
  return (props) => createTile(displayType, props as AnyProps, { configType: "sql" });
}

function createTile<D extends DisplayType>(displayType: D, props: AnyProps, kind: Partial<SqlConfig>): Tile<D> {
  if (!isPlainObject(props)) {
    const code = displayType === "markdown" ? `{ markdown: ${codeOf(props, "# Runbook")} }` : "{ source, ... }";
    throw SynthesisError.atCall(`The props of a tile must be an object, not ${describeValue(props)}. Use ${code}.`);
  }
  const { name, x, y, w, h, containerId, tabId, extraFields, source, connection, ...fields } = props;
  const references = {
    ...(source !== undefined && { sourceId: idOf(source) }),
    ...(connection !== undefined && { connectionId: idOf(connection) }),
  };
  const config = { displayType, ...kind, ...references, ...fields } as TileConfig;
  const tile = { displayType, config, name, x, y, w, h, containerId, tabId, ...(extraFields && { extraFields }) };
  recordPosition(tile);
  return tile;
}

type CamelCase<S extends string> = S extends `${infer A}_${infer B}` ? `${A}${Capitalize<CamelCase<B>>}` : S;

/** One helper for each tile kind. The compiler names a missing one. */
type Helpers = { readonly [D in DisplayType as CamelCase<D>]: TileHelper<D, TileProps<D>> } & {
  readonly sql: { readonly [D in SqlDisplayType as CamelCase<D>]: TileHelper<D, SqlTileProps<D>> };
};

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
    /** Table with the columns of the result. */
    table: createSqlHelper("table"),
    /** One large number. Alerts can watch it. */
    number: createSqlHelper("number"),
    /** Pie with one slice per row. */
    pie: createSqlHelper("pie"),
    /** One bar per row, not over time. */
    bar: createSqlHelper("bar"),
  },
} as const satisfies Helpers;
