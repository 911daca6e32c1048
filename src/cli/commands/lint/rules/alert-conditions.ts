import * as z from "zod";
import { minutesOf } from "../../../../declaration/value-types";
import { type ApiFields, apiFieldsIn, comparedFormat, numberText } from "../../../../drawing";
import { scheduleOf } from "../../../../evaluation/schedule";
import { numericGroups, withTextGroups } from "../../../../resources/dashboard/tiles/numeric-group";
import { ALERT_INTERVALS } from "../../../../resources/declarations";
import { watchedBy, withConfig } from "../charts";
import { lintRule, type RuleFinding } from "../lint-rule";
import { ALERT_TYPE, describeObject, type LintedObject } from "../linted-objects";
import { codeOfSql, fixedBuckets } from "../sql-text";

const YEAR_S = 31_536_000;

const thresholdFormatRule = lintRule({
  id: "threshold-format",
  severity: "warn",
  description: "A threshold contradicts the number format of the tile, such as 95 on a percent axis.",
  fix: "Give the threshold in the unit of the query. The format `percent` shows 0.95 as 95%.",
  limits:
    "The rule knows the unit only from the number format. It does not see that a query returns another unit than its format shows.",
  types: [ALERT_TYPE],
  fixableIf: "the chart is a ratio of two counts, and the threshold is at most 100",
  options: z.strictObject({
    maxPercent: z
      .number()
      .positive()
      .default(100)
      .describe("Maximum threshold of a percentage, such as 800 for 8 CPUs."),
  }),
  checkObject: (object, { maxPercent }) => {
    const { config } = watchedBy(object);
    const format = config && comparedFormat(config);
    return (["threshold", "thresholdMax"] as const).map((field) => {
      const value = object.fields[field];
      const problem =
        format && typeof value === "number" ? formatProblem(value, { config, format, object, maxPercent }) : undefined;
      if (problem === undefined || typeof value !== "number") {
        return undefined;
      }
      const name = field === "threshold" ? "threshold" : "upper threshold";
      const message = `The ${name} ${value} of the ${describeObject(object)} ${problem}.`;
      // Only a share of two counts has a known maximum, which is 1.
      const isShare = config?.asRatio === true && value <= 100;
      return { message, repair: isShare ? (fields) => ({ ...fields, [field]: value / 100 }) : undefined };
    });
  },
});

interface Comparison {
  readonly config: ApiFields;
  readonly format: ApiFields;
  readonly object: LintedObject;
  readonly maxPercent: number;
}

/** Returns why a threshold contradicts the number format of its chart. */
function formatProblem(value: number, comparison: Comparison): string | undefined {
  const { config, format } = comparison;
  const shown = `is shown as ${numberText(value, format, "exact")}`;
  if (format.output === "percent" && multipliesBy100(config)) {
    return `${shown}, because both the query and its format multiply by 100`;
  }
  return isContradiction(Math.abs(value), comparison) ? shown : undefined;
}

/** A shorter latency is probably in another unit than the query. */
const MIN_SECONDS = 1e-5;

/** @param size the threshold without its sign */
function isContradiction(size: number, { format, object, maxPercent }: Comparison): boolean {
  const { output, factor, unit, numericUnit } = format;
  switch (output) {
    case "percent":
      return size * 100 > maxPercent;
    case "duration":
    case "time": {
      const seconds = size * (typeof factor === "number" ? factor : 1);
      return seconds > YEAR_S || (seconds > 0 && seconds < MIN_SECONDS);
    }
    case "byte":
    case "data_rate": {
      const isCount = typeof numericUnit !== "string" || /^(?:bytes|bits)_/.test(numericUnit);
      return size > 0 && size < 1 && isCount;
    }
    default:
      return typeof unit === "string" && /^\s*(?:%|percent)/i.test(unit) && isFraction(size, object);
  }
}

/** Returns true for a share from 0 to 1. A small number of percent is a usual threshold of an error rate. */
function isFraction(size: number, { fields: { thresholdType } }: LintedObject): boolean {
  const isLower = thresholdType === "below" || thresholdType === "below_or_equal";
  return size < 1 && (size >= 0.9 || (isLower && size >= 0.5));
}

const TIMES_100 = /\*\s*100(?:\.0*)?\b(?!\.)|\b100(?:\.0*)?\s*\*/;

function multipliesBy100(config: ApiFields): boolean {
  const formulas = apiFieldsIn(config.formulas);
  const compared =
    formulas.length > 0 ? formulas.at(-1)?.expression : apiFieldsIn(config.select).at(-1)?.valueExpression;
  const code = typeof config.sqlTemplate === "string" ? codeOfSql(config.sqlTemplate) : compared;
  return typeof code === "string" && TIMES_100.test(code);
}

const alertIntervalRule = lintRule({
  id: "alert-interval",
  severity: "warn",
  description: "An alert evaluates windows that are shorter than the time buckets of its query.",
  fix: "Use `$__timeInterval` in the query, or set `every` to at least the length of a bucket.",
  limits:
    "The rule reads buckets such as `toStartOfHour(...)` and `toStartOfInterval(..., INTERVAL 1 HOUR)` in SQL. It does not know how often a metric is collected, nor the granularity of a materialized view.",
  types: [ALERT_TYPE],
  fixableIf: "an alert can have an interval of that length",
  checkObject: (alert) => {
    const { interval } = alert.fields;
    const minutes = typeof interval === "string" ? minutesOf(interval) : undefined;
    const bucket = Math.max(0, ...bucketsOf(watchedBy(alert).config));
    if (minutes === undefined || bucket <= minutes * 60) {
      return undefined;
    }
    const message = `The ${describeObject(alert)} evaluates windows of ${interval}, and its query groups by buckets of ${numberText(bucket, { output: "duration" }, "exact")}.`;
    const longer = ALERT_INTERVALS.find((each) => (minutesOf(each) ?? 0) * 60 >= bucket);
    return { message, repair: longer === undefined ? undefined : (fields) => ({ ...fields, interval: longer }) };
  },
});

function bucketsOf(config: ApiFields | undefined): readonly number[] {
  if (!config) {
    return [];
  }
  const values = apiFieldsIn(config.select).map(({ valueExpression }) => valueExpression);
  return [config.sqlTemplate, config.groupBy, ...values].flatMap((code) =>
    typeof code === "string" ? fixedBuckets(codeOfSql(code)) : [],
  );
}

const HOUR_MS = 3_600_000;

/** The server reads a shifted window in two parts (docs/internals/api-behavior.md 3.16). */
const shiftedWindowRule = lintRule({
  id: "shifted-window",
  severity: "warn",
  description:
    "The schedule of an alert shifts its windows, so the server compares two parts of each window separately, or finds no events.",
  fix: "Remove `schedule`, or begin at a multiple of the interval, such as a full hour for an interval of 1h.",
  limits: "The rule skips charts in SQL, which have one value for each window, and schedules that an expression sets.",
  types: [ALERT_TYPE],
  checkObject: (alert) => {
    const windows = scheduleOf(alert.fields);
    if (!windows || windows.phase === 0 || watchedBy(alert).config?.configType === "sql") {
      return undefined;
    }
    const { length, phase } = windows;
    const shift = numberText(phase / 1000, { output: "duration" }, "exact");
    const effect =
      length > HOUR_MS && phase >= HOUR_MS
        ? "the server finds no events in them"
        : "the server compares two parts of each window separately";
    return `The schedule of the ${describeObject(alert)} shifts its windows by ${shift}: ${effect}.`;
  },
});

/** The server compares the last number of a row (docs/internals/api-behavior.md 3.16). */
const numericGroupRule = lintRule({
  id: "numeric-group",
  severity: "error",
  description: "An alert is grouped by a number, so the server compares the number of the group in place of the value.",
  fix: "Convert the group to a text with `toString(...)`.",
  limits:
    "The rule sees conversions such as `toUInt16OrZero(...)`, parts of a time such as `toHour(...)`, and the columns `SeverityNumber`, `TraceFlags` and `Duration`. It does not know the types of other columns.",
  types: [ALERT_TYPE],
  fixableIf: "the stack declares the tile, the chart or the alert with the group",
  check: (alerts) => {
    const findings = alerts.map(findingOf);
    const places = new Map(findings.map((each) => [each && [each.object.address, each.tile].join(), each]));
    return [...places.values()].filter((each) => each !== undefined);
  },
});

/** Finds the group of an alert. Alerts on one tile share its group. */
function findingOf(alert: LintedObject): RuleFinding | undefined {
  const { config, kind, owner, tileKey: tile } = watchedBy(alert);
  const isSearch = kind === "saved_search";
  const groupBy = isSearch ? alert.fields.groupBy : config?.groupBy;
  const [number] = numericGroups(groupBy);
  if (number === undefined || typeof groupBy !== "string") {
    return undefined;
  }
  const object = kind === "tile" && owner ? owner : alert;
  const message = `The ${describeObject(object, tile)} is grouped by the number ${number}, so an alert compares it in place of the value.`;
  const asText = { groupBy: withTextGroups(groupBy) };
  const repair: RuleFinding["repair"] = (fields) =>
    isSearch ? { ...fields, ...asText } : withConfig(fields, tile, { ...config, ...asText });
  return { object, tile, message, repair };
}

export const conditionRules = [thresholdFormatRule, alertIntervalRule, shiftedWindowRule, numericGroupRule];
