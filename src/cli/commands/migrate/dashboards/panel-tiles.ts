import type { DeclaredFields } from "../../../../declaration/field";
import { splitColumns } from "../../../../split-columns";
import { expectedError } from "../../../terminal/exit";
import type { Panel } from "../input/dashboards";
import type { Query } from "../input/query";
import { objectAt, objectsAt, textAt, textsAt } from "../input/value";
import { LeftOutError } from "../migrated";
import { clausesOf } from "../sql/clauses";
import type { SqlColumn } from "../sql/columns";
import { sqlName } from "../sql/outer-query";
import { linksOf, lostOptions, numberFormatOf, optionAt, withUsedOverrides } from "./fields";
import { type PanelQuery, type PanelScope, panelQuery } from "./queries";
import {
  type ColumnRoles,
  isSingleRow,
  isSortedBy,
  outerStatement,
  reducedValue,
  rolesOf,
  sameColumn,
  unpivoted,
} from "./statement";
import { variablesIn, withValues } from "./variables";

type Kind = "line" | "number" | "table" | "pie" | "bar";

/** Kinds of tiles by the type of the panel. All other panels become tables. */
const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ["line", /^(?:timeseries|graph|candlestick)$/],
  ["number", /^(?:stat|singlestat|gauge)$/],
  ["pie", /^(?:grafana-)?piechart(?:-panel)?$/],
  ["bar", /^(?:bargauge|barchart)$/],
];

/** Calculations by their names in the old panel type `singlestat`. Other names did not change. */
const CALCULATIONS = new Map(Object.entries({ "": "lastNotNull", current: "lastNotNull", avg: "mean", total: "sum" }));

/** Matches columns that are assumed to contain numbers. */
const NUMBER_NAMES = /(?:port|code|status|hour|day|week|month|year|id|level|version|protocol)$/i;

/** Maximum number of number tiles in the place of one panel. */
const MAX_NUMBERS = 6;

/** A tile before the options of fields are applied. */
interface Part extends PanelQuery {
  readonly displayType: Kind | "stacked_bar";
  /** Text after the title, if a panel becomes several tiles. */
  readonly suffix?: string;
}

/** Converts a panel into tiles. Throws `LeftOutError` if there is none. */
export function panelTiles(panel: Panel, scope: PanelScope) {
  if (panel.type === "text") {
    return textTile(panel, scope);
  }
  const visible = panel.queries.filter(({ isHidden }) => !isHidden);
  const [own, others] = [true, false].map((isOwn) => visible.filter(({ plugin }) => (plugin !== "other") === isOwn));
  const kind = KINDS.find(([, types]) => types.test(panel.type))?.[0] ?? "table";
  const first = tileQueries(panel, own ?? [], scope, kind === "line");
  const isOverTime = kind === "line" || (panel.type === "barchart" && hasTimeAxis(panel, first.loaded));
  const { loaded, reasons } = isOverTime && kind !== "line" ? tileQueries(panel, own ?? [], scope, true) : first;
  const parts = isOverTime ? timeParts(panel, loaded) : groupParts(panel, loaded, kind);
  const fields = loaded.flatMap((each) => each.fields);
  const used = loaded.every(({ columns }) => columns) ? withUsedOverrides(panel, fields) : panel;
  const tiles = parts.map((part) => tileOf(used, part, parts.length > 1 ? fields : [], scope));
  const drawn = `Grafana draws a panel of the type ${panel.type}; ClickStack has a ${parts[0]?.displayType} tile.`;
  const differences = [
    /^(?:candlestick|gauge)$/.test(panel.type) || (kind === "table" && !/^table/.test(panel.type)) ? drawn : "",
    others?.length
      ? `Grafana also shows the queries ${others.map(({ refId }) => refId).join(", ")} of other data sources.`
      : "",
    tiles.length > 1 ? `Grafana shows one panel; ClickStack shows ${tiles.length} tiles.` : "",
    sparklineLost(panel, loaded),
    ...reasons,
    ...tiles.flatMap((tile) => tile.differences),
    ...lostOptions(used, fields),
  ];
  return { tiles, differences };
}

/** Returns a sentence if Grafana draws a line behind a number; otherwise an empty text. */
function sparklineLost(panel: Panel, loaded: readonly PanelQuery[]): string {
  const mode = optionAt(panel, "options.graphMode") || optionAt(panel, "sparkline.show") || panel.type;
  const isOn = panel.type.endsWith("stat") && ["area", "line", "true", "stat"].includes(mode);
  const isDrawn = isOn && loaded.some((each) => rolesOf(each)?.time && !isSingleRow(each));
  return isDrawn ? "Grafana draws the values over time behind the number; ClickStack does not." : "";
}

function textTile(panel: Panel, { variables }: PanelScope) {
  const [content = "", mode] = ["content", "mode"].map(
    (name) => optionAt(panel, `options.${name}`) || optionAt(panel, name),
  );
  if (mode === "html") {
    throw new LeftOutError("The text of the panel is HTML, which ClickStack does not show.");
  }
  const text = withValues(content, variables);
  const markdown = mode === "code" ? `\`\`\`\n${text}\n\`\`\`` : text;
  const config: DeclaredFields = { displayType: "markdown", markdown };
  const hasNames = variablesIn(text).some((name) => variables.has(name));
  const lost = "Grafana shows the value of a variable in the text; ClickStack shows its name before version 2.40.";
  return { tiles: [{ name: panel.title, config }], differences: hasNames ? [lost] : [] };
}

/** Returns the queries that can be converted, and the reasons of the others. */
function tileQueries(panel: Panel, queries: readonly Query[], scope: PanelScope, isOverTime: boolean) {
  const reasons: [refId: string, reason: string][] = [];
  const loaded = queries.flatMap((query) => {
    try {
      return [panelQuery(panel, query, scope, isOverTime)];
    } catch (error) {
      reasons.push([query.refId, expectedError(error, LeftOutError).message]);
      return [];
    }
  });
  if (loaded.length === 0) {
    const isHidden = panel.queries.length > 0 && panel.queries.every((query) => query.isHidden);
    const reason = isHidden ? "only hidden queries" : "no visible query on ClickHouse";
    throw new LeftOutError(reasons[0]?.[1] ?? `The panel has ${panel.queries.length === 0 ? "no query" : reason}.`);
  }
  return { loaded, reasons: reasons.map(([refId, reason]) => `The query ${refId} is left out. ${reason}`) };
}

/** @param elsewhere the columns that other tiles can show */
function tileOf(panel: Panel, part: Part, elsewhere: readonly SqlColumn[], { context }: PanelScope) {
  const { displayType, sql, suffix, connectionId, query, columns = [] } = part;
  // A table shows all numbers in its format, also those in columns of unknown types.
  const possible = columns.filter(({ kind }) => kind === "unknown" || kind === "number");
  const values = displayType === "table" ? possible : (rolesOf(part)?.values ?? possible);
  const { numberFormat, differences } = numberFormatOf(panel, values, elsewhere);
  const links = linksOf(panel, columns, displayType === "table");
  const hasFilters = sql.includes("$__filters");
  const sourceId = hasFilters
    ? context.sourceOf(`${textAt(query.model, "database")}.${textAt(query.model, "table")}`)
    : undefined;
  const isLine = displayType === "line";
  const config = {
    ...{ displayType, configType: "sql", connectionId, sqlTemplate: sql },
    ...(sourceId && { sourceId }),
    ...(numberFormat && { numberFormat }),
    ...((isLine || displayType === "stacked_bar") && { fillNulls: false }),
    ...(isLine && !hasMinimum(panel) && { fitYAxisToData: true }),
    ...(links.urlTemplate && { onClick: { type: "external", urlTemplate: links.urlTemplate } }),
  };
  const lost =
    hasFilters && !sourceId ? ["The table of the tile has no source, so that no ad hoc filter applies to it."] : [];
  const name = suffix ? `${panel.title} (${suffix})`.trim() : panel.title;
  return { name, config, differences: [...part.differences, ...differences, ...links.differences, ...lost] };
}

function hasMinimum(panel: Panel): boolean {
  return ["min", "custom.axisSoftMin"].some((name) => optionAt(panel, `fieldConfig.defaults.${name}`) !== "");
}

/** Returns the parts of each query, with its ref id in the title if there are several. */
function partsOf(loaded: readonly PanelQuery[], partsOfOne: (each: PanelQuery) => readonly Part[]): readonly Part[] {
  const suffixOf = ({ query, suffix = "" }: Part) => (loaded.length > 1 ? `${query.refId} ${suffix}`.trim() : suffix);
  return loaded.flatMap(partsOfOne).map((each) => ({ ...each, suffix: suffixOf(each) }));
}

/** Returns the query as a part with further differences. */
function part(each: PanelQuery, displayType: Part["displayType"], ...notes: readonly (string | false)[]): Part {
  const differences = [...each.differences, ...notes.filter((note) => typeof note === "string")];
  return { ...each, displayType, differences };
}

/** Returns true if a bar chart has bars over time. */
function hasTimeAxis(panel: Panel, loaded: readonly PanelQuery[]): boolean {
  const axis = optionAt(panel, "options.xField");
  const isAxis = ({ kind, name }: SqlColumn) => (axis === "" ? kind === "time" || kind === "text" : name === axis);
  return loaded.every(({ columns }) => columns?.find(isAxis)?.kind === "time");
}

function timeParts(panel: Panel, loaded: readonly PanelQuery[]): readonly Part[] {
  const stacking = optionAt(panel, "fieldConfig.defaults.custom.stacking.mode") || optionAt(panel, "options.stacking");
  const isOfShares = stacking === "percent" || optionAt(panel, "percentage") === "true";
  const isStacked = stacking === "normal" || isOfShares || optionAt(panel, "stack") === "true";
  const style = optionAt(panel, "fieldConfig.defaults.custom.drawStyle");
  const hasBars = panel.type === "barchart" || style === "bars" || optionAt(panel, "bars") === "true";
  const isTransformed = objectsAt(panel.model, "transformations").length > 0;
  const joined = unionOf(panel, loaded, true);
  return partsOf(joined ? [joined] : loaded, (each) => {
    const { time, labels = [], values = [] } = rolesOf(each) ?? {};
    if (values.length > 0 && !time && !each.columns?.some(({ kind }) => kind === "unknown")) {
      return [part(each, "table", "The query has no time column, so that the tile is a table.")];
    }
    const isLong = labels.length > 0 && !joined && each.query.format !== "series" && !isTransformed;
    const isUnstacked = hasBars && !isStacked && each.columns?.length !== 2;
    return [
      part(
        each,
        hasBars || isStacked ? "stacked_bar" : "line",
        isStacked && !hasBars && "Grafana stacks lines; ClickStack stacks bars.",
        isOfShares && "Grafana stacks shares of 100 percent; ClickStack stacks the values.",
        isUnstacked && "Grafana does not stack the bars; ClickStack stacks them.",
        isLong && "Grafana draws one series for all texts; ClickStack draws one for each.",
      ),
    ];
  });
}

/** Returns a query whose chosen columns are texts. */
function withTexts(each: PanelQuery, chosen: ReadonlySet<SqlColumn>): PanelQuery {
  const columns = (each.columns ?? []).map((column) => {
    const asText = { kind: "text" as const, expression: `toString(${sqlName(column.name)})` };
    return { ...sameColumn(column), ...(chosen.has(column) && asText) };
  });
  return chosen.size > 0 ? { ...each, ...outerStatement(each, columns) } : each;
}

/** Combines queries into one, whose rows contain the name of their series. Undefined if columns or units differ. */
function unionOf(panel: Panel, loaded: readonly PanelQuery[], isOverTime: boolean): PanelQuery | undefined {
  const [first] = loaded;
  const found = loaded
    .map((each) => ({ each, roles: rolesOf(each) }))
    .filter(({ roles }) => roles?.values.length && (roles.time || !isOverTime));
  const formats = found.map(({ roles }) => JSON.stringify(numberFormatOf(panel, roles?.values ?? [], []).numberFormat));
  const connections = loaded.map((each) => each.connectionId);
  const fits = found.length === loaded.length && [formats, connections].every((each) => new Set(each).size === 1);
  if (first === undefined || loaded.length === 1 || !fits) {
    return undefined;
  }
  const names = found.flatMap(({ roles }) => roles?.values.map(({ name }) => name) ?? []);
  const isDistinct = new Set(names).size === names.length;
  const parts = found.flatMap(({ each, roles }) => {
    const nameOf = ({ name }: SqlColumn) => (isDistinct ? name : `${each.query.refId} ${name}`);
    return roles ? [unpivoted(each, { ...roles, time: isOverTime ? roles.time : undefined }, nameOf)] : [];
  });
  const sql = parts.map((each) => each.sql).join("\nUNION ALL\n");
  return { ...first, sql, columns: parts[0]?.columns, differences: loaded.flatMap(({ differences }) => differences) };
}

function groupParts(panel: Panel, loaded: readonly PanelQuery[], kind: Kind): readonly Part[] {
  const parts = partsOf(loaded, (each) => {
    const named = kind === "number" ? each : withTextNames(panel, each);
    return kind === "table" ? [part(each, kind)] : reducedParts(panel, named, kind);
  });
  const joined = kind === "pie" || kind === "bar" ? unionOf(panel, parts, false) : undefined;
  return joined ? [{ ...part(joined, kind), suffix: "" }] : parts;
}

/** Converts numbers in groups and on the axis of a bar chart to texts. A tile names bars and slices only by texts. */
function withTextNames(panel: Panel, each: PanelQuery): PanelQuery {
  const { columns = [], sql } = each;
  const roles = rolesOf(each);
  const group = clausesOf(sql).find(({ keyword }) => keyword === "GROUP")?.text ?? "";
  const groups = new Set(splitColumns(group.slice("GROUP BY".length)));
  const hasName = roles?.labels.some(({ kind }) => kind !== "time") === true;
  const named = columns.filter(({ name, kind, expression }, index) => {
    const isAxis = name === optionAt(panel, "options.xField");
    const isGroup = isAxis || [name, expression, String(index + 1)].some((key) => groups.has(key));
    const isNumber = NUMBER_NAMES.test(expression) || (isAxis && !roles);
    return isGroup && (kind === "number" ? isAxis || !hasName : kind === "unknown" && isNumber);
  });
  return withTexts(each, new Set(named));
}

/** Returns the tiles of a panel that shows a number for each field, each series or each row. */
function reducedParts(panel: Panel, each: PanelQuery, kind: Kind): readonly Part[] {
  const found = rolesOf(each);
  if (found === undefined || found.values.length === 0) {
    const note = "The query has no column that is known to be a number.";
    return [
      found ? part(each, "table", note) : part(each, kind, `${note} The tile shows the first one of the result.`),
    ];
  }
  const field = optionAt(panel, "options.reduceOptions.fields")
    .replace(/^\/\^|\$\/$/g, "")
    .replaceAll("\\", "");
  const chosen = found.values.filter(({ name }) => name === field);
  const other = each.columns?.find(({ name, kind: type }) => name === field && type !== "number");
  if (kind === "number" && other && chosen.length === 0) {
    const note = `Grafana shows the value of ${field}, which is not a number; ClickStack has a table tile.`;
    return [{ ...part(each, "table", note), ...outerStatement(each, [sameColumn(other)]) }];
  }
  const roles = { ...found, values: chosen.length > 0 ? chosen : found.values };
  const [calculation] = textsAt(objectAt(objectAt(panel.model, "options"), "reduceOptions"), "calcs");
  const reducer = calculation ?? CALCULATIONS.get(optionAt(panel, "valueName")) ?? optionAt(panel, "valueName");
  const shown = shownValues(panel, each);
  const isTransformed = objectsAt(panel.model, "transformations").length > 0;
  const isOneNumber = shown !== "rows" && (shown !== "series" || roles.labels.length === 0);
  if (kind === "number" && isOneNumber && roles.values.length <= MAX_NUMBERS) {
    const [first] = each.columns?.filter(({ kind: type }) => type === "number" || type === "unknown") ?? [];
    const notes = numberNotes(panel, roles, chosen.length > 0);
    return roles.values.map((column) => {
      const isPlain = shown === "one" && column === first;
      const number = isPlain ? each : reducedTo(each, { ...roles, labels: [], values: [column] }, reducer);
      return { ...part(number, "number", ...notes), suffix: roles.values.length > 1 ? column.name : "" };
    });
  }
  const rows = shown === "series" ? reducedTo(each, roles, reducer) : limitedTo(panel, each);
  return [barPart(panel, rows, roles, kind, shown === "fields" && !isTransformed)];
}

/** Returns the differences of a panel that becomes number tiles. */
function numberNotes(panel: Panel, { labels, values }: ColumnRoles, isChosen: boolean): readonly string[] {
  const hasName = values.length === 1 && optionAt(panel, "options.textMode").includes("name");
  const others = labels.filter(({ kind }) => kind === "unknown" && !isChosen);
  const notes = others.map(({ name }) => `Grafana also shows ${name} if it is a number; ClickStack does not.`);
  return hasName ? [...notes, "Grafana shows the name of the value; ClickStack shows only the value."] : notes;
}

/** Returns the kind of values that a panel shows: one row, each row, one value per series, or one value per field. */
function shownValues(panel: Panel, each: PanelQuery) {
  const isPartitioned = objectsAt(panel.model, "transformations").some(({ id }) => id === "partitionByValues");
  const { time } = rolesOf(each) ?? {};
  const isSeries = time && (each.query.format === "series" || isPartitioned);
  const showsAll = panel.type === "barchart" || optionAt(panel, "options.reduceOptions.values") === "true";
  const showsRows = showsAll || (isPartitioned && !time);
  return isSingleRow(each) ? "one" : showsRows ? "rows" : isSeries ? "series" : "fields";
}

/** Returns a query with as many rows as Grafana shows. */
function limitedTo(panel: Panel, each: PanelQuery): PanelQuery {
  const option = optionAt(panel, "options.reduceOptions.limit");
  const limit = /^\d+$/.test(option) ? option : "25";
  const [columns, clauses, rest] = [each.columns ?? [], clausesOf(each.sql), `\nLIMIT ${limit}`];
  const own = /^LIMIT\s+(\d+)\s*$/i.exec(clauses.at(-1)?.text ?? "")?.[1];
  const showsRows = optionAt(panel, "options.reduceOptions.values") === "true" && !isSingleRow(each);
  if (!showsRows || Number(own) <= Number(limit)) {
    return each;
  }
  const isOpen = clauses.every(({ keyword }) => !/^(?:LIMIT|SETTINGS|UNION|INTERSECT|EXCEPT)$/.test(keyword));
  return { ...each, ...(isOpen ? { sql: each.sql + rest } : outerStatement(each, columns.map(sameColumn), rest)) };
}

function barPart(panel: Panel, each: PanelQuery, roles: ColumnRoles, kind: Kind, isOfFields: boolean): Part {
  const isSplit = roles.values.length > 1;
  const shown = isSplit ? { ...each, ...unpivoted(each, { ...roles, time: undefined }) } : each;
  const [value] = rolesOf(shown)?.values ?? [];
  const isSorted = kind === "pie" || (value !== undefined && isSortedBy(shown, value, true));
  return part(
    shown,
    kind === "number" ? "bar" : kind,
    kind === "number" && "Grafana shows several numbers; ClickStack shows bars.",
    isOfFields && "Grafana shows a value for each column of numbers; ClickStack shows one for each row.",
    !isSorted && "Grafana keeps the order of the rows; ClickStack sorts the bars by size.",
    isSplit && panel.type === "barchart" && "Grafana groups the bars of a row; ClickStack shows each bar separately.",
  );
}

/** Returns a query with one row for each series, or with one row if there are no texts. */
function reducedTo(each: PanelQuery, { time, labels, values }: ColumnRoles, reducer: string): PanelQuery {
  const reducedBy = (id: string, name: string) => reducedValue(id, sqlName(name), time && sqlName(time.name));
  const columns = values.map((column) => ({
    ...sameColumn(column),
    expression: reducedBy(reducer, column.name) ?? reducedBy("lastNotNull", column.name) ?? sqlName(column.name),
  }));
  const by = labels.length > 0 ? `\nGROUP BY ${labels.map(({ name }) => sqlName(name)).join(", ")}` : "";
  const lost =
    reducedBy(reducer, "") === undefined ? [`Grafana calculates ${reducer}; ClickStack shows the last value.`] : [];
  return {
    ...each,
    ...outerStatement(each, [...labels.map(sameColumn), ...columns], by),
    differences: [...each.differences, ...lost],
  };
}
