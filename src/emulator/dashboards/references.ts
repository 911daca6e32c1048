import { isDeepStrictEqual } from "node:util";
import type { StoredConfig, StoredDashboard, StoredTile } from "../state";
import type { Store } from "../store";
import { type PlaceInContainer, placementProblems, type StoredContainer } from "./containers";
import { echoConfig } from "./echo";

/** What a body refers to: tiles with the config they will be stored with, filters, and the containers in force. */
interface Referring {
  tiles: readonly (PlaceInContainer & { id?: string; config: StoredConfig })[];
  filters: readonly { sourceId: string }[];
  containers: readonly StoredContainer[];
}

/** The first reference error of docs/internals/api-behavior.md 4.9, or undefined. `existing` is the dashboard a PUT replaces. */
export function referenceProblem(body: Referring, store: Store, existing?: StoredDashboard): string | undefined {
  const placement = placementProblems(body.tiles, body.containers);
  if (placement.length > 0) return placement.join("; ");
  const all = body.tiles.map((tile) => tile.config);
  const fresh = body.tiles.filter((tile) => !isUnchanged(tile, existing)).map((tile) => tile.config);
  const checks: [string, string[]][] = [
    ["Could not find the following source IDs: ", missingSources(all, body.filters, store)],
    ["Could not find the following connection IDs: ", missingConnections(all, store)],
    ["The following source IDs do not match the specified connections: ", mismatches(all, store)],
    ["Heatmap tiles require a Trace source. The following source IDs are not Trace sources: ", heatmaps(fresh, store)],
    [
      "Tiles with formulas require a Metric, Log, or Trace source. The following source IDs are not formula-capable: ",
      formulaSources(fresh, store),
    ],
    ["Could not find the following onClick dashboard IDs: ", missingDashboards(all, store)],
    ["The following onClick search source IDs are not log or trace sources: ", searchTargets(all, store)],
  ];
  const failed = checks.find(([, ids]) => ids.length > 0);
  return failed && failed[0] + [...new Set(failed[1])].join(", ");
}

/** A tile that comes back as it was sent, or as it was shown. */
function isUnchanged(tile: { id?: string; config: StoredConfig }, existing?: StoredDashboard): boolean {
  const stored: StoredTile | undefined = existing?.tiles.find((one) => one.id === tile.id);
  const shown = (config: StoredConfig) => echoConfig(config, {});
  return stored !== undefined && isDeepStrictEqual(shown(stored.config), shown(tile.config));
}

/** Source ids are compared as text: an upper-case id is not found. */
const kindOf = (id: string, store: Store): string | undefined =>
  store.sources.all().find((source) => source.id === id)?.kind;

const text = (value: unknown): string[] => (typeof value === "string" ? [value] : []);

function clickTargets(configs: readonly StoredConfig[], type: string): string[] {
  return configs.flatMap(({ onClick }) => {
    if (!isClick(onClick) || onClick.type !== type || onClick.target?.mode !== "id") return [];
    return text(onClick.target.id);
  });
}

function isClick(value: unknown): value is { type: string; target?: { mode: string; id?: string } } {
  return typeof value === "object" && value !== null && "type" in value;
}

function missingSources(configs: readonly StoredConfig[], filters: Referring["filters"], store: Store): string[] {
  const named = [
    ...configs.flatMap((config) => text(config.sourceId)),
    ...filters.map((filter) => filter.sourceId),
    ...clickTargets(configs, "search"),
  ];
  return named.filter((id) => kindOf(id, store) === undefined);
}

function missingConnections(configs: readonly StoredConfig[], store: Store): string[] {
  const known = new Set(store.connections.all().map((connection) => connection.id));
  return configs.flatMap((config) => text(config.connectionId)).filter((id) => !known.has(id));
}

function mismatches(configs: readonly StoredConfig[], store: Store): string[] {
  return configs.flatMap(({ sourceId, connectionId }) => {
    const source = store.sources.all().find((one) => one.id === sourceId);
    return source && typeof connectionId === "string" && source.connection !== connectionId ? [source.id] : [];
  });
}

function heatmaps(configs: readonly StoredConfig[], store: Store): string[] {
  return configs
    .filter((config) => config.displayType === "heatmap")
    .flatMap((config) => text(config.sourceId))
    .filter((id) => kindOf(id, store) !== "trace");
}

function formulaSources(configs: readonly StoredConfig[], store: Store): string[] {
  return configs
    .filter(({ formulas }) => Array.isArray(formulas) && formulas.length > 0)
    .flatMap((config) => text(config.sourceId))
    .filter((id) => !["metric", "log", "trace"].includes(kindOf(id, store) ?? ""));
}

const missingDashboards = (configs: readonly StoredConfig[], store: Store): string[] =>
  clickTargets(configs, "dashboard").filter((id) => store.dashboards.get(id) === undefined);

const searchTargets = (configs: readonly StoredConfig[], store: Store): string[] =>
  clickTargets(configs, "search").filter((id) => !["log", "trace"].includes(kindOf(id, store) ?? ""));

const alertable = new Set(["line", "stacked_bar", "number"]);

/** Whether a tile is of a kind that alerts make sense on (docs/internals/api-behavior.md 3.8). */
const isAlertable = (tile: StoredTile): boolean =>
  alertable.has(String(tile.config.displayType)) && tile.config.configType !== "promql";

/** Deletes the alerts of tiles that are gone or are of a kind without alerts (docs/internals/api-behavior.md 3.10). */
export function dropOrphanedAlerts(dashboard: StoredDashboard, store: Store): void {
  const kept = new Set(dashboard.tiles.filter(isAlertable).map((tile) => tile.id));
  store.alerts.removeWhere(
    (alert) => alert.source === "tile" && alert.dashboardId === dashboard.id && !kept.has(alert.tileId ?? ""),
  );
}
