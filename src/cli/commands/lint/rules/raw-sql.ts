import * as z from "zod";
import { matchesText } from "../../../project/drift-rules";
import { chartsIn, withConfig } from "../charts";
import { lintRule } from "../lint-rule";
import { ALERT_TYPE, DASHBOARD_TYPE, describeObject, type LintedObject } from "../linted-objects";
import { codeOfSql, growingTables, hasTimeRange, hasUnlimitedRows, withClause } from "../sql-text";

const TYPES = [DASHBOARD_TYPE, ALERT_TYPE];

const sqlTimeFilterRule = lintRule({
  id: "sql-time-filter",
  severity: "warn",
  description: "A raw SQL query reads a whole table, because it has no condition on the time.",
  fix: "Add a condition such as `WHERE $__timeFilter(Timestamp)`.",
  limits:
    "The rule accepts a query with one time macro, time parameter or function such as `now()`, even if another table of the query has no condition. It skips `system` tables without history, and generated rows. It does not know other tables of current states: name them in `ignoreTables`.",
  types: TYPES,
  options: z.strictObject({
    ignoreTables: z
      .array(z.string().min(1))
      .default([])
      .describe("Patterns of tables with current states only, such as `k8s_*`."),
  }),
  checkObject: (object, { ignoreTables }) =>
    sqlIn(object).map(({ tile, code }) => {
      const isIgnored = (table: string) => ignoreTables.some((each) => matchesText(each, table));
      return hasTimeRange(code) || growingTables(code).every(isIgnored)
        ? undefined
        : { tile, message: `The query of the ${describeObject(object, tile)} has no time filter.` };
    }),
});

const sqlLimitRule = lintRule({
  id: "sql-limit",
  severity: "warn",
  description: "The raw SQL query of a table tile has no limit, so a browser can receive millions of rows.",
  fix: "Add `LIMIT` to the query.",
  limits:
    "The rule checks only tables, because other tiles show aggregates. It does not see that a group has few values.",
  types: TYPES,
  fixableIf: "the query is one statement that does not end with another clause, such as `SETTINGS`",
  options: z.strictObject({
    limit: z.int().positive().default(1000).describe("Limit that `--fix` adds."),
  }),
  checkObject: (object, { limit }) =>
    sqlIn(object).map(({ tile, config, sql, code }) => {
      if (config.displayType !== "table" || growingTables(code).length === 0 || !hasUnlimitedRows(code)) {
        return undefined;
      }
      const repaired = { ...config, sqlTemplate: withClause(sql, `LIMIT ${limit}`) };
      return {
        tile,
        message: `The query of the ${describeObject(object, tile)} has no LIMIT.`,
        repair: AFTER_LIMIT.test(code) ? undefined : (fields) => withConfig(fields, tile, repaired),
      };
    }),
});

/** Clauses that follow LIMIT, and signs of a query with several parts. */
const AFTER_LIMIT = /\b(?:settings|format|union|into\s+outfile|intersect|except)\b|;\s*[^;\s]/i;

/** Lists the charts with a query in SQL. `code` is the query without comments and texts. */
function sqlIn(object: LintedObject) {
  return chartsIn(object).flatMap(([tile, config]) => {
    const { configType, sqlTemplate: sql } = config;
    return configType === "sql" && typeof sql === "string" ? [{ tile, config, sql, code: codeOfSql(sql) }] : [];
  });
}

export const sqlRules = [sqlTimeFilterRule, sqlLimitRule];
