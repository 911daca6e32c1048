import type { Construct } from "constructs";
import { dashboard, type TileConfig } from "../../schema";
import { fromApi } from "../../schema/api-form";
import type { Fields } from "../../schema/field";
import { objectShapeOf } from "../../schema/shape";
import { tile as tileSchema } from "../../schema/tile";
import { tileKeys } from "../../schema/tile-keys";
import type { DashboardProps, FilterProps } from "../dashboard";
import type { Tile } from "../tile";
import { idOf } from "../tile";
import { dashboardIn, isFields, listOf, type Refuse, withoutEmpty } from "./body";
import { declaredFields, type UnknownFields } from "./declared-fields";
import { healedConfig } from "./heal-config";
import { type ReferenceOptions, References } from "./references";
import { configTileOfSeries, isSeriesTile } from "./series-tile";
import { apiTileOfUi, isUiTile } from "./ui-tile";

const DASHBOARD = objectShapeOf(dashboard);
const TILE = objectShapeOf(tileSchema);

/** What is said beside an exported body: props that take the place of what the body says, and what its names stand for. */
export type JsonOptions = Partial<DashboardProps> &
  ReferenceOptions & {
    /** What happens to fields that no declaration has. Default: they are refused, so that nothing is lost unseen. */
    readonly unknownFields?: UnknownFields;
  };

/** The props of a dashboard that was exported. Throws with everything in the body that cannot be taken over. */
export function propsOfJson(scope: Construct, body: unknown, options: JsonOptions): DashboardProps {
  const { sources, connections, dashboards, unknownFields = "refuse", tiles: ownTiles, ...overrides } = options;
  const mistakes: string[] = [];
  const refuse: Refuse = (place, sentence) => mistakes.push(`${place}: ${sentence}`);
  const { provider } = overrides;
  const references = new References(scope, { sources, connections, dashboards }, provider ? { provider } : {});
  const { tiles, filters, ...fields } = dashboardIn(body);

  const tilesByKey = keyed(listOf(tiles)).map(([key, tile]) => {
    const place = `tiles.${key}`;
    const declared = declaredFields(TILE, apiTile(tile, place, refuse), place, refuse, unknownFields);
    return [key, referring(declared, references)] as const;
  });
  const props = {
    ...withoutIdleLanguage(declaredFields(DASHBOARD, fields, "", refuse, unknownFields)),
    ...(Array.isArray(filters) && {
      filters: listOf(filters).map((filter, index) =>
        filterProps(filter, `filters[${index}]`, references, refuse, unknownFields),
      ),
    }),
    ...overrides,
    tiles: { ...Object.fromEntries(tilesByKey), ...ownTiles },
  } as DashboardProps;

  references.refuseUnused(refuse);
  if (mistakes.length > 0)
    throw new Error(`The body cannot be taken over as it is:\n${mistakes.map((line) => `  - ${line}`).join("\n")}`);
  return props;
}

/** Every tile under a key made from its title, by the rule of the provider's import, which tells tiles of one title apart by their ids. */
function keyed(tiles: readonly Fields[]): readonly (readonly [key: string, tile: Fields])[] {
  const ids = idsOf(tiles);
  const identified = tiles.map((tile, index) => ({ id: ids[index] ?? "", name: titleOf(tile) }));
  const keys = tileKeys(identified, {});
  return tiles.map((tile, index) => [keys.get(ids[index] ?? "") ?? "", tile]);
}

/** The ids in the body, or where they are missing or repeated, as in a body for a POST, the places of the tiles in it. */
function idsOf(tiles: readonly Fields[]): readonly string[] {
  const ids = tiles.map(({ id }) => id).filter((id) => typeof id === "string");
  if (new Set(ids).size === tiles.length) return ids;
  return tiles.map((_, index) => String(index).padStart(5, "0"));
}

function titleOf(tile: Fields): string {
  const { name } = isUiTile(tile) ? (tile.config as Fields) : tile;
  return typeof name === "string" ? name : "";
}

function apiTile({ id: _, ...tile }: Fields, place: string, refuse: Refuse): Fields {
  const inApiForm = isUiTile(tile) ? apiTileOfUi(tile, place, refuse) : tile;
  const { config, ...frame } = isSeriesTile(inApiForm) ? configTileOfSeries(inApiForm, place, refuse) : inApiForm;
  const healed = isFields(config) ? { ...frame, config: healedConfig(withoutEmpty(config)) } : frame;
  return fromApi(TILE, healed) as Fields;
}

function referring({ config: declared, ...frame }: Fields, references: References): Tile {
  const { sourceId, connectionId, onClick, ...config } = (declared ?? {}) as Fields;
  return {
    ...frame,
    displayType: config.displayType,
    config: {
      ...config,
      ...(typeof sourceId === "string" && { sourceId: idOf(references.source(sourceId)) }),
      ...(typeof connectionId === "string" && { connectionId: idOf(references.connection(connectionId)) }),
      ...(isFields(onClick) && { onClick: referringClick(onClick, references) }),
    } as TileConfig,
  } as Tile;
}

function referringClick(onClick: Fields, references: References): Fields {
  const { type, target } = onClick;
  if (!isFields(target) || target.mode !== "id" || typeof target.id !== "string") return onClick;
  if (type === "dashboard") return { ...onClick, target: references.dashboardTarget(target.id) };
  return { ...onClick, target: { mode: "id", id: idOf(references.source(target.id)) } };
}

const FILTERS = DASHBOARD.fields.filters?.shape;

function filterProps(
  { id: _, source, ...filter }: Fields,
  place: string,
  references: References,
  refuse: Refuse,
  unknown: UnknownFields,
): FilterProps {
  const inApiForm = withoutEmpty({ ...filter, sourceId: filter.sourceId ?? source });
  const shape = FILTERS?.kind === "list" ? FILTERS.item : DASHBOARD;
  const declared = declaredFields(shape, inApiForm, place, refuse, unknown);
  const { sourceId, appliesToSourceIds, ...fields } = declared;
  const applied = Array.isArray(appliesToSourceIds) ? appliesToSourceIds.map(String) : undefined;
  return {
    ...fields,
    source: typeof sourceId === "string" ? references.source(sourceId) : sourceId,
    ...(applied && { appliesTo: applied.map((each) => references.source(each)) }),
  } as FilterProps;
}

/** A language without a query says nothing, and no declaration has it (facts/api.md 4.2). */
function withoutIdleLanguage({ savedQuery, savedQueryLanguage, ...fields }: Fields): Fields {
  if (savedQuery === undefined || savedQuery === "") return fields;
  return { ...fields, savedQuery, ...(savedQueryLanguage !== undefined && { savedQueryLanguage }) };
}
