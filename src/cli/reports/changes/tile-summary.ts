import { fieldsByAttribute } from "../../../declaration/attribute-form";
import { type DeclaredFields, isPresent } from "../../../declaration/field";
import { type CompoundShape, canDrift, isCompound, objectShapeOf, type Shape } from "../../../declaration/shape";
import {
  type ApiFields,
  apiFieldsIn,
  isFields,
  isSensitive,
  placeText,
  queryText,
  type SourceName,
  shownText,
} from "../../../drawing";
import { tileField } from "../../../resources/dashboard/tiles/tile";
import { alert } from "../../../resources/declarations";
import { isContainer, partOf } from "../../engine/concealer";
import { defaultTestFor, nameField } from "./field-changes";
import { wholeText } from "./wording";

const TILE = objectShapeOf(tileField);
const ALERT = objectShapeOf(alert);

/** A part of a declaration with the names of Terraform, and with those of the API. */
type BothForms = { readonly attributes: unknown; readonly fields: ApiFields };

/**
 * Describes a new tile completely, so that different tiles have different texts: kind, title, query, place and all
 * settings that are not the server's default.
 */
export function tileSummary({ attributes, fields }: BothForms, sourceName: SourceName): string {
  const { x, y, w, h, name } = fields;
  const isPlaced = [x, y, w, h].every((each) => typeof each === "number");
  const place = isPlaced ? [placeText({ x: Number(x), y: Number(y), w: Number(w), h: Number(h) })] : [];
  const shown = [
    "name",
    ...(isPlaced ? ["x", "y", "w", "h"] : []),
    ...queryPaths(fields.config, "config.", sourceName),
  ];
  return withSettings(`${kindOf(fields.config)} ${nameText(name)}`, queryText(fields.config, sourceName, "full"), [
    ...place,
    ...settingsOf(TILE, attributes, new Set(shown)),
  ]);
}

export function chartSummary({ attributes, fields }: BothForms, sourceName: SourceName): string {
  const chart = fieldsByAttribute(ALERT).get("chart_config");
  const shown = new Set(queryPaths(fields, "config.", sourceName));
  const settings = chart ? settingsIn(chart.shape, attributes, shown, "config", "config") : [];
  return withSettings(kindOf(fields), queryText(fields, sourceName, "full"), [...settings]);
}

/** Describes an element of a list, such as a filter: its name, if it has one, and its other settings. */
export function elementSummary(shape: CompoundShape, attributes: DeclaredFields): string | undefined {
  const named = nameField(shape);
  return named && withSettings(nameText(attributes[named]), "", [...settingsOf(shape, attributes, new Set([named]))]);
}

function nameText(name: unknown): string {
  return isSensitive(name) ? String(name) : JSON.stringify(name ?? "");
}

/** Joins the parts of a summary. A query of several lines begins on a new line. */
function withSettings(head: string, query: string, settings: readonly string[]): string {
  const others = settings.length > 0 ? ` (${settings.join(", ")})` : "";
  if (query.includes("\n")) {
    return `${head}${others}\n${query}`;
  }
  return query === "" ? `${head}${others}` : `${head}: ${query}${others}`;
}

function kindOf(config: unknown): string {
  if (!isFields(config)) {
    return isSensitive(config) ? String(config) : "tile";
  }
  return `${String(config.displayType ?? "tile")}${config.configType === "sql" ? " (SQL)" : ""}`;
}

/** Returns the attributes that the text of the query contains completely, without indexes. */
function queryPaths(config: unknown, prefix: string, sourceName: SourceName): readonly string[] {
  if (!isFields(config)) {
    return [];
  }
  const items = apiFieldsIn(config.select);
  const areAggregates = items.every(isAggregate);
  const isCovered = {
    display_type: true,
    config_type: true,
    source_id: typeof config.sourceId === "string" && sourceName(config.sourceId) !== undefined,
    sql_template: config.configType === "sql",
    markdown: config.displayType === "markdown",
    where: isWhole(config.where),
    group_by: isWhole(config.groupBy),
    columns: typeof config.select === "string" && isWhole(config.select),
    "select.agg_fn": areAggregates,
    "select.level": areAggregates,
    "select.value_expression": areAggregates,
    "select.metric_name": areAggregates,
    "select.where": items.every(({ where }) => isWhole(where)),
    "select.alias": items.every(({ alias }) => isWhole(alias)),
    "formulas.alias": true,
    "formulas.expression": true,
    // A ratio is written with a slash. Formulas hide it.
    as_ratio: items.length === 2 && apiFieldsIn(config.formulas).length === 0,
  };
  return Object.entries(isCovered).flatMap(([path, covered]) => (covered ? [prefix + path] : []));
}

/** Returns true if the query text contains the whole value. The text trims values and omits empty ones. */
function isWhole(value: unknown): boolean {
  return value === undefined || shownText(value) === value || value === "";
}

/** Returns true if the query text contains the whole aggregate. In the text, a metric replaces the expression. */
function isAggregate({ aggFn, metricName, valueExpression }: ApiFields): boolean {
  const isOne = !shownText(metricName) || !shownText(valueExpression);
  return typeof aggFn === "string" && aggFn !== "none" && isOne && isWhole(valueExpression) && isWhole(metricName);
}

/** @param shown attributes that are described already, without indexes */
function* settingsOf(
  shape: CompoundShape,
  value: unknown,
  shown: ReadonlySet<string>,
  path = "",
  label = "",
): Generator<string> {
  const isDefault = defaultTestFor(shape, value);
  for (const [name, field] of fieldsByAttribute(shape)) {
    const inner = partOf(value, name);
    if (isPresent(inner) && canDrift(field) && !isDefault(name, field) && !shown.has(path + name)) {
      yield* settingsIn(field.shape, inner, shown, path + name, label + name);
    }
  }
}

function* settingsIn(
  shape: Shape,
  value: unknown,
  shown: ReadonlySet<string>,
  path: string,
  label: string,
): Generator<string> {
  const elements = elementsText(shape, value);
  if (elements !== undefined) {
    yield `${label}: ${elements}`;
  } else if (isCompound(shape) && isContainer(value) && !isSensitive(value)) {
    // Every tile has a configuration, so the labels omit `config.`.
    yield* settingsOf(shape, value, shown, `${path}.`, label === "config" ? "" : `${label}.`);
  } else if (shape.kind === "list" && Array.isArray(value) && value.some(isContainer)) {
    for (const [index, item] of value.entries()) {
      yield* settingsIn(shape.item, item, shown, path, value.length === 1 ? label : `${label}[${index}]`);
    }
  } else {
    yield `${label}: ${isSensitive(value) ? String(value) : wholeText(value)}`;
  }
}

/** Returns the text of a list whose elements have names, such as the tabs of a container. */
function elementsText(shape: Shape, value: unknown): string | undefined {
  if (shape.kind !== "list" || !isCompound(shape.item) || !Array.isArray(value) || !nameField(shape.item)) {
    return undefined;
  }
  const { item } = shape;
  return value.map((each) => (isSensitive(each) ? String(each) : elementSummary(item, each))).join(", ");
}
