import type { Panel } from "../input/dashboards";
import type { Query } from "../input/query";
import { durationSeconds, type Json, objectAt, objectsAt, textAt } from "../input/value";
import { LeftOutError, type MigrateContext } from "../migrated";
import { withTextLabels } from "../sql/altinity";
import { queryColumns, type SqlColumn } from "../sql/columns";
import { convertSql, type TimeTerms, type VariableUse } from "../sql/convert-sql";
import { withDatabase } from "../sql/database";
import { sqlName } from "../sql/outer-query";
import { optionAt, overridesAsTransformation } from "./fields";
import { isSingleRow, outerStatement, type Statement, sameColumn } from "./statement";
import { transformed } from "./transformations";

/** Facts about the dashboard that the conversion of a panel requires. */
export interface PanelScope {
  readonly context: MigrateContext;
  readonly variables: ReadonlyMap<string, VariableUse>;
}

/** A query of a panel as SQL for a tile. */
export interface PanelQuery extends Statement {
  readonly query: Query;
  readonly connectionId: string;
  /** The columns before overrides rename and hide them. */
  readonly fields: readonly SqlColumn[];
  readonly differences: readonly string[];
}

const [START, END] = ["{startDateMilliseconds:Int64}", "{endDateMilliseconds:Int64}"];

/** Number of time buckets of a tile whose query has no interval. A line tile has the same number. */
const BUCKETS = 60;

function timeTermsOf(panel: Panel, { variables }: PanelScope, isOverTime: boolean) {
  const [from = 0, shift = 0, minimum = 0] = ["timeFrom", "timeShift", "interval"].map((name) => {
    const text = optionAt(panel, name).replace(/^>/, "");
    const use = variables.get(/^\$\{?(\w+)\}?$/.exec(text)?.[1] ?? "");
    return Math.round((durationSeconds(use?.kind === "inline" ? use.values[0] : text) ?? 0) * 1000);
  });
  const ago = (time: string, milliseconds: number) => (milliseconds === 0 ? time : `(${time} - ${milliseconds})`);
  const [start, end] = [from > 0 ? ago(END, from + shift) : ago(START, shift), ago(END, shift)];
  const points = Math.max(0, Math.round(Number(optionAt(panel, "maxDataPoints"))));
  const own = `greatest(${Math.max(minimum, 1000)}, intDiv(${end} - ${start}, ${points || BUCKETS}))`;
  const tileInterval = minimum > 0 ? `greatest({intervalMilliseconds:Int64}, ${minimum})` : undefined;
  const intervalMs = isOverTime && points === 0 ? tileInterval : own;
  const time: TimeTerms = { ...(from + shift > 0 && { range: { start, end } }), ...(intervalMs && { intervalMs }) };
  const unknown = ["timeFrom", "timeShift"].filter(
    (name, index) => optionAt(panel, name) !== "" && [from, shift][index] === 0,
  );
  const differences = unknown.map(
    (name) => `Grafana applies the option ${name} "${optionAt(panel, name)}"; ClickStack does not.`,
  );
  const isShort = isOverTime && from > 0;
  const axis = `Grafana shows only the last ${optionAt(panel, "timeFrom")}; the axis of the tile has the selected range.`;
  return { time, shift, own, differences: isShort ? [...differences, axis] : differences };
}

/** Matches the interval of a tile. ClickStack and Grafana divide the time range into different buckets. */
const INTERVAL = /\$__(?:timeInterval|interval_s)|\{interval(?:Seconds|Milliseconds)\b/;

/** Matches a condition on the selected time range. */
const RANGE = /\$__(?:fromTime|toTime|dt\(|\w+Filter)|DateMilliseconds/;

const ALL_ROWS = "Grafana shows only the selected time range; ClickStack shows all rows of the query.";

const EXTRAPOLATED = "Grafana extrapolates the first and the last point of a series; ClickStack shows their values.";

/** Returns the SQL of a query of a panel. Throws `LeftOutError` if it cannot be converted. */
export function panelQuery(panel: Panel, query: Query, scope: PanelScope, isOverTime: boolean): PanelQuery {
  const { time, shift, own, differences } = timeTermsOf(panel, scope, isOverTime);
  const { connectionId, database } = scope.context.connectionOf(query.datasource);
  const converted = convertSql(query, { time, variables: scope.variables });
  const isSeries = query.plugin === "altinity" && query.format === "series";
  const text = isSeries ? withTextLabels(converted.sql) : converted.sql;
  const sql = database === undefined ? text : withDatabase(text, database);
  const isAlone = isOverTime || panel.queries.filter(({ isHidden }) => !isHidden).length === 1;
  const transformations = objectsAt(panel.model, "transformations").map((each) => ofRows(panel, each));
  const shown = transformed({ sql, columns: queryColumns(sql) }, transformations, isAlone);
  const overrides = overridesAsTransformation(panel);
  const sorted = sortedAsTable(panel, shown.statement, objectAt(objectAt(overrides, "options"), "renameByName"));
  const { statement } = transformed(sorted.statement, [overrides], true);
  const hasBuckets = INTERVAL.test(sql) || sql.includes(own);
  const bucketNotes = hasBuckets ? ["The buckets of the query have another length than in Grafana."] : [];
  const isExtrapolated = isSeries && query.model.extrapolate === true;
  const pointNotes = isExtrapolated && !isSingleRow(statement) ? [EXTRAPOLATED] : [];
  const hasTime = statement.columns?.every(({ kind }) => /^(?:number|text)$/.test(kind)) !== true;
  const rangeNotes = isOverTime && hasTime && panel.type !== "barchart" && !RANGE.test(sql) ? [ALL_ROWS] : [];
  return {
    ...(isOverTime && shift > 0 ? shiftedBack(statement, shift) : statement),
    ...{ query, connectionId, fields: shown.statement.columns ?? [] },
    differences: [converted, shown, sorted]
      .flatMap((each) => each.differences)
      .concat(differences, bucketNotes, pointNotes, rangeNotes),
  };
}

/** Replaces `rowsToFields` by a choice of columns. A panel shows each field as a bar or slice, and a tile each row. */
function ofRows({ type }: Panel, transformation: Json): Json {
  const options = objectAt(transformation, "options");
  const names = ["nameField", "valueField"].map((name) => textAt(options, name));
  const isOfRows = transformation.id === "rowsToFields" && /^(?:bargauge|piechart)$/.test(type) && !names.includes("");
  return isOfRows ? { ...transformation, id: "filterFieldsByName", options: { include: { names } } } : transformation;
}

/** Sorts the rows of logs by time, and those of a table by its options. Grafana ignores a column that does not exist. */
function sortedAsTable(panel: Panel, statement: Statement, names: Json) {
  const time = statement.columns ? statement.columns.find(({ kind }) => kind === "time")?.name : "time";
  const byTime = { displayName: time, desc: optionAt(panel, "options.sortOrder") !== "Ascending" };
  const byColumns = panel.type === "table" ? objectsAt(objectAt(panel.model, "options"), "sortBy") : [];
  const { col, desc: isDescending } = objectAt(panel.model, "sort");
  const old = { displayName: statement.columns?.[Number(col ?? -1)]?.name, desc: isDescending };
  const [{ displayName = "", desc } = old] = panel.type === "logs" ? [byTime] : byColumns;
  const column = statement.columns?.find(({ name }) => (textAt(names, name) || name) === displayName);
  if (displayName === "" || (statement.columns && !column)) {
    return { statement, differences: [] };
  }
  const sorted = transformed(statement, [{ id: "sortBy", options: { sort: [{ field: column?.name, desc }] } }], true);
  const lost = `Grafana sorts the rows by ${displayName}; ClickStack keeps the order of the query.`;
  return { ...sorted, differences: sorted.differences.map(() => lost) };
}

/** Returns the query with its times moved to the selected time range. */
function shiftedBack(statement: Statement, milliseconds: number): Statement {
  const { columns = [] } = statement;
  const time = columns.find(({ kind }) => kind === "time");
  if (time === undefined) {
    throw new LeftOutError("The panel has a time shift, and the time column of its query is not known.");
  }
  const moved = { ...sameColumn(time), expression: `addMilliseconds(${sqlName(time.name)}, ${milliseconds})` };
  return outerStatement(
    statement,
    columns.map((each) => (each === time ? moved : sameColumn(each))),
  );
}
