import { type DeclaredFields, isPlainObject } from "../declaration/field";
import { objectShapeOf } from "../declaration/shape";
import type { DASHBOARD_SYNONYMS } from "../resources/declarations";
import { dashboard, didYouMean } from "../resources/declarations";
import type { DashboardDeclaration, DashboardFilter } from "../resources/declared-types";
import type { DisplayType } from "../tile-kinds";
import { visible } from "../visible";
import { positionMetadata } from "./code-position";
import type { Synonyms } from "./compiler-hint";
import type { FilterProps } from "./dashboard-filter";
import { attributeToken, type MetaArguments, readProps, withLinksToSelf, withReferredIds } from "./declared";
import { managedClass } from "./declared-resource";
import { ExistingDashboard } from "./existing";
import { Annotations, Token } from "./framework";
import { convertBody, type JsonOptions, type SkippedTile } from "./from-json";
import type { Row } from "./layout";
import type { PropForms } from "./prop-forms";
import { toTitle } from "./prop-names";
import type { ConstructScope } from "./scope";
import { SynthesisError } from "./synthesis-error";
import type { Tile } from "./tile";
import {
  BoardArea,
  type ContainerProps,
  DashboardContainer,
  type KindOf,
  type TileArea,
  TileBoard,
  TileReference,
  type TileReferences,
  type Tiles,
} from "./tile-board";

const DASHBOARD = objectShapeOf(dashboard);

/** Forms of the props that helpers create. */
const DASHBOARD_FORMS: PropForms = {
  tiles: {
    expected: "an object of tiles by key",
    fits: isPlainObject,
    use: () => "{ errors: tile.line({ ... }) }",
  },
};

/** Props of a dashboard. `addTile`, `addRow`, `addContainer` and `addFilter` add more later. */
export type DashboardProps<T extends Tiles = Tiles> = OwnProps<T> & Synonyms<typeof DASHBOARD_SYNONYMS>;

type OwnProps<T extends Tiles> = Omit<
  DashboardDeclaration,
  "id" | "tiles" | "tileIds" | "url" | "otherFields" | "filters"
> &
  MetaArguments & {
    /**
     * Tiles by key: `{ errors: tile.line({ source: logs, select: [count()] }) }`. Choose keys that stay the same when a
     * tile is renamed or moved. Tiles without a position are placed in rows. Default: none.
     */
    readonly tiles?: T;
    /**
     * Drop-down filters above the tiles: `[{ name: "Service", expression: "ServiceName", source: logs }]`. Default: none.
     */
    readonly filters?: readonly FilterProps[];
  };

/**
 * A managed ClickStack dashboard. Declare all tiles in the props, add them with methods, or extend the class.
 * `Dashboard.byName` and `Dashboard.byId` look up an existing one.
 */
export class Dashboard<T extends Tiles = Tiles>
  extends managedClass("clickstack_dashboard", dashboard, ExistingDashboard)<DashboardProps>
  implements TileArea
{
  readonly #board = new TileBoard(this.node.path, (key, tile) => this.#refer(key, tile));
  readonly #area = new BoardArea(this.#board);
  readonly #addedFilters: DashboardFilter[] = [];
  #skippedTiles: readonly SkippedTile[] = [];

  constructor(scope: ConstructScope, id: string, props: DashboardProps<T>) {
    super(scope, id, props);
    const { tiles } = props;
    for (const [key, tile] of Object.entries<Tile>(isPlainObject(tiles) ? tiles : {})) {
      this.#area.addTile(key, tile);
    }
  }

  protected override get forms(): PropForms {
    return DASHBOARD_FORMS;
  }

  protected override toDeclared({ tiles: _, ...fields }: DashboardProps): DeclaredFields {
    return withReferredIds(this.shape, fields);
  }

  protected override findProblems(): readonly string[] {
    return this.#board.findProblems();
  }

  protected override findPart(problem: string): object | undefined {
    return this.#board.findTile(problem);
  }

  protected override get declared(): DeclaredFields {
    const { containers, filters, ...fields } = super.declared as Omit<DashboardDeclaration, "tiles">;
    return {
      ...fields,
      containers: appendTo(containers, this.#board.containers),
      filters: appendTo(filters, this.#addedFilters),
      tiles: withLinksToSelf(this.#board.toDeclaredTiles(), { id: this.id, name: fields.name }),
    };
  }

  /**
   * Declares an exported dashboard: the response of a GET of either API, or the file that the UI exports. Tile keys are
   * derived from titles, as in an import: "Error rate" becomes `error_rate`, a second one `error_rate_2`. The field `key`
   * of a tile in the body replaces its key, so that it stays the same when the tile is renamed. Ids stay, and
   * names of sources and connections are looked up. `sources`, `connections` and `dashboards` replace them by
   * references. Fields that the server sets are ignored, and texts stay unchanged. Throws one error that lists all
   * unsupported content.
   * @param scope the stack, or another construct
   * @param id id of the construct, unique in its scope
   * @param body the JSON as a text, in which nothing is a token, or an object, in which tokens keep their meaning.
   * @param options props that replace those of the body. `tiles` replace the tiles with the same keys and add the
   * others.
   */
  static fromJson(scope: ConstructScope, id: string, body: unknown, options: JsonOptions = {}): Dashboard {
    const path = [scope.node.path, id].filter(Boolean).join("/");
    const { props, skippedTiles, losses } = runAtPath(path, () => convertBody(scope, body, options));
    const dashboard = new Dashboard(scope, id, props);
    dashboard.#skippedTiles = skippedTiles;
    const warnings = [...skippedTiles.map(toSkipWarning), ...losses];
    for (const warning of warnings) {
      Annotations.of(dashboard).addWarning(warning);
    }
    printAtSynthesis(dashboard, warnings);
    return dashboard;
  }

  /** Tiles that `fromJson` left out, with the reasons. Empty unless `unsupportedTiles` is "skip". */
  get skippedTiles(): readonly SkippedTile[] {
    return this.#skippedTiles;
  }

  /**
   * Adds a tile and returns a reference for an alert. A tile without a position is placed after the previous one.
   * @param key a name that stays the same when the tile is renamed or moved. Throws if the dashboard already has it.
   * @param tile the tile, such as `tile.line({ source: logs, select: [count()] })`
   */
  addTile<const D extends DisplayType>(key: string, tile: Tile<D>): TileReference<D> {
    return this.#area.addTile(key, tile);
  }

  /**
   * Adds a row of tiles over the whole width: `addRow({ height: 6 }, { errors, latency })`. Tiles without a width share
   * it equally. Returns references to the tiles by key.
   * @param row height of the row: `{ height: 6 }`, or `{}` for the height of the highest tile
   * @param tiles tiles by key, in their order from left to right
   */
  addRow<R extends Tiles>(row: Row, tiles: R): TileReferences<R> {
    return this.#area.addRow(row, tiles);
  }

  /**
   * Adds a group of tiles below the existing ones. Throws if the dashboard already has a container with this id.
   * @param id id of the container, such as `errors`
   * @param props title and form of the container. Default: the id in words, initially open
   */
  addContainer(
    id: string,
    { title = toTitle(id), collapsed = false, ...props }: ContainerProps = {},
  ): DashboardContainer {
    const { containers: given = [] } = super.declared as Partial<DashboardDeclaration>;
    this.#board.addContainer({ id, title, collapsed, ...props }, Token.isUnresolved(given) ? [] : given);
    return new DashboardContainer(this.#board, id);
  }

  /**
   * Adds a drop-down filter after the existing ones.
   * @param filter label of the filter, and the origin of its values
   */
  addFilter(filter: FilterProps): void {
    const [declared] = readProps(this, () =>
      withReferredIds<{ filters: [DashboardFilter] }>(DASHBOARD, { filters: [filter] }),
    ).filters;
    this.#addedFilters.push(declared);
  }

  /**
   * Returns a tile by its key, for an alert. Throws if the dashboard does not have this key. If the types do not know
   * the tile's kind, synthesis checks that an alert can watch it.
   * @param key key of the tile in `tiles`, `addTile` or `addRow`
   */
  tile<K extends keyof T & string>(key: K): TileReference<KindOf<T[K]>> {
    const tile = this.#board.tiles.get(key);
    if (!tile) {
      throw this.#board.createError(describeUnknownTile(key, [...this.#board.tiles.keys()]));
    }
    return this.#refer(key, tile) as TileReference<KindOf<T[K]>>;
  }

  /** Address of the dashboard in the UI, known after an apply. Null if the provider does not know its `uiEndpoint`. */
  get url(): string {
    return this.getStringAttribute("url");
  }

  protected override get constructNodeMetadata(): Record<string, unknown> {
    return { ...super.constructNodeMetadata, ...positionMetadata(this, this.#board.tiles, this.#board.layout) };
  }

  #refer(key: string, { config }: Tile): TileReference {
    return new TileReference(this.node.path, key, config, this.id, attributeToken(this, `tile_ids["${key}"]`));
  }
}

/** Prints warnings once, at synthesis. cdktf itself only writes them to the manifest. */
function printAtSynthesis(dashboard: Dashboard, warnings: readonly string[]): void {
  const left = [...warnings];
  dashboard.node.addValidation({
    validate: () => {
      for (const warning of left.splice(0)) {
        process.stderr.write(`Warning: [${visible(dashboard.node.path)}] ${visible(warning)}\n`);
      }
      return [];
    },
  });
}

function toSkipWarning({ key, name, reasons }: SkippedTile): string {
  return `The tile "${name || key}" is left out. An apply removes it from an existing dashboard. ${reasons.join(" ")}`;
}

function runAtPath<R>(path: string, run: () => R): R {
  try {
    return run();
  } catch (error) {
    throw SynthesisError.atCall(`${path}: ${error instanceof Error ? error.message : String(error)}`, error);
  }
}

function describeUnknownTile(key: string, keys: readonly string[]): string {
  const known = keys.length > 0 ? `The tiles are ${keys.join(", ")}.` : "It has no tiles.";
  return `The tile "${key}" does not exist.${didYouMean(key, keys)} ${known}`;
}

/**
 * Returns the given list followed by the added elements. Nothing can be added to a token that represents a whole list.
 */
function appendTo<E>(given: readonly E[] | undefined, added: readonly E[]): readonly E[] | undefined {
  return added.length === 0 ? given : [...(given ?? []), ...added];
}
