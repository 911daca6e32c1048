import * as z from "zod";
import type { DeclaredFields } from "../../../../declaration/field";
import { matchesText } from "../../../project/drift-rules";
import { chartsIn, type LintedChart, withConfig } from "../charts";
import { type LintInput, offlineRule, type RuleFinding } from "../lint-rule";
import { ALERT_TYPE, DASHBOARD_TYPE, describeObject } from "../linted-objects";
import { codeOfSql, growingTables, hasTimeRange, hasUnlimitedRows, withClause } from "../sql-text";

const TYPES = [DASHBOARD_TYPE, ALERT_TYPE];

export const sqlTimeFilterRule = offlineRule({
  id: "sql-time-filter",
  severity: "warn",
  description: "A raw SQL query reads a whole table, because it has no condition on the time.",
  fix: "Add a condition such as `WHERE $__timeFilter(Timestamp)`.",
  limits:
    "The rule accepts a query with one time macro, time parameter or function such as `now()`, also if another table of the query has no condition. It skips `system` tables without history, and generated rows. It does not know other tables of current states: name them in `ignoreTables`.",
  types: TYPES,
  options: z.strictObject({
    ignoreTables: z
      .array(z.string().min(1))
      .default([])
      .describe("Patterns of tables with current states only, such as `k8s_*`."),
  }),
  check: (input, { ignoreTables }) =>
    sqlIn(input).flatMap(({ object, tile, code }): RuleFinding[] =>
      hasTimeRange(code) || !growingTables(code).some((table) => !ignoreTables.some((each) => matchesText(each, table)))
        ? []
        : [{ object, tile, message: `The query of the ${describeObject(object, tile)} has no time filter.` }],
    ),
});

export const sqlLimitRule = offlineRule({
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
  check: (input, { limit }) =>
    sqlIn(input).flatMap((chart): RuleFinding[] => {
      const { object, tile, config, code } = chart;
      if (config.displayType !== "table" || growingTables(code).length === 0 || !hasUnlimitedRows(code)) {
        return [];
      }
      const message = `The query of the ${describeObject(object, tile)} has no LIMIT.`;
      const repaired = withLimit(chart, limit);
      return [{ object, tile, message, ...(repaired && { repair: (fields) => withConfig(fields, tile, repaired) }) }];
    }),
});

/** Clauses that come after LIMIT, and queries with several ends. */
const AFTER_LIMIT = /\b(?:settings|format|union|into\s+outfile|intersect|except)\b|;\s*[^;\s]/i;

function withLimit({ config, code, sql }: SqlChart, limit: number): DeclaredFields | undefined {
  if (AFTER_LIMIT.test(code)) {
    return undefined;
  }
  return { ...config, sqlTemplate: withClause(sql, `LIMIT ${limit}`) };
}

interface SqlChart extends LintedChart {
  readonly sql: string;
  /** SQL without comments and texts. */
  readonly code: string;
}

function sqlIn(input: LintInput): readonly SqlChart[] {
  return chartsIn(input).flatMap((chart) => {
    const { configType, sqlTemplate } = chart.config;
    return configType === "sql" && typeof sqlTemplate === "string"
      ? [{ ...chart, sql: sqlTemplate, code: codeOfSql(sqlTemplate) }]
      : [];
  });
}
