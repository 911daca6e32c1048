import { fromApi } from "../../../declaration/api-form";
import { type DeclaredFields, isObject } from "../../../declaration/field";
import { validate } from "../../../declaration/validate";
import { toWritableConfig } from "../../../declaration/writable-config";
import { isKnownIdForm } from "../../../id-forms";
import { type BodyReading, declaredFields, listOf, type Refuse, withoutEmpty } from "./body";
import { type References, TILE_SHAPE, withReferences } from "./references";

/** The deprecated form has `series` instead of a configuration (docs/internals/api-behavior.md 4.11). */
function isSeriesTile({ series, config }: DeclaredFields): boolean {
  return Array.isArray(series) && config === undefined;
}

function configTileOfSeries(
  { series, asRatio, ...tile }: DeclaredFields,
  place: string,
  refuse: Refuse,
): DeclaredFields {
  const items = listOf(series);
  const types = new Set(items.map(({ type }) => type));
  if (types.size > 1) {
    refuse(`${place}.series`, "All series of a tile must have the same type. Split the tile into two.");
  }
  return { ...tile, config: configOf(items, asRatio === true && items.length === 2) };
}

function configOf(items: readonly DeclaredFields[], asRatio: boolean): DeclaredFields {
  const [first = {}] = items;
  const { type, sourceId, where, whereLanguage } = first;
  switch (type) {
    case "markdown":
      return { displayType: "markdown", markdown: first.content };
    case "search":
      return withoutEmpty({
        displayType: "search",
        sourceId,
        select: Array.isArray(first.fields) ? first.fields.join(", ") : "",
        where,
        whereLanguage,
      });
    case "number":
      return withoutEmpty({
        displayType: "number",
        sourceId,
        select: [seriesSelectItem(first)],
        numberFormat: first.numberFormat,
      });
    default:
      return withoutEmpty({
        displayType: type === "table" ? "table" : (first.displayType ?? "line"),
        sourceId,
        select: items.map(seriesSelectItem),
        groupBy: Array.isArray(first.groupBy) && first.groupBy.length > 0 ? first.groupBy.join(",") : undefined,
        numberFormat: items.find(({ numberFormat }) => numberFormat)?.numberFormat,
        asRatio: asRatio || undefined,
      });
  }
}

function seriesSelectItem({
  field: valueExpression,
  metricDataType: metricType,
  ...series
}: DeclaredFields): DeclaredFields {
  const { aggFn, level, alias, where, whereLanguage, metricName } = series;
  return withoutEmpty({ aggFn, level, valueExpression, alias, where, whereLanguage, metricType, metricName });
}

/** Returns true for a tile of a UI export. Its title is in the configuration, not in the tile as in the API. */
function isUiTile({ name, config }: DeclaredFields): boolean {
  return name === undefined && isObject(config);
}

/** Converts a tile of a UI export. Refuses parts that the API does not support, unless they have no effect. */
function apiTileOfUi({ config, ...tile }: DeclaredFields, place: string, refuse: Refuse): DeclaredFields {
  const { name = "", alert, ...rest } = config as DeclaredFields;
  if (isObject(alert)) {
    refuse(
      `${place}.config.alert`,
      "An alert is a separate resource. Declare an Alert on this tile, and remove it here.",
    );
  }
  return { ...tile, name, config: apiConfig(withoutEmpty(rest), `${place}.config`, refuse) };
}

function apiConfig(config: DeclaredFields, place: string, refuse: Refuse): DeclaredFields {
  if (config.configType === "promql") {
    refuse(place, "The API does not support tiles in PromQL. Remove the tile from the body.");
    return { displayType: "markdown" };
  }
  const { source, connection, displayType = "line", ...rest } = config;
  const kind = { displayType, ...(source !== undefined && { sourceId: source }) };
  if (config.configType === "sql") {
    return { ...kind, ...commonFields(rest), connectionId: connection };
  }
  switch (displayType) {
    case "markdown":
      return { displayType, ...(config.markdown !== undefined && { markdown: config.markdown }) };
    case "search":
    case "event_patterns":
      return { ...kind, ...commonFields(rest), select: textOfList(config.select, "valueExpression") ?? "" };
    case "heatmap":
      return { ...kind, ...commonFields(rest), select: listOf(config.select).map(heatmapItem) };
    default:
      return { ...kind, ...chartFields(rest, place, refuse) };
  }
}

/**
 * Removes fields without effect. The server's default for `fillNulls` is the UI's 0. The granularity belongs to the
 * whole dashboard.
 */
function commonFields({ fillNulls, granularity: _, ...rest }: DeclaredFields): DeclaredFields {
  return { ...rest, ...(fillNulls === false && { fillNulls }) };
}

function chartFields(config: DeclaredFields, place: string, refuse: Refuse): DeclaredFields {
  const { select, where, whereLanguage: _, groupBy, orderBy, having, havingLanguage: __, ...rest } = config;
  const { seriesReturnType, limit, filters, ...common } = commonFields(rest);
  if (where !== undefined && where !== "") {
    refuse(
      `${place}.where`,
      "The API does not support a condition of a whole chart. Move it into the condition of each value.",
    );
  }
  if (Array.isArray(filters) && filters.length > 0) {
    refuse(
      `${place}.filters`,
      "The API does not support filters of a chart. Move them into the condition of each value.",
    );
  }
  return withoutEmpty({
    ...common,
    select: listOf(select).map(uiSelectItem),
    groupBy: textOfList(groupBy, "valueExpression"),
    orderBy: textOfList(orderBy, "valueExpression"),
    having: having === "" ? undefined : having,
    asRatio: seriesReturnType === "ratio" ? true : undefined,
    limit: isObject(limit) ? limit.limit : limit,
  });
}

function uiSelectItem({
  aggFn = "none",
  aggCondition,
  aggConditionLanguage,
  isDelta,
  ...item
}: DeclaredFields): DeclaredFields {
  return withoutEmpty({
    ...item,
    aggFn,
    where: aggCondition,
    whereLanguage: aggConditionLanguage,
    periodAggFn: isDelta === true ? "delta" : undefined,
  });
}

function heatmapItem({ valueExpression, countExpression, heatmapScaleType }: DeclaredFields): DeclaredFields {
  return withoutEmpty({ valueExpression, countExpression, heatmapScaleType });
}

/** Returns the parts of a UI export that the API does not support, where the tile is nearly the same without them. */
function lossOfUi({ config }: DeclaredFields, place: string): readonly string[] {
  const { displayType, limit } = config as DeclaredFields;
  if (displayType !== "table" || limit === undefined || limit === null) {
    return [];
  }
  return [
    `${place}.config.limit: The API does not support a row limit. The limit is left out, and the table shows all rows.`,
  ];
}

/** Joins a list of columns to one text, `a, b DESC`; an empty list is left out. */
function textOfList(value: unknown, column: string): string | undefined {
  const texts = Array.isArray(value)
    ? value.map((each) => (isObject(each) ? [each[column], each.ordering].filter(Boolean).join(" ") : String(each)))
    : [value ?? ""];
  return texts.join(", ") || undefined;
}

export interface ReadTile {
  /** Tile key: the `key` in the body, or made from the title. */
  readonly key: string;
  /** The title; empty if the tile has none. */
  readonly name: string;
  /** The parts that can be declared, with the values of the body. */
  readonly declared: DeclaredFields;
  /** Reasons why the tile cannot be declared, each as `place: sentence`; empty if it can. */
  readonly reasons: readonly string[];
  /** Parts that are left out, each as `place: sentence`. */
  readonly losses: readonly string[];
}

/** Reads a tile in any form that the servers and the UI write. */
export function readTile(key: string, tile: DeclaredFields, reading: BodyReading): ReadTile {
  const reasons: string[] = [];
  const refuse: Refuse = (place, sentence) => reasons.push(`${place}: ${sentence}`);
  const place = `tiles.${key}`;
  const declared = declaredFields(TILE_SHAPE, apiTile(tile, place, refuse), place, refuse, reading);
  if (reasons.length === 0) {
    reasons.push(...mistakesIn(declared, place, reading));
  }
  return { key, name: tileTitleOf(tile), declared, reasons, losses: isUiTile(tile) ? lossOfUi(tile, place) : [] };
}

export function tileTitleOf(tile: DeclaredFields): string {
  const { name } = isUiTile(tile) ? (tile.config as DeclaredFields) : tile;
  return typeof name === "string" ? name : "";
}

function apiTile({ id: _, ...tile }: DeclaredFields, place: string, refuse: Refuse): DeclaredFields {
  const inApiForm = isUiTile(tile) ? apiTileOfUi(tile, place, refuse) : tile;
  const { config, ...frame } = isSeriesTile(inApiForm) ? configTileOfSeries(inApiForm, place, refuse) : inApiForm;
  const whole = isObject(config) ? { ...frame, config: toWritableConfig(withoutEmpty(config)) } : frame;
  return fromApi(TILE_SHAPE, whole) as DeclaredFields;
}

/** Placeholder for an id that a look-up will return. */
const LOOKED_UP = Symbol("looked up");

/** Checks a tile before the layout sets its position and look-ups return its ids. */
function mistakesIn(
  { config, ...frame }: DeclaredFields,
  place: string,
  { isToken, placeText }: BodyReading,
): readonly string[] {
  const whole = {
    ...{ name: "", x: 0, y: 0, w: 1, h: 1 },
    ...withoutEmpty(frame),
    config: isObject(config) ? config : {},
  };
  const resolved = withReferences(TILE_SHAPE, whole, WITHOUT_NAMES);
  const issues = validate(TILE_SHAPE, resolved, (value) => value === LOOKED_UP || isToken(value));
  return issues.map(({ path, message }) => `${place}.${placeText(path)}: ${message}`);
}

/** Replaces the name of each object by a placeholder, because a look-up will return its id. */
const WITHOUT_NAMES = {
  source: idOrName,
  connection: idOrName,
  dashboardTarget: (written) => ({ mode: "id", id: idOrName(written) }),
  toVerbatim: (value) => value,
} satisfies References;

function idOrName(written: string): string {
  return written === "" || isKnownIdForm(written) ? written : (LOOKED_UP as unknown as string);
}
