import type { Switches } from "../options";
import type { StoredConfig, StoredDashboard } from "../state";
import { fieldsOfItem, hueName, isResponseLevel } from "./chart-fields";
import { resolvePlace } from "./containers";
import { echoFilter } from "./filters";
import { fieldsOfConfig, isRawSql } from "./tile-config";

/** Selects how select items are returned: repaired, or as stored by an old server. */
type EchoOptions = Pick<Partial<Switches>, "legacyLeftovers">;

/** Returns a dashboard as a response shows it, with the defaults of docs/internals/api-behavior.md 4.1, 4.6, 4.7. */
export function echoDashboard(dashboard: StoredDashboard, options: EchoOptions): Record<string, unknown> {
  const { containers } = dashboard;
  return withoutUndefined({
    id: dashboard.id,
    name: dashboard.name,
    // The API cannot express PromQL tiles, which are made in the UI.
    tiles: dashboard.tiles
      .filter(({ config }) => config.configType !== "promql")
      .map(({ id, name, x, y, w, h, config, ...place }) => {
        const frame = { id, name, x, y, w, h };
        return { ...frame, config: echoConfig(config, options), ...resolvePlace(place, containers ?? []) };
      }),
    tags: dashboard.tags ?? [],
    filters: (dashboard.filters ?? []).map(echoFilter),
    savedQuery: dashboard.savedQuery ?? null,
    savedQueryLanguage: dashboard.savedQueryLanguage ?? null,
    savedFilterValues: dashboard.savedFilterValues ?? [],
    containers: containers && containers.length > 0 ? containers : undefined,
  });
}

export function echoConfig(config: StoredConfig, options: EchoOptions): StoredConfig {
  const displayType = String(config.displayType);
  const shown = pick(config, fieldsOfConfig(config));
  if (isRawSql(config)) {
    const defaults = TIME_CHARTS.includes(displayType) ? { fillNulls: true } : {};
    return { displayType, ...defaults, ...shown, ...recolor(shown) };
  }
  return withoutUndefined({ displayType, ...shown, ...builderEcho(displayType, shown, options), ...recolor(shown) });
}

const TIME_CHARTS = ["line", "stacked_bar"];
const WITH_RATIO = [...TIME_CHARTS, "table"];
const WITH_FORMULAS = [...WITH_RATIO, "number"];
const WITH_SERIES = [...WITH_FORMULAS, "pie", "bar"];
const WITH_CONDITION = ["heatmap", "search", "event_patterns"];

/** Returns the repaired fields of a response, and the fields that it adds. */
function builderEcho(displayType: string, config: StoredConfig, options: EchoOptions): StoredConfig {
  const items: readonly StoredConfig[] = Array.isArray(config.select) ? config.select : [];
  const formulas = nonEmpty(config.formulas);
  return {
    ...(displayType === "event_patterns" && { select: config.select ?? "" }),
    ...(WITH_CONDITION.includes(displayType) && withCondition(config)),
    ...(WITH_SERIES.includes(displayType) && { select: items.map((item) => echoItem(item, options)) }),
    ...(WITH_RATIO.includes(displayType) && { asRatio: config.asRatio === true && items.length === 2 }),
    ...(WITH_FORMULAS.includes(displayType) && {
      formulas,
      showOperandSeries: formulas && config.showOperandSeries,
    }),
    ...(TIME_CHARTS.includes(displayType) && { fillNulls: config.fillNulls !== false }),
    ...(displayType === "number" && { colorRules: nonEmpty(config.colorRules) }),
    ...(displayType === "markdown" && { markdown: config.markdown ?? "" }),
  };
}

const withCondition = (config: StoredConfig): StoredConfig => ({
  where: config.where ?? "",
  whereLanguage: config.whereLanguage ?? "lucene",
});

function echoItem(item: StoredConfig, options: EchoOptions): StoredConfig {
  return withoutUndefined({
    ...pick(item, fieldsOfItem),
    valueExpression: item.valueExpression ?? "",
    ...withCondition(item),
    ...(options.legacyLeftovers ? {} : repair(item)),
  });
}

/** Current servers hide a level that the write schema rejects, and the expression of a count. */
function repair(item: StoredConfig): StoredConfig {
  const level = item.aggFn === "quantile" && isResponseLevel(item.level) ? item.level : undefined;
  return item.aggFn === "count" ? { level, valueExpression: "" } : { level };
}

function recolor(config: StoredConfig): StoredConfig {
  const { color, backgroundChart, colorRules } = config;
  return withoutUndefined({
    color: typeof color === "string" ? hueName(color) : undefined,
    backgroundChart: isRecord(backgroundChart) ? withHue(backgroundChart) : undefined,
    colorRules: nonEmpty(colorRules)?.map((rule) => (isRecord(rule) ? withHue(rule) : rule)),
  });
}

function withHue(value: StoredConfig): StoredConfig {
  return typeof value.color === "string" ? { ...value, color: hueName(value.color) } : value;
}

const isRecord = (value: unknown): value is StoredConfig => typeof value === "object" && value !== null;

const nonEmpty = (value: unknown): unknown[] | undefined =>
  Array.isArray(value) && value.length > 0 ? value : undefined;

function pick(from: StoredConfig, keys: readonly string[]): StoredConfig {
  return Object.fromEntries(keys.filter((key) => from[key] != null).map((key) => [key, from[key]]));
}

function withoutUndefined(record: StoredConfig): StoredConfig {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
