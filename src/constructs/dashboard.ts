import type { Construct } from "constructs";
import { objectShapeOf } from "../declaration/shape";
import { type DashboardDeclaration, type DashboardFilter, dashboard, didYouMean } from "../resources/declarations";
import { visible } from "../visible";
import { GENERATOR_METADATA } from "./clickstack-provider";
import {
  attributeToken,
  eachOf,
  type MetaArguments,
  readProps,
  splitMetaArguments,
  terraformAttributesOf,
  validateAtSynthesis,
  withLinksToSelf,
} from "./declared";
import { ExistingDashboard } from "./existing";
import { Annotations, TerraformResource, Token } from "./framework";
import { type JsonOptions, type SkippedTile, takenBody } from "./from-json/props-of-json";
import type { Row } from "./layout";
import { byId, byName } from "./look-up";
import { type DisplayType, idOf, type SourceReference, type Tile } from "./tile";
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

/** What the props call the fields of the declaration, where they differ. Props of a tile stand without its `config`. */
export const DASHBOARD_PROP_NAMES = {
  config: "",
  sourceId: "source",
  connectionId: "connection",
  appliesToSourceIds: "appliesTo",
};

/** Filters by the chosen value, hands it to tiles as a variable, or both. */
type FilterUse =
  | {
      readonly isBroadcastEnabled: false;
      readonly appliesTo?: undefined;
      readonly isVariableEnabled: true;
      readonly variableName?: string;
    }
  | {
      readonly isBroadcastEnabled?: true;
      readonly appliesTo?: readonly SourceReference[];
      readonly isVariableEnabled: true;
      /** The variable's name. Default: made from the filter's name. */
      readonly variableName?: string;
    }
  | {
      /** Whether the chosen value filters the tiles. Default: true. */
      readonly isBroadcastEnabled?: true;
      /** Limits the filter to tiles of these sources. */
      readonly appliesTo?: readonly SourceReference[];
      /** Whether tiles can read the chosen value as a variable. Default: false. */
      readonly isVariableEnabled?: false;
      readonly variableName?: undefined;
    };

/** A drop-down above a dashboard. */
export type FilterProps = Omit<
  DashboardFilter,
  "sourceId" | "appliesToSourceIds" | "isBroadcastEnabled" | "isVariableEnabled" | "variableName"
> &
  FilterUse & {
    /** The source that the values come from. */
    readonly source: SourceReference;
  };

/**
 * What a dashboard is made of. What is left out here can be added later: `addTile`, `addRow`, `addContainer`,
 * `addFilter`.
 */
export type DashboardProps<T extends Tiles = Tiles> = Omit<
  DashboardDeclaration,
  "id" | "tiles" | "tileIds" | "url" | "otherFields" | "filters"
> &
  MetaArguments & {
    /**
     * The tiles, by a key of your choice that stays when a tile is renamed or moved. Those without a position follow
     * each other in rows.
     */
    readonly tiles?: T;
    /** Drop-downs above the tiles. */
    readonly filters?: readonly FilterProps[];
  };

/**
 * A ClickStack dashboard. It can be declared at once with its tiles, built by methods, or be the base of a class of
 * your own that takes props.
 */
export class Dashboard<T extends Tiles = Tiles> extends TerraformResource implements TileArea {
  /** Looks up an existing dashboard by its name. */
  static readonly byName = byName(ExistingDashboard);
  /** Looks up an existing dashboard by its id. */
  static readonly byId = byId(ExistingDashboard);

  /** The dashboard's id; a token. */
  readonly id: string = attributeToken(this, "id");

  readonly #board = new TileBoard(this.node.path);
  readonly #area = new BoardArea(this.#board, (key, tile) => this.#refer(key, tile));
  readonly #fields: Omit<DashboardDeclaration, "tiles">;
  readonly #filters: readonly DashboardFilter[] | undefined;
  readonly #addedFilters: DashboardFilter[] = [];
  #skippedTiles: readonly SkippedTile[] = [];

  constructor(scope: Construct, id: string, props: DashboardProps<T>) {
    const { meta, declared } = splitMetaArguments(props);
    super(scope, id, {
      terraformResourceType: "clickstack_dashboard",
      terraformGeneratorMetadata: GENERATOR_METADATA,
      ...meta,
    });
    const { tiles = {}, filters, ...fields } = declared;
    this.#fields = fields;
    this.#filters = readProps(this, () => filters && eachOf(filters, declaredFilter));
    for (const [key, tile] of Object.entries<Tile>(tiles)) {
      readProps(this, () => this.#area.addTile(key, tile));
    }
    validateAtSynthesis(this, DASHBOARD, () => this.#declared(), {
      propNames: DASHBOARD_PROP_NAMES,
      more: () => this.#board.mistakes(),
    });
  }

  /**
   * A dashboard that was exported, as it is: what a GET of either API returns, or the file that the UI exports. Tiles
   * get keys from their titles, as the provider's import gives them: "Error rate" is `error_rate`, a second one
   * `error_rate_2`. An id in the body stays, and the name of a source or connection is looked up, unless `sources`,
   * `connections` or `dashboards` say what stands for it. What the server sets itself is left out. Throws with
   * everything that cannot be taken over. Texts of the body arrive as they are: nothing in them is evaluated.
   * @param body the JSON as a text, in which nothing is a token; or an object, in which tokens are the program's.
   * @param options props that take the place of the body's; `tiles` replace those of the same keys or come beside them.
   */
  static fromJson(scope: Construct, id: string, body: unknown, options: JsonOptions = {}): Dashboard {
    const path = [scope.node.path, id].filter(Boolean).join("/");
    const { props, skippedTiles, losses } = atPath(path, () => takenBody(scope, body, options));
    const dashboard = new Dashboard(scope, id, props);
    dashboard.#skippedTiles = skippedTiles;
    const warnings = [...skippedTiles.map(skippedWarning), ...losses];
    for (const warning of warnings) {
      Annotations.of(dashboard).addWarning(warning);
    }
    printAtSynthesis(dashboard, warnings);
    return dashboard;
  }

  /**
   * The tiles that `fromJson` left out, with the reasons. Empty unless it was asked to skip what cannot be declared.
   */
  get skippedTiles(): readonly SkippedTile[] {
    return this.#skippedTiles;
  }

  addTile<const D extends DisplayType>(key: string, tile: Tile<D>): TileReference<D> {
    return this.#area.addTile(key, tile);
  }

  addRow<R extends Tiles>(row: Row, tiles: R): TileReferences<R> {
    return this.#area.addRow(row, tiles);
  }

  /** Adds a group of tiles, below those that the dashboard has. Throws when it has one with this id. */
  addContainer(id: string, props: ContainerProps = {}): DashboardContainer {
    const given = this.#fields.containers;
    if (!Token.isUnresolved(given) && given?.some((each) => each.id === id)) {
      throw this.#board.repeatedContainer(id);
    }
    return new DashboardContainer(this.#board, this.#area.referTo, id, props);
  }

  /** Adds a drop-down behind those that the dashboard has. */
  addFilter(filter: FilterProps): void {
    this.#addedFilters.push(readProps(this, () => declaredFilter(filter)));
  }

  /**
   * A tile by its key, for an alert. Throws for a key that this dashboard does not have. Where the types do not say
   * which kind the tile is of, an alert on it is checked at synthesis.
   */
  tile<K extends keyof T & string>(key: K): TileReference<KindOf<T[K]>> {
    const tile = this.#board.tile(key);
    if (!tile) {
      throw this.#board.refusal(noSuchTile(key, this.#board.keys));
    }
    return this.#refer(key, tile) as TileReference<KindOf<T[K]>>;
  }

  /**
   * Where people see the dashboard: a text that Terraform knows after the apply. Null where the provider's `uiEndpoint`
   * is not known.
   */
  get url(): string {
    return this.getStringAttribute("url");
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return terraformAttributesOf(DASHBOARD, this.#declared());
  }

  #refer(key: string, { config }: Tile): TileReference {
    return new TileReference(this.node.path, key, config, this.id, attributeToken(this, `tile_ids["${key}"]`));
  }

  #declared(): DashboardDeclaration {
    const { containers: given, ...fields } = this.#fields;
    const containers = together(given, this.#board.containers);
    const filters = together(this.#filters, this.#addedFilters);
    return {
      ...fields,
      ...(containers && { containers }),
      ...(filters && { filters }),
      tiles: withLinksToSelf(this.#board.placed(), { id: this.id, name: fields.name }),
    };
  }
}

/** Prints warnings once, when the program synthesizes. cdktf itself writes them only into the manifest. */
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

function skippedWarning({ key, name, reasons }: SkippedTile): string {
  return `The tile "${name || key}" is left out, and an apply removes it from a dashboard that has it. ${reasons.join(" ")}`;
}

function atPath<R>(path: string, run: () => R): R {
  try {
    return run();
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function noSuchTile(key: string, keys: readonly string[]): string {
  const known = keys.length > 0 ? `The tiles are ${keys.join(", ")}.` : "It has no tiles.";
  return `There is no tile "${key}".${didYouMean(key, keys)} ${known}`;
}

/** What was given at first and what was added. A token that stands for a whole list cannot be added to. */
function together<E>(given: readonly E[] | undefined, added: readonly E[]): E[] | undefined {
  if (added.length === 0) {
    return given as E[] | undefined;
  }
  return [...(given ?? []), ...added];
}

function declaredFilter({ source, appliesTo, ...filter }: FilterProps): DashboardFilter {
  return { ...filter, sourceId: idOf(source), ...(appliesTo && { appliesToSourceIds: appliesTo.map(idOf) }) };
}
