import type { Fields } from "../../schema/field";
import { isFields, listOf, type Refuse, withoutEmpty } from "./body";

/** A tile as the UI exports it, which keeps its title in the configuration; the API keeps it in the tile. */
export function isUiTile({ name, config }: Fields): boolean {
  return name === undefined && isFields(config);
}

/** The API's form of a tile that the UI exported. What only the UI knows is refused, unless it changes nothing. */
export function apiTileOfUi({ config, ...tile }: Fields, place: string, refuse: Refuse): Fields {
  const { name = "", alert, ...rest } = config as Fields;
  if (isFields(alert)) {
    refuse(
      `${place}.config.alert`,
      "An alert is a resource of its own: declare an Alert on this tile, and leave it out here.",
    );
  }
  return { ...tile, name, config: apiConfig(withoutEmpty(rest), `${place}.config`, refuse) };
}

function apiConfig(config: Fields, place: string, refuse: Refuse): Fields {
  if (config.configType === "promql") {
    refuse(place, "The API can neither show nor keep a tile in PromQL. Take it out of the body.");
    return { displayType: "markdown" };
  }
  const { source, connection, displayType = "line", ...rest } = config;
  const kind = { displayType, ...(source !== undefined && { sourceId: source }) };
  if (config.configType === "sql") return { ...kind, ...commonFields(rest), connectionId: connection };
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

/** The server's default for `fillNulls` is the UI's 0. The dashboard as a whole decides on the granularity. */
function commonFields({ fillNulls, granularity: _, ...rest }: Fields): Fields {
  return { ...rest, ...(fillNulls === false && { fillNulls }) };
}

function chartFields(config: Fields, place: string, refuse: Refuse): Fields {
  const { select, where, whereLanguage: _, groupBy, orderBy, having, havingLanguage: __, ...rest } = config;
  const { seriesReturnType, limit, filters, ...common } = commonFields(rest);
  if (where !== undefined && where !== "") {
    refuse(`${place}.where`, "The API knows no condition of a whole chart. Move it into the condition of each value.");
  }
  if (Array.isArray(filters) && filters.length > 0) {
    refuse(`${place}.filters`, "The API knows no filters of a chart. Move them into the condition of each value.");
  }
  return withoutEmpty({
    ...common,
    select: listOf(select).map(selectItem),
    groupBy: textOfList(groupBy, "valueExpression"),
    orderBy: textOfList(orderBy, "valueExpression"),
    having: having === "" ? undefined : having,
    asRatio: seriesReturnType === "ratio" ? true : undefined,
    limit: isFields(limit) ? limit.limit : limit,
  });
}

function selectItem({ aggFn = "none", aggCondition, aggConditionLanguage, isDelta, ...item }: Fields): Fields {
  return withoutEmpty({
    ...item,
    aggFn,
    where: aggCondition,
    whereLanguage: aggConditionLanguage,
    periodAggFn: isDelta === true ? "delta" : undefined,
  });
}

function heatmapItem({ valueExpression, countExpression, heatmapScaleType }: Fields): Fields {
  return withoutEmpty({ valueExpression, countExpression, heatmapScaleType });
}

/** What a tile that the UI exported says and the API has no place for, though the tile is much the same without it. */
export function lossOfUi({ config }: Fields, place: string): readonly string[] {
  const { displayType, limit } = config as Fields;
  if (displayType !== "table" || limit === undefined || limit === null) return [];
  return [`${place}.config.limit: The API has no limit of a table, so that it shows all rows. It is left out.`];
}

/** A list of columns as one text, `a, b DESC`; an empty one is left out. */
function textOfList(value: unknown, column: string): string | undefined {
  const texts = Array.isArray(value)
    ? value.map((each) => (isFields(each) ? [each[column], each.ordering].filter(Boolean).join(" ") : String(each)))
    : [value ?? ""];
  return texts.join(", ") || undefined;
}
