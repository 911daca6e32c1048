import { toApi } from "../../../declaration/api-form";
import { fromAttributes } from "../../../declaration/attribute-form";
import type { TilePlace } from "../../../declaration/configuration-json";
import { type CompoundShape, objectShapeOf } from "../../../declaration/shape";
import { type ApiFields, apiFieldsIn, isFields, isSensitive, type SourceName } from "../../../drawing";
import { ownValue } from "../../../own-values";
import { type WatchedObject, watchedObject, withWatchedNames } from "../../../resources/alert/watched-object";
import type { Client } from "../../../resources/client";
import { tileField } from "../../../resources/dashboard/tiles/tile";
import { alert, dashboard } from "../../../resources/declarations";
import { savedSearch } from "../../../resources/saved-search/declaration";
import type { ConfigurationModule, PlanJson, ResourceChange } from "../../engine/read-plan";
import type { CodeLine } from "../code-lines";

/** Dashboards, alerts and saved searches of the code or the server, in the form of the API. */
export interface Contents {
  /** The `id` of each tile is its key, or its id on the server. */
  readonly dashboards: readonly ReadObject[];
  /** Alerts name their dashboards and saved searches by address. `tileId` is the `id` of a tile of the dashboard. */
  readonly alerts: readonly ReadObject[];
  readonly savedSearches: readonly ReadObject[];
  /** Names of sources by the value of `sourceId`: an id, or a reference that is not resolved yet. */
  readonly sourceName: SourceName;
  /** Returns the declared fields of the source behind a reference. Absent if ids are known. */
  readonly soughtSource?: (sourceId: string) => SoughtSource | undefined;
  /** Returns the line that declares the object with an address. Absent if the input is not a folder of a stack. */
  readonly lineOf?: (address: string) => CodeLine | undefined;
}

/** Fields of a configuration that identify a source on the server. */
export type SoughtSource = Readonly<Partial<Record<"id" | "name" | "kind", string>>>;

export interface ReadObject {
  /** Address in the configuration, or id on the server. */
  readonly address: string;
  readonly fields: ApiFields;
}

export function watchedIn(
  { dashboards, savedSearches }: Pick<Contents, "dashboards" | "savedSearches">,
  alert: ReadObject,
): WatchedObject<ReadObject> {
  return watchedObject(alert.fields, (name) =>
    [...dashboards, ...savedSearches].find(({ address }) => address === name),
  );
}

export function alertsOn(board: ReadObject, { alerts }: Contents): readonly ApiFields[] {
  return alerts.map(({ fields }) => fields).filter(({ dashboardId }) => dashboardId === board.address);
}

/** Returns the alerts whose tile or chart is not in the contents. No drawing shows them. */
export function unplacedAlerts(contents: Contents): readonly ReadObject[] {
  return contents.alerts.filter((alert) => {
    const { kind, tile, config } = watchedIn(contents, alert);
    return kind !== "saved_search" && (kind === "tile" ? tile : config) === undefined;
  });
}

function chartOf({ chartConfig }: ApiFields): ApiFields | undefined {
  return isFields(chartConfig) ? chartConfig : undefined;
}

/** Title of the drawing for alerts with a separate chart, which have no dashboard. */
const INLINE_CHARTS = "alerts with inline charts";
const WIDTH = 8;
const HEIGHT = 6;

/** Adds a dashboard with the charts of inline alerts as tiles, so that a drawing shows them. */
export function withChartsAsTiles(contents: Contents): Contents {
  const inlineAlerts = contents.alerts.filter(({ fields }) => chartOf(fields));
  if (inlineAlerts.length === 0) {
    return contents;
  }
  const tiles = inlineAlerts.map(({ address, fields }, index) => ({
    id: address,
    name: chartOf(fields)?.name ?? fields.displayName ?? fields.name ?? address,
    x: (index % 3) * WIDTH,
    y: Math.floor(index / 3) * HEIGHT,
    w: WIDTH,
    h: HEIGHT,
    config: chartOf(fields),
  }));
  const alerts = contents.alerts.map((each) =>
    chartOf(each.fields)
      ? { ...each, fields: { ...each.fields, dashboardId: INLINE_CHARTS, tileId: each.address } }
      : each,
  );
  const board = { address: INLINE_CHARTS, fields: { name: "Alerts with inline charts", tiles } };
  return { ...contents, alerts, dashboards: [...contents.dashboards, board] };
}

const DASHBOARD = objectShapeOf(dashboard);
const TILE = objectShapeOf(tileField);
const ALERT = objectShapeOf(alert);
const SAVED_SEARCH = objectShapeOf(savedSearch);

/** Converts Terraform's attributes of a dashboard: tiles as a list in reading order, each with its key as `id`. */
export function dashboardOf(address: string, attributes: ApiFields): ReadObject {
  const { tiles, ...fields } = declared(DASHBOARD, attributes);
  if (isSensitive(tiles)) {
    return { address, fields: { ...fields, tiles } };
  }
  const keyed = Object.entries((tiles ?? {}) as Readonly<Record<string, ApiFields>>).map(([key, each]) => ({
    ...(isSensitive(each) ? { name: each, config: each } : (toApi(TILE, each) as ApiFields)),
    id: key,
  }));
  const inReadingOrder = keyed.sort(
    (a: ApiFields, b: ApiFields) => Number(a.y) - Number(b.y) || Number(a.x) - Number(b.x),
  );
  return { address, fields: { ...fields, tiles: inReadingOrder } };
}

/** Returns a dashboard's attributes with one of its tiles, because a conversion of all tiles takes long. */
export function withOnlyTile(attributes: ApiFields, key: string): ApiFields {
  const { tiles } = attributes;
  return isFields(tiles) ? { ...attributes, tiles: { [key]: ownValue(tiles, key) } } : attributes;
}

/** Converts Terraform's attributes of an alert. The functions return the addresses of its tile and its saved search. */
export function alertOf(
  address: string,
  attributes: ApiFields,
  tileOf: (tileId: string) => TilePlace | undefined = () => undefined,
  searchOf: (savedSearchId: string) => string | undefined = () => undefined,
): ReadObject {
  const fields = declared(ALERT, attributes);
  const tile = tileOf(String(fields.tileId));
  return { address, fields: withWatchedNames(fields, tile, searchOf(String(fields.savedSearchId))) };
}

export function savedSearchOf(address: string, attributes: ApiFields): ReadObject {
  return { address, fields: toApi(SAVED_SEARCH, declared(SAVED_SEARCH, attributes)) as ApiFields };
}

/** Converts attributes. Unknown values are absent in a plan and texts in a configuration. Sensitive values stay hidden. */
function declared(shape: CompoundShape, attributes: ApiFields): ApiFields {
  return fromAttributes(shape, attributes, isSensitive) as ApiFields;
}

/** Replaces references to sources by their ids, for a configuration without a plan. */
export async function withSourceIds(contents: Contents, client: Client): Promise<Contents> {
  const { records: sources } = await client.sources.readShown();
  const names = new Map(sources.map(({ id, name }) => [id, name]));
  const resolved = (fields: ApiFields): ApiFields => {
    const sought = typeof fields.sourceId === "string" ? contents.soughtSource?.(fields.sourceId) : undefined;
    const isSought = (source: ApiFields) =>
      sought && Object.entries(sought).every(([field, value]) => source[field] === value);
    const [found, ...others] = sources.filter(isSought);
    return found === undefined || others.length > 0 ? fields : { ...fields, sourceId: found.id };
  };
  const board = (fields: ApiFields): ApiFields => ({
    ...fields,
    tiles: apiFieldsIn(fields.tiles).map((tile) =>
      isFields(tile.config) ? { ...tile, config: resolved(tile.config) } : tile,
    ),
  });
  return {
    ...contents,
    dashboards: contents.dashboards.map(({ address, fields }) => ({ address, fields: board(fields) })),
    savedSearches: contents.savedSearches.map(({ address, fields }) => ({ address, fields: resolved(fields) })),
    alerts: contents.alerts.map((each) => {
      const chart = chartOf(each.fields);
      return chart ? { ...each, fields: { ...each.fields, chartConfig: resolved(chart) } } : each;
    }),
    sourceName: (id) => names.get(id) ?? contents.sourceName(id),
  };
}

/** References of the configuration in one argument of a resource. Empty for a literal. */
export function referencesOf(plan: PlanJson, resource: ResourceChange, argument: string): readonly string[] {
  const expression = ownValue(argumentsOf(plan, resource), argument);
  const references = isFields(expression) ? expression.references : undefined;
  return Array.isArray(references) ? references.map(String) : [];
}

export function isInConfiguration(plan: PlanJson, resource: ResourceChange, argument: string): boolean {
  return Object.hasOwn(argumentsOf(plan, resource), argument);
}

function argumentsOf(plan: PlanJson, { module_address: address, type, name }: ResourceChange) {
  const module = moduleOf(plan.configuration?.root_module, address);
  return module?.resources?.find((declared) => declared.address === `${type}.${name}`)?.expressions ?? {};
}

/** Returns the module of an address such as `module.team["a"].module.checkout`. */
function moduleOf(root: ConfigurationModule | undefined, address = ""): ConfigurationModule | undefined {
  const names = [...address.matchAll(/(?:^|\.)module\.([\w-]+)(?:\[[^[\]]*\])?/g)].map(([, name]) => name ?? "");
  return names.reduce((module, name) => ownValue(module?.module_calls ?? {}, name)?.module, root);
}
