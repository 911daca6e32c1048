import type { Fields } from "../../schema/field";
import { listOf, type Refuse, withoutEmpty } from "./body";

/** A tile in the deprecated form, with `series` instead of a configuration (docs/internals/api-behavior.md 4.11). */
export function isSeriesTile({ series, config }: Fields): boolean {
  return Array.isArray(series) && config === undefined;
}

/** The same tile with a configuration. */
export function configTileOfSeries({ series, asRatio, ...tile }: Fields, place: string, refuse: Refuse): Fields {
  const items = listOf(series);
  const types = new Set(items.map(({ type }) => type));
  if (types.size > 1) refuse(`${place}.series`, "All series of a tile have one type. Make two tiles of it.");
  return { ...tile, config: configOf(items, asRatio === true && items.length === 2) };
}

function configOf(items: readonly Fields[], asRatio: boolean): Fields {
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
        select: [selectItem(first)],
        numberFormat: first.numberFormat,
      });
    default:
      return withoutEmpty({
        displayType: type === "table" ? "table" : (first.displayType ?? "line"),
        sourceId,
        select: items.map(selectItem),
        groupBy: Array.isArray(first.groupBy) && first.groupBy.length > 0 ? first.groupBy.join(",") : undefined,
        numberFormat: items.find(({ numberFormat }) => numberFormat)?.numberFormat,
        asRatio: asRatio || undefined,
      });
  }
}

function selectItem({ aggFn, level, field, alias, where, whereLanguage, metricDataType, metricName }: Fields): Fields {
  return withoutEmpty({
    aggFn,
    level,
    valueExpression: field,
    alias,
    where,
    whereLanguage,
    metricType: metricDataType,
    metricName,
  });
}
