import type { SelectItem } from "../../resources/declared-types";
import type { Aggregate } from "../aggregate";
import type { Retyped } from "../declared";

/** Language of a condition. */
type ConditionLanguage = NonNullable<SelectItem["whereLanguage"]>;

/** Requests that are good if they are fast enough. */
export interface LatencyThreshold {
  /** Duration below which a request is good, such as `800ms`: a number with `ns`, `us`, `ms` or `s`. */
  readonly below: `${number}${"ns" | "us" | "ms" | "s"}`;
  /** Column or SQL expression of the duration. Default: `Duration`. */
  readonly duration?: string;
  /** Unit of the duration. Default: `ns`, as in the trace tables of OpenTelemetry. */
  readonly unit?: "ns" | "us" | "ms" | "s";
}

/** The three forms of a service level. */
interface Forms {
  /** Good events, such as `count({ where: "StatusCode != 'Error'" })`. Set one of `good`, `bad` and `latency`. Default: none. */
  readonly good: Aggregate;
  /** Bad events, such as `count({ where: "StatusCode = 'Error'" })`. Set one of `good`, `bad` and `latency`. Default: none. */
  readonly bad: Aggregate;
  /** Duration below which events are good: `{ below: "800ms" }`. Set one of `good`, `bad` and `latency`. Default: none. */
  readonly latency: LatencyThreshold;
}

type One<F extends keyof Forms> = Pick<Forms, F> & Partial<Retyped<Forms, Exclude<keyof Forms, F>, undefined>>;

/** Definition of good events: exactly one of `good`, `bad` and `latency`. */
export type ServiceLevelProps = (One<"latency"> | One<"good"> | One<"bad">) & {
  /** All events. Default: `count()`. */
  readonly total?: Aggregate;
  /** Condition of all events of the objective, such as `ServiceName = 'checkout'`. Default: none. */
  readonly where?: string;
  /** Language of `where`, and of the conditions of aggregates without a language. Default: `lucene`. */
  readonly whereLanguage?: ConditionLanguage;
};

/** One value of a service level: its aggregate and its condition, without the condition of all events. */
export interface Measure {
  readonly aggregate: Aggregate;
  readonly where: string;
  readonly language: ConditionLanguage;
}

/**
 * A service level in its common form, to which `good`, `bad` and `latency` are converted: the number of good or bad
 * events, and the number of all events.
 */
export interface ServiceLevel {
  readonly counts: "good" | "bad";
  readonly part: Measure;
  readonly total: Measure;
  /** Condition of all events. */
  readonly where: string;
  readonly language: ConditionLanguage;
  /** The definition in words, in Markdown. */
  readonly description: string;
}

/** Returns the service level of the props, or the problems of the props, each as `prop: sentence`. */
export function serviceLevelOf(props: ServiceLevelProps): ServiceLevel | readonly string[] {
  const { where = "", whereLanguage: language = "lucene", total = { aggFn: "count" } } = props;
  const given = FORMS.filter((form) => props[form] !== undefined);
  const [form] = given;
  if (form === undefined || given.length > 1) {
    const found = given.length === 0 ? "none of them is set" : `${given.join(" and ")} are set`;
    return [`good: An objective has exactly one of good, bad and latency; ${found}. Set one.`];
  }
  const all = measureOf(total, language);
  const shared = { total: all, where, language };
  if (props.latency) {
    const fast = fastCondition(props.latency);
    const problems = [...(fast.startsWith("latency.") ? [fast] : []), ...latencyProblems(all, where, language)];
    const part = { aggregate: total, where: conjunction(all.where, fast), language: "sql" as const };
    return problems.length > 0
      ? problems
      : { ...shared, counts: "good", part, description: `faster than ${props.latency.below}` };
  }
  const aggregate = props[form] as Aggregate;
  const problems = [...aggregateProblems(form, aggregate), ...aggregateProblems("total", total)];
  if (problems.length > 0) {
    return problems;
  }
  const part = measureOf(aggregate, language);
  const mixed = [part, all].find((each) => where !== "" && each.where !== "" && each.language !== language);
  if (mixed) {
    const name = mixed === part ? form : "total";
    return [
      `${name}.whereLanguage: The condition is in ${mixed.language}, and where is in ${language}. Write both in one language.`,
    ];
  }
  const counts = form === "bad" ? "bad" : "good";
  return { ...shared, counts, part, description: `${counts} if ${markdownCode(textOf(part))}` };
}

const FORMS = ["good", "bad", "latency"] as const satisfies readonly (keyof Forms)[];

function textOf({ aggregate, where }: Measure): string {
  const value = aggregate.metricName ?? aggregate.valueExpression ?? "";
  return `${aggregate.aggFn}(${value})${where === "" ? "" : ` where ${where}`}`;
}

function measureOf(aggregate: Aggregate, language: ConditionLanguage): Measure {
  const { where, whereLanguage, ...rest } = aggregate;
  return { aggregate: rest as Aggregate, where: where ?? "", language: whereLanguage ?? language };
}

function aggregateProblems(prop: string, aggregate: unknown): readonly string[] {
  const isAggregate = typeof aggregate === "object" && aggregate !== null && "aggFn" in aggregate;
  return isAggregate ? [] : [`${prop}: Must be an aggregate. Use count({ where: "..." }) or sum("...").`];
}

const NANOSECONDS = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 } as const;

/** Returns the condition of fast events in SQL, or a problem that begins with `latency.`. */
function fastCondition({ below, duration = "Duration", unit = "ns" }: LatencyThreshold): string {
  const [, size, sizeUnit] = /^(\d+(?:\.\d+)?)(ns|us|ms|s)$/.exec(String(below)) ?? [];
  if (size === undefined || Number(size) === 0) {
    return `latency.below: Must be a duration such as 800ms or 2s; it is ${JSON.stringify(below)}.`;
  }
  if (!Object.hasOwn(NANOSECONDS, unit)) {
    return `latency.unit: Must be ns, us, ms or s; it is ${JSON.stringify(unit)}.`;
  }
  const limit = (Number(size) * NANOSECONDS[sizeUnit as keyof typeof NANOSECONDS]) / NANOSECONDS[unit];
  return `${duration} < ${Number(limit.toPrecision(12))}`;
}

function latencyProblems(total: Measure, where: string, language: ConditionLanguage): readonly string[] {
  if (total.aggregate.aggFn !== "count") {
    return ["total: A latency objective counts events. Use count()."];
  }
  const inOther = [
    ...(where !== "" && language !== "sql" ? ["whereLanguage"] : []),
    ...(total.where !== "" && total.language !== "sql" ? ["total.whereLanguage"] : []),
  ];
  return inOther.map(
    (prop) => `${prop}: A latency objective compares durations in SQL. Write the condition in SQL and set "sql".`,
  );
}

/** Joins conditions, so that all of them must be met. */
export function conjunction(...conditions: readonly string[]): string {
  const given = conditions.filter((each) => each !== "");
  return given.length < 2 ? (given[0] ?? "") : given.map((each) => `(${each})`).join(" AND ");
}

/** Returns a condition as code in Markdown. It can contain backticks, which quote columns in SQL. */
export function markdownCode(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const space = longest > 0 ? " " : "";
  return `${fence}${space}${text.replaceAll("\n", " ")}${space}${fence}`;
}
