import { comparedFormat } from "./chart-values";
import { type ApiFields, apiFieldsIn, isFields, isSensitive, shownText } from "./dashboard-fields";
import { COLUMNS } from "./flaws";
import { alertText, queryText, type SourceName } from "./texts";

/** Position of a tile: columns and rows of the grid, from 0. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** An alert as the badge of its tile shows it. */
export interface DrawnAlert {
  readonly name?: string;
  /** Condition in short, such as `≥ 100 in 5m`. */
  readonly condition: string;
}

export type TileChange = "added" | "removed" | "changed";

export interface DrawnTile extends Place {
  /** Id or key of the tile, by which two drawings of a dashboard are compared. */
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  /** The query in one line; not shortened. */
  readonly query: string;
  readonly alerts: readonly DrawnAlert[];
  /** The configuration as it was given, for comparisons and series. */
  readonly config: ApiFields;
  readonly change?: TileChange;
  /** Draws the tile's series as a fragment of SVG into a box of this size, in pixels. */
  readonly chart?: (width: number, height: number) => string;
  /** Draws the tile's series for a terminal: one row with this number of letters. */
  readonly sparkline?: (width: number) => string;
}

/** One grid: the dashboard itself, a container, or one tab of a container. */
export interface DrawnSection {
  /** Title of the container and tab; absent for the dashboard itself. */
  readonly title?: string;
  readonly tiles: readonly DrawnTile[];
}

export interface DrawnDashboard {
  readonly title: string;
  /** Labels of the filters, such as `Environment (2 options)`; absent without filters. */
  readonly filters?: readonly string[];
  readonly sections: readonly DrawnSection[];
}

/** Input of a drawing in addition to the dashboard. */
interface DrawnWith {
  /** Alerts to show. Alerts on tiles of other dashboards are left out. */
  readonly alerts?: readonly ApiFields[];
  readonly sourceName?: SourceName;
}

/** Converts a dashboard of the API for drawing: tiles in their sections, as text. Missing values are drawn as empty. */
export function drawnDashboard(dashboard: ApiFields, { alerts = [], sourceName }: DrawnWith = {}): DrawnDashboard {
  const byTile = new Map<unknown, ApiFields[]>(alerts.map(({ tileId }) => [tileId, []]));
  for (const alert of alerts) {
    byTile.get(alert.tileId)?.push(alert);
  }
  const draw = (tile: ApiFields) => drawnTile(tile, byTile, sourceName);
  // If the tiles are sensitive, one placeholder replaces them all.
  const tiles = isSensitive(dashboard.tiles)
    ? [{ name: dashboard.tiles, config: dashboard.tiles, w: COLUMNS, h: 4 }]
    : apiFieldsIn(dashboard.tiles);
  const sections = sectionsOf(apiFieldsIn(dashboard.containers)).map(({ title, holds }) => ({
    ...(title !== undefined && { title }),
    tiles: tiles.filter(holds).map(draw),
  }));
  const filters = isSensitive(dashboard.filters) ? [String(dashboard.filters)] : filterTexts(dashboard.filters);
  return {
    title: shownText(dashboard.name) ?? "(no name)",
    ...(filters.length > 0 && { filters }),
    sections: sections.filter(({ tiles }) => tiles.length > 0),
  };
}

function filterTexts(filters: unknown): readonly string[] {
  return apiFieldsIn(filters).map(({ name, options, minSelections }) => {
    const notes = [
      ...(Array.isArray(options) ? [`${options.length} ${options.length === 1 ? "option" : "options"}`] : []),
      ...(Number(minSelections) > 0 ? ["required"] : []),
    ];
    return `${shownText(name) ?? "(no name)"}${notes.length > 0 ? ` (${notes.join(", ")})` : ""}`;
  });
}

interface Section {
  readonly title?: string;
  holds(tile: ApiFields): boolean;
}

/** Returns the dashboard's own grid first, then containers in their order, one section per tab. */
function sectionsOf(containers: readonly ApiFields[]): readonly Section[] {
  const known = new Set(containers.map(({ id }) => id));
  const own: Section = { holds: ({ containerId }) => !known.has(containerId) };
  return [own, ...containers.flatMap(containerSections)];
}

function containerSections(container: ApiFields): readonly Section[] {
  const name = shownText(container.title) ?? String(container.id);
  const tabs = apiFieldsIn(container.tabs);
  const inContainer = ({ containerId }: ApiFields) => containerId === container.id;
  if (tabs.length === 0) {
    return [{ title: name, holds: inContainer }];
  }
  // A tile without a tab is shown in the first one.
  return tabs.map((tab, index) => ({
    title: `${name} › ${shownText(tab.title) ?? String(tab.id)}`,
    holds: (tile) =>
      inContainer(tile) && (tile.tabId === tab.id || (index === 0 && !tabs.some(({ id }) => id === tile.tabId))),
  }));
}

function drawnTile(
  tile: ApiFields,
  alerts: ReadonlyMap<unknown, readonly ApiFields[]>,
  sourceName?: SourceName,
): DrawnTile {
  const config = configOf(tile);
  const id = String(tile.id ?? "");
  return {
    id,
    title: shownText(tile.name) ?? "(no title)",
    x: numberOf(tile.x, 0),
    y: numberOf(tile.y, 0),
    w: numberOf(tile.w, 1),
    h: numberOf(tile.h, 1),
    kind: `${String(config.displayType ?? "?")}${config.configType === "sql" ? " (SQL)" : ""}`,
    query: queryText(tile.config, sourceName),
    config,
    alerts: (id === "" ? [] : (alerts.get(id) ?? [])).map((alert) => drawnAlert(alert, comparedFormat(config))),
  };
}

function configOf({ config }: ApiFields): ApiFields {
  if (isSensitive(config)) {
    return { displayType: config };
  }
  return isFields(config) ? config : {};
}

function drawnAlert(alert: ApiFields, format: ApiFields | undefined): DrawnAlert {
  const name = shownText(alert.name);
  return { ...(name !== undefined && { name }), condition: alertText(alert, format) };
}

function numberOf(value: unknown, least: number): number {
  return typeof value === "number" && Number.isFinite(value) ? Math.max(least, value) : least;
}
