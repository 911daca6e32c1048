import type { TileConfig, TileDeclaration } from "../schema";
import type { Source } from "./source";

/** The kinds of tile. */
export type DisplayType = TileConfig["displayType"];

/** A source, or the id of one. */
export type SourceReference = Source | string;

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
type ConfigOf<D extends DisplayType> = Extract<TileConfig, { displayType: D }>;
type Queried<C> = C extends { sourceId: string }
  ? Omit<C, "sourceId" | "displayType"> & { readonly source: SourceReference }
  : Omit<C, "displayType">;

/** What the helper of one kind takes: the fields of its configuration, its source, and where it lies. */
export type TileProps<D extends DisplayType> = Queried<ConfigOf<D>> & Frame;

function make<const D extends DisplayType>(displayType: D): (props: TileProps<D>) => Tile<D> {
  return (props) => {
    const { name, x, y, w, h, containerId, tabId, source, ...fields } = props as Frame & { source?: SourceReference };
    const sourceId = typeof source === "object" ? source.id : source;
    const config = { displayType, ...(sourceId !== undefined && { sourceId }), ...fields } as ConfigOf<D>;
    return { displayType, config, name, x, y, w, h, containerId, tabId };
  };
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
  /** Raw events. */
  search: make("search"),
  /** Text in Markdown. */
  markdown: make("markdown"),
} as const;
