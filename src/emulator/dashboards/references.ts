import { isDeepStrictEqual } from "node:util";
import type { StoredConfig, StoredDashboard, StoredTile } from "../state";
import type { Store } from "../store";
import { findPlacementProblems, type PlaceInContainer, type StoredContainer } from "./containers";
import { echoConfig } from "./echo";
import type { FilterBody } from "./filters";

/** A tile with the config to store. A tile of the deprecated form also has the sources of its series. */
interface ReferringTile extends PlaceInContainer {
  id?: string;
  config: StoredConfig;
  seriesSources?: readonly string[];
}

/** The parts of a body with references: tiles, filters and the containers in effect. */
interface Referring {
  tiles: readonly ReferringTile[];
  filters: readonly Pick<FilterBody, "type" | "sourceId">[];
  containers: readonly StoredContainer[];
}

/** Returns the first invalid reference (order: docs/internals/api-behavior.md 4.9). A PUT replaces `existing`. */
export function findReferenceProblem(body: Referring, store: Store, existing?: StoredDashboard): string | undefined {
  const placement = findPlacementProblems(body.tiles, body.containers);
  if (placement.length > 0) {
    return placement.join("; ");
  }
  const storedTile = ({ id }: ReferringTile) => existing?.tiles.find((one) => one.id === id);
  const all = configsOf(body.tiles);
  const fresh = configsOf(body.tiles.filter((tile) => !isUnchanged(tile, storedTile(tile))));
  // IDs of sources are compared as text, so an upper-case ID is not found.
  const sources = new Map(store.sources.all().map((source) => [source.id, source]));
  const isOfKind = (id: string, ...kinds: readonly string[]) => kinds.includes(sources.get(id)?.kind ?? "");
  const connections = new Set(store.connections.all().map(({ id }) => id));
  const labels = body.filters.filter(({ type }) => type === "PROMETHEUS_LABEL");
  const named = [...body.tiles.flatMap(sourcesOfTile), ...textsOf(body.filters, "sourceId")];
  const searched = clickTargets(all, "search");
  const heatmaps = body.tiles.filter((tile) => isHeatmap(tile.config) && !isSameHeatmap(tile, storedTile(tile)));
  const computed = fresh.filter(({ formulas }) => Array.isArray(formulas) && formulas.length > 0);
  const mismatched = all.filter(({ sourceId, connectionId }) => {
    const source = sources.get(String(sourceId));
    return source && typeof connectionId === "string" && source.connection !== connectionId;
  });
  const checks: [string, string[]][] = [
    ["Could not find the following source IDs: ", distinct(named.filter((id) => !sources.has(id)))],
    [
      "Could not find the following connection IDs: ",
      distinct(textsOf(all, "connectionId").filter((id) => !connections.has(id))),
    ],
    ["The following source IDs do not match the specified connections: ", textsOf(mismatched, "sourceId")],
    [
      "Heatmap tiles require a Trace source. The following source IDs are not Trace sources: ",
      distinct(textsOf(configsOf(heatmaps), "sourceId").filter((id) => !isOfKind(id, "trace"))),
    ],
    [
      "Tiles with formulas require a Metric, Log, or Trace source. The following source IDs are not formula-capable: ",
      distinct(textsOf(computed, "sourceId").filter((id) => !isOfKind(id, "metric", "log", "trace"))),
    ],
    [
      "Prometheus label filters require a PromQL source. The following source IDs are not PromQL sources: ",
      distinct(textsOf(labels, "sourceId").filter((id) => !isOfKind(id, "promql"))),
    ],
    [
      "Could not find the following onClick dashboard IDs: ",
      distinct(clickTargets(all, "dashboard").filter((id) => store.dashboards.get(id) === undefined)),
    ],
    [
      "The following onClick search source IDs are not log or trace sources: ",
      distinct(searched.filter((id) => !isOfKind(id, "log", "trace"))),
    ],
  ];
  const failed = checks.find(([, ids]) => ids.length > 0);
  return failed && failed[0] + failed[1].join(", ");
}

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)];

const configsOf = (tiles: readonly ReferringTile[]): StoredConfig[] => tiles.map(({ config }) => config);

/** Returns the sources of a tile: those of its series or its config, and then that of its click. */
function sourcesOfTile({ config, seriesSources }: ReferringTile): readonly string[] {
  return [...(seriesSources ?? textsOf([config], "sourceId")), ...clickTargets([config], "search")];
}

const isHeatmap = ({ displayType }: StoredConfig): boolean => displayType === "heatmap";

/** Returns true for an existing heatmap whose source does not change. The kind of the source may have changed. */
const isSameHeatmap = ({ config }: ReferringTile, stored?: StoredTile): boolean =>
  stored !== undefined && isHeatmap(stored.config) && stored.config.sourceId === config.sourceId;

/** Returns true for a tile that equals the stored form or the returned form. */
const isUnchanged = ({ config }: ReferringTile, stored?: StoredTile): boolean =>
  stored !== undefined && isDeepStrictEqual(echoConfig(stored.config, {}), echoConfig(config, {}));

const textsOf = (records: readonly Readonly<StoredConfig>[], field: string): string[] =>
  records.map((record) => record[field]).filter((value) => typeof value === "string");

function clickTargets(configs: readonly StoredConfig[], type: string): string[] {
  const clicks = configs.map(({ onClick }) => onClick as { type: string; target?: StoredConfig } | undefined | null);
  const targets = clicks.flatMap((click) =>
    click?.type === type && click.target?.mode === "id" ? [click.target] : [],
  );
  return textsOf(targets, "id");
}

/** Display types of tiles that can have alerts (docs/internals/api-behavior.md 3.8). */
const ALERTABLE: readonly unknown[] = ["line", "stacked_bar", "number"];

/** Deletes the alerts of tiles that were deleted or cannot have alerts (docs/internals/api-behavior.md 3.10). */
export function dropOrphanedAlerts(dashboard: StoredDashboard, store: Store): void {
  const alertable = dashboard.tiles.filter(
    ({ config }) => ALERTABLE.includes(config.displayType) && config.configType !== "promql",
  );
  const kept = new Set(alertable.map(({ id }) => id));
  store.alerts.removeWhere(
    (alert) => alert.source === "tile" && alert.dashboardId === dashboard.id && !kept.has(alert.tileId ?? ""),
  );
}
