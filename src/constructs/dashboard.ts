import { TerraformResource, Token } from "cdktf";
import type { Construct } from "constructs";
import { type DashboardDeclaration, type DashboardFilter, dashboard, didYouMean } from "../schema";
import { objectShapeOf } from "../schema/shape";
import { attributesOf, eachOf, readProps, validateAtSynthesis } from "./declared";
import { placeTiles } from "./layout";
import { type MetaArguments, splitMetaArguments } from "./meta-arguments";
import { GENERATOR_METADATA } from "./provider-source";
import { idOf, type SourceReference, type Tile } from "./tile";
import { TileReference } from "./tile-reference";

const DASHBOARD = objectShapeOf(dashboard);

/** What the props call the fields of the declaration, where they differ. Props of a tile stand without its `config`. */
export const DASHBOARD_PROP_NAMES = {
  config: "",
  sourceId: "source",
  connectionId: "connection",
  appliesToSourceIds: "appliesTo",
};

/** The tiles of a dashboard, by tile key. */
export type Tiles = Readonly<Record<string, Tile>>;

/** A drop-down above a dashboard. */
export type FilterProps = Omit<DashboardFilter, "sourceId" | "appliesToSourceIds"> & {
  /** The source that the values come from. */
  readonly source: SourceReference;
  /** Limits the filter to tiles of these sources. */
  readonly appliesTo?: readonly SourceReference[];
};

/** What a dashboard is made of. */
export type DashboardProps<T extends Tiles = Tiles> = Omit<
  DashboardDeclaration,
  "id" | "tiles" | "tileIds" | "otherFields" | "filters"
> &
  MetaArguments & {
    /** The tiles, by a key of your choice that stays when a tile is renamed or moved. Those without a position follow each other in rows. */
    readonly tiles: T;
    /** Drop-downs above the tiles. */
    readonly filters?: readonly FilterProps[];
  };

/** A ClickStack dashboard. */
export class Dashboard<T extends Tiles = Tiles> extends TerraformResource {
  readonly #declared: DashboardDeclaration;
  readonly #tiles: T;

  constructor(scope: Construct, id: string, props: DashboardProps<T>) {
    const { meta, declared } = splitMetaArguments(props);
    super(scope, id, {
      terraformResourceType: "clickstack_dashboard",
      terraformGeneratorMetadata: GENERATOR_METADATA,
      ...meta,
    });
    const { tiles, filters, ...fields } = declared;
    this.#tiles = tiles;
    this.#declared = readProps(this, () => ({
      ...fields,
      tiles: placed(tiles),
      ...(filters && { filters: eachOf(filters, declaredFilter) }),
    }));
    validateAtSynthesis(this, DASHBOARD, this.#declared, {
      propNames: DASHBOARD_PROP_NAMES,
      more: () => halfPositions(tiles),
    });
  }

  /** A tile by its key, for an alert. Throws for a key that this dashboard does not have. */
  tile<K extends keyof T & string>(key: K): TileReference<T[K]["displayType"]> {
    const tile = Object.hasOwn(this.#tiles, key) ? this.#tiles[key] : undefined;
    if (!tile) throw new Error(`${this.node.path}: ${noSuchTile(key, Object.keys(this.#tiles))}`);
    return new TileReference(
      this.node.path,
      key,
      tile.displayType,
      tile.config,
      this.id,
      Token.asString(this.interpolationForAttribute(`tile_ids["${key}"]`)),
    );
  }

  /** The dashboard's id. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return attributesOf(DASHBOARD, this.#declared);
  }
}

function noSuchTile(key: string, keys: readonly string[]): string {
  const known = keys.length > 0 ? `The tiles are ${keys.join(", ")}.` : "It has no tiles.";
  return `There is no tile "${key}".${didYouMean(key, keys)} ${known}`;
}

function placed(tiles: Tiles): DashboardDeclaration["tiles"] {
  const rectangles = placeTiles(new Map(Object.entries(tiles)));
  const entries = Object.entries(tiles).map(([key, { displayType: _, name, ...tile }]) => [
    key,
    { ...tile, ...rectangles.get(key), name: name ?? inWords(key) },
  ]);
  return Object.fromEntries(entries);
}

/** `slowRequests` and `slow_requests` are "Slow requests". */
export function inWords(key: string): string {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_.-]+/g, " ")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function halfPositions(tiles: Tiles): readonly string[] {
  return Object.entries(tiles)
    .filter(([, { x, y }]) => (x === undefined) !== (y === undefined))
    .map(
      ([key]) => `tiles.${key}: A position needs both x and y. Give both, or leave both out to have the tile placed.`,
    );
}

function declaredFilter({ source, appliesTo, ...filter }: FilterProps): DashboardFilter {
  return { ...filter, sourceId: idOf(source), ...(appliesTo && { appliesToSourceIds: appliesTo.map(idOf) }) };
}
