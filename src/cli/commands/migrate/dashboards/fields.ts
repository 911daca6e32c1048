import { isJsonObject } from "../../../../client/json";
import { ownValue } from "../../../../own-values";
import type { NumberFormat } from "../../../../resources/declared-types";
import { countText } from "../../../terminal/text-options";
import type { Panel } from "../input/dashboards";
import { type Json, objectAt, objectsAt, textAt, textsAt } from "../input/value";
import type { SqlColumn } from "../sql/columns";

/** Units of Grafana with the numeric unit of ClickStack, by the output. */
const NUMERIC = {
  byte: `bytes:bytes_iec bytes_iec:bytes_iec decbytes:bytes_si bits:bits_iec decbits:bits_si kbytes:kibibytes
    deckbytes:kilobytes mbytes:mebibytes decmbytes:megabytes gbytes:gibibytes decgbytes:gigabytes tbytes:tebibytes
    dectbytes:terabytes pbytes:pebibytes decpbytes:petabytes`,
  data_rate: `pps:packets_sec binBps:bytes_sec_iec Bps:bytes_sec_si binbps:bits_sec_iec bps:bits_sec_si
    KiBs:kibibytes_sec KBs:kilobytes_sec Kibits:kibibits_sec Kbits:kilobits_sec MiBs:mebibytes_sec MBs:megabytes_sec
    Mibits:mebibits_sec Mbits:megabits_sec GiBs:gibibytes_sec GBs:gigabytes_sec Gibits:gibibits_sec Gbits:gigabits_sec`,
  throughput: "cps:cps ops:ops reqps:rps rps:reads_sec wps:wps iops:iops cpm:cpm opm:opm rpm:rpm_reads wpm:wpm",
};
const SECONDS = "s:1 ms:0.001 µs:1e-6 ns:1e-9 m:60 h:3600 d:86400 dtdurationms:0.001";
const CURRENCIES = "USD:$ EUR:€ GBP:£ INR:₹ JPY:¥ CNY:¥ KRW:₩ BRL:R$ RUB:₽ UAH:₴ BTC:฿";
const SUFFIXES = `percent:% celsius:°C fahrenheit:°F kelvin:K watt:W kwatt:kW watth:Wh kwatth:kWh volt:V amp:A hertz:Hz
  rotrpm:rpm humidity:%H lengthm:m lengthkm:km degree:° velocityms:m/s velocitykmh:km/h pressurehpa:hPa eps:events/s`;

const formatsOf = (text: string, formatOf: (value: string) => NumberFormat, prefix = "") =>
  text.split(/\s+/).map((pair) => [`${prefix}${pair.split(":")[0]}`, formatOf(pair.split(":")[1] ?? "")] as const);

const FORMATS: ReadonlyMap<string, NumberFormat> = new Map<string, NumberFormat>([
  ["short", { output: "number", average: true }],
  ["none", { output: "number" }],
  ["", { output: "number" }],
  ["locale", { output: "number", thousandSeparated: true }],
  ["percentunit", { output: "percent" }],
  ["dtdurations", { output: "time" }],
  ...Object.entries(NUMERIC).flatMap(([output, text]) => formatsOf(text, (numericUnit) => ({ output, numericUnit }))),
  ...formatsOf(SECONDS, (factor) => ({ output: "duration", factor: Number(factor) })),
  ...formatsOf(CURRENCIES, (currencySymbol) => ({ output: "currency", currencySymbol }), "currency"),
  ...formatsOf(SUFFIXES, (unit) => ({ output: "number", unit })),
]);

/** Number of decimals where Grafana chooses it by the value. ClickStack would round, such as 1,400 to `1k`. */
const DEFAULT_DECIMALS = 2;

/** Matches an expression whose values are whole numbers, such as `countIf(a)`. */
const COUNT = /^(?:count|uniq)\w*\((?:[^()]|\([^()]*\))*\)$/i;

/** Units of texts, times and states, which have no number format. */
const NO_NUMBER = /^(?:string$|dateTime|time:|bool)/;

/** Returns the option of a panel at a path such as `options.content`; empty for objects and missing values. */
export function optionAt({ model }: Panel, path: string): string {
  const value = path
    .split(".")
    .reduce<unknown>((json, name) => (isJsonObject(json) ? ownValue<unknown>(json, name) : undefined), model);
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";
}

/** An option of all fields (`*`), of one field, or of some fields that another matcher selects. */
interface Property {
  readonly field: string | undefined;
  readonly id: string;
  readonly value: unknown;
  /** The value, its type or its mode as text. */
  readonly text: string;
}

/** Returns the options of fields in the order in which they apply. */
function propertiesOf(panel: Panel): readonly Property[] {
  const config = objectAt(panel.model, "fieldConfig");
  const defaults = objectAt(config, "defaults");
  const property = (field: string | undefined, id: string, value: unknown): Property => {
    const object = objectAt({ value }, "value");
    return { field, id, value, text: textAt({ value }, "value") || textAt(object, "type") || textAt(object, "mode") };
  };
  // A graph of old versions has one axis on each side. Other old panels have a format without an axis.
  const [axis = panel.model] = objectsAt(panel.model, "yaxes");
  const { format: unit, decimals, min, max, logBase, label } = axis;
  const scale = Number(logBase) > 1 ? "log" : "";
  const old = { unit, decimals, min, max, "custom.scaleDistribution": scale, "custom.axisLabel": label };
  const series = objectsAt(panel.model, "seriesOverrides").flatMap(({ yaxis, transform }) => [
    property(undefined, "custom.axisPlacement", yaxis === 2 ? "right" : ""),
    property(undefined, "custom.transform", transform),
  ]);
  const custom = Object.entries(objectAt(defaults, "custom")).map(
    ([name, value]) => [`custom.${name}`, value] as const,
  );
  return [
    ...[...Object.entries(old), ...Object.entries(defaults), ...custom].map(([id, value]) => property("*", id, value)),
    ...series,
    ...objectsAt(config, "overrides").flatMap((override) => {
      const matcher = objectAt(override, "matcher");
      const field = matcher.id === "byName" ? textAt(matcher, "options") : undefined;
      return objectsAt(override, "properties").map((each) => property(field, textAt(each, "id"), each.value));
    }),
  ];
}

/**
 * Returns the number format of a tile with some columns, and a sentence for each field with another unit.
 * @param elsewhere the columns that other tiles can show
 */
export function numberFormatOf(panel: Panel, columns: readonly SqlColumn[], elsewhere: readonly SqlColumn[]) {
  const properties = propertiesOf(panel);
  const lastOf = (id: string) =>
    new Map(
      properties.flatMap(({ field, text, ...each }, at) =>
        each.id === id && text !== "" ? [[field, { at, text }]] : [],
      ),
    );
  const lasts = { unit: lastOf("unit"), decimals: lastOf("decimals") };
  const last = (id: keyof typeof lasts, fields: readonly string[]) =>
    fields.flatMap((field) => lasts[id].get(field) ?? []).reduce((a, b) => (b.at > a.at ? b : a), { at: -1, text: "" })
      .text;
  const renamed = properties.filter(({ id }) => id === "displayName").reverse();
  const originals = new Map(renamed.map(({ text, field }) => [text, field]));
  const names = columns.map(({ name }) => [name, originals.get(name) ?? name]);
  const formats = names.map((own) => [last("unit", ["*", ...own]), last("decimals", ["*", ...own])]);
  const isOne = new Set(formats.map((each) => each.join(" "))).size === 1;
  const [unit = "", decimals = ""] = (isOne && formats[0]) || [last("unit", ["*"]), last("decimals", ["*"])];
  const fieldsOf = (isOf: (property: Property) => boolean) =>
    new Set(properties.filter(isOf).map(({ field }) => field));
  const hidden = fieldsOf(isHiding);
  const withUnit = fieldsOf(({ id }) => id === "unit");
  const own = new Set<string | undefined>(names.flat());
  const others = new Set<string | undefined>(elsewhere.map(({ name }) => name));
  const isElsewhere = ({ field }: Property) => (others.has(field) && !own.has(field)) || hidden.has(field);
  const lost = properties.flatMap((each) => {
    const { id, field, text } = each;
    const isUnit = id === "unit" && ![unit, unit || "none", "string"].includes(text);
    const hasDecimals = id === "decimals" && text !== decimals && !withUnit.has(field);
    const isOther = field !== "*" && (isUnit || hasDecimals) && !isElsewhere(each);
    const format = isUnit ? `in the unit ${text}` : `with ${countText(Number(text), "decimal")}`;
    const shown = `${field ?? "some fields"} ${format}`;
    return isOther ? [`Grafana shows ${shown}; a tile has one number format.`] : [];
  });
  const other: NumberFormat = { output: "number", unit: unit.replace(/^(?:suffix|prefix|count|si|currency):?/, "") };
  const isPlain = NO_NUMBER.test(unit) || (/^(?:none)?$/.test(unit) && decimals === "");
  const format = FORMATS.get(unit) ?? other;
  const isCount = unit === "short" && columns.length > 0 && columns.every(({ expression }) => COUNT.test(expression));
  const mantissa = Math.round(Number.isFinite(Number(decimals || undefined)) ? Number(decimals) : DEFAULT_DECIMALS);
  const isAdaptive = decimals === "" && /^(?:duration|time)$/.test(format.output);
  const numberFormat: NumberFormat =
    isCount && decimals === ""
      ? { output: "number", thousandSeparated: true }
      : { ...format, ...(!isAdaptive && { mantissa }) };
  return {
    numberFormat: isPlain ? undefined : numberFormat,
    differences: [
      ...(NO_NUMBER.test(unit) ? [`Grafana shows the format ${unit}; ClickStack shows the value as it is.`] : []),
      ...lost,
    ],
  };
}

/** Returns a panel without overrides of names that no query returns. Texts and transformations cause other names. */
export function withUsedOverrides(panel: Panel, columns: readonly SqlColumn[]): Panel {
  const fieldConfig = objectAt(panel.model, "fieldConfig");
  const isNamed = ({ kind, name, hasAlias }: SqlColumn) =>
    ["time", "number"].includes(kind) && (hasAlias || /^\w+$/.test(name));
  const isKnown = columns.every(isNamed) && objectsAt(panel.model, "transformations").length === 0;
  const names = new Set(columns.map(({ name }) => name));
  const overrides = objectsAt(fieldConfig, "overrides").filter((override) => {
    const matcher = objectAt(override, "matcher");
    const text = textAt(matcher, "options");
    // Grafana can write another name before that of the column.
    const starts = [0, text.indexOf(" ") + 1, text.lastIndexOf(" ") + 1];
    const isUsed = starts.some((start) => names.has(text.slice(start)));
    return matcher.id !== "byName" || !(panel.type.startsWith("table") || isKnown) || isUsed;
  });
  return { ...panel, model: { ...panel.model, fieldConfig: { ...fieldConfig, overrides } } };
}

/** Returns the names and hidden columns of overrides as a transformation. */
export function overridesAsTransformation(panel: Panel): Json {
  const columnProperties = propertiesOf(panel).filter(({ field }) => field !== undefined && field !== "*");
  const renameByName = Object.fromEntries(
    columnProperties.filter(({ id }) => id === "displayName").map(({ field, text }) => [field, text]),
  );
  const excludeByName = Object.fromEntries(columnProperties.filter(isHiding).map(({ field }) => [field, true]));
  return { id: "organize", options: { renameByName, excludeByName } };
}

function isHiding({ id, value }: Property): boolean {
  return id === "custom.hidden" || id === "custom.hideFrom.viz"
    ? value === true
    : id === "custom.hideFrom" && objectAt({ value }, "value").viz === true;
}

/** Returns the difference of a kind of cells, if it has colors or drawings. */
function lossOfCells({ text }: Property): string | false {
  const isDrawn = ["basic", "gauge", "gradient-gauge", "lcd-gauge", "sparkline"].includes(text);
  return (isDrawn || text.startsWith("color-")) && `${isDrawn ? "draws" : "colors"} values of some columns`;
}

/**
 * Descriptions of options that no tile has and that change the meaning of a panel. Each continues a sentence that
 * starts with "Grafana".
 */
const LOSSES: Readonly<Record<string, (property: Property, isColumn: boolean) => string | false>> = {
  mappings: ({ value }) => Array.isArray(value) && value.length > 0 && "shows texts or colors instead of some values",
  noValue: ({ text }) => text !== "" && `shows "${text}" without data`,
  "custom.transform": ({ text }) => text === "negative-Y" && "draws some values below zero",
  "custom.scaleDistribution": ({ text }) => text === "log" && "has a logarithmic axis",
  "custom.hidden": (property, isColumn) => !isColumn && isHiding(property) && "hides some fields",
  "custom.hideFrom.viz": (property, isColumn) => !isColumn && isHiding(property) && "hides some series",
  "custom.hideFrom": (property, isColumn) => !isColumn && isHiding(property) && "hides some series",
  "custom.axisPlacement": ({ field, text }) =>
    field !== "*" && !/^(?:auto|)$/.test(text) && "draws some fields on another axis",
  "custom.cellOptions": lossOfCells,
  "custom.displayMode": lossOfCells,
  "custom.axisLabel": ({ text }) => text !== "" && `labels the axis "${text}"`,
  min: ({ text }) => !/^0?$/.test(text) && `begins the axis at ${text}`,
  max: ({ text }) => text !== "" && `ends the axis at ${text}`,
  displayName: ({ field, text }, isColumn) =>
    !isColumn &&
    !/^(?:\$\{__field\.|$)/.test(text) &&
    `names ${field === "*" ? "all fields" : (field ?? "some fields")} "${text}"`,
};

/** Returns a sentence for each option of a panel that no tile has and that changes the meaning. */
export function lostOptions(panel: Panel, columns: readonly SqlColumn[]): readonly string[] {
  const hasAxis = /^(?:graph|timeseries|trend|barchart)$/.test(panel.type);
  const properties = propertiesOf(panel).filter(({ id }) => hasAxis || !/^(?:min|max|custom\.axis\w+)$/.test(id));
  const names = new Set<string | undefined>(columns.map(({ name }) => name));
  const lost = properties.map((each) => ownValue(LOSSES, each.id)?.(each, names.has(each.field)));
  const colors = isColored(panel, properties) && "shows thresholds by colors or lines";
  const options = objectAt(panel.model, "options");
  const own = objectAt(options, "legend");
  const legend = own.showLegend === false || own.displayMode === "hidden" ? {} : own;
  const isOldLegend = optionAt(panel, "legend.values") === "true" && optionAt(panel, "legend.show") !== "false";
  const hasValues = textsAt(legend, "calcs").length > 0 || isOldLegend;
  const shares = [...textsAt(options, "displayLabels"), ...textsAt(legend, "values")];
  const all = [
    ...lost,
    colors,
    hasValues && "shows calculated values in the legend",
    panel.type === "piechart" && shares.includes("percent") && "shows percentages",
    optionAt(panel, "nullPointMode") === "null as zero" && "draws missing values as 0",
    optionAt(panel, "options.footer.show") === "true" && "shows totals below the table",
    optionAt(panel, "transform") === "timeseries_to_columns" && "shows a column for each series",
    optionAt(panel, "transform") === "timeseries_aggregations" && "shows calculated values of each series",
  ];
  return [...new Set(all.filter((each) => typeof each === "string"))].map(
    (text) => `Grafana ${text}; ClickStack does not.`,
  );
}

/** Returns true if a panel uses edited thresholds. A new panel is green below 80 and red from 80. */
function isColored({ type, model }: Panel, properties: readonly Property[]): boolean {
  const has = (id: string, value: RegExp) => properties.some((each) => each.id === id && value.test(each.text));
  const isEdited = properties.some(({ id, value }) => {
    const [, ...steps] = id === "thresholds" ? objectsAt(objectAt({ value }, "value"), "steps") : [];
    return steps.some((step) => step.color !== "red" || step.value !== 80);
  });
  const isByDefault = /^(?:stat|gauge|bargauge)$/.test(type) && !has("color", /^(?!thresholds|$)/);
  const isChosen = type !== "table" && (has("color", /^thresholds$/) || has("custom.thresholdsStyle", /^(?!off|$)/));
  const isOfGraph = type === "graph" && objectsAt(model, "thresholds").length > 0;
  return isOfGraph || (isEdited && (isByDefault || isChosen));
}

/** Returns the first usable link of a table as a template, with sentences for the other links of the panel. */
export function linksOf(panel: Panel, columns: readonly SqlColumn[], isTable: boolean) {
  const links = propertiesOf(panel).flatMap(({ id, field, value }) =>
    id === "links" ? objectsAt({ value }, "value").map((link) => ({ link, field })) : [],
  );
  const templates = links.map(({ link, field }) =>
    isTable ? urlTemplateOf(textAt(link, "url"), field, columns) : undefined,
  );
  const urlTemplate = templates.find((template) => template !== undefined);
  const lost = links.filter((_, index) => urlTemplate === undefined || templates[index] !== urlTemplate);
  const queryLinks = panel.queries.flatMap(({ model }) => objectsAt(objectAt(model, "dataLinks"), "queryTemplates"));
  const panelLinks = [...objectsAt(panel.model, "links"), ...queryLinks].map((link) => ({ link, field: "*" }));
  const differences = [...lost, ...panelLinks].map(({ link, field = "some fields" }) => {
    const title = textAt(link, "title", "name") || textAt(link, "url");
    return `Grafana has the link "${title}"${field === "*" ? "" : ` of ${field}`}; the tile does not.`;
  });
  return { urlTemplate, differences };
}

/** Returns an address with the columns of a row; undefined if it is relative or needs something else. */
function urlTemplateOf(url: string, field = "", columns: readonly SqlColumn[]): string | undefined {
  const text = url.replace(/\$\{__[^$}]*\}/g, (reference) => {
    const key = reference.replace(/^\$\{__data\.fields\.?|["[\]}]/g, "");
    const isValue = /^\$\{__value\.(?:raw|text)/.test(reference);
    const name = isValue ? field : /^\d+$/.test(key) ? (columns[Number(key)]?.name ?? "") : key;
    const isUsable = /^[^[\]{}]+$/.test(name) && columns.some((each) => each.name === name);
    return !isUsable ? "$" : /^\w+$/.test(name) ? `{{${name}}}` : `{{[${name}]}}`;
  });
  return /^https?:\/\/[^$]+$/.test(text) ? text : undefined;
}
