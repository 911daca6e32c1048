import type { ClickHouseEngine } from "./engine";
import { TABLES } from "./tables";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A normal week, from a Monday in UTC. The faults follow it. */
export const WEEK_START = Date.parse("2026-06-01T00:00:00Z");
const WEEK_END = WEEK_START + 7 * DAY;

/** Length of a fault, and time between the starts of two faults. */
const FAULT = 90 * MINUTE;
const FAULT_DISTANCE = 4 * HOUR;

/** SQL values of each column, by its name. The table has one row for each combination. */
type Each = Readonly<Record<string, readonly string[]>>;

/** Rows of a table, one for each step and combination. */
interface Rows {
  /** Time between two rows in milliseconds. Default: 5 minutes. */
  readonly step?: number;
  readonly each?: Each;
  /** SQL of each column. It can use `t` (time), `n` (index of the step), `isDay`, and the columns of `each`. */
  readonly columns: Readonly<Record<string, string>>;
  /** Condition in SQL for rows that exist. Default: all rows. */
  readonly where?: string;
}

/** Data points of a metric: the attributes, which are names of `each`, and the SQL of the value. */
interface Points extends Pick<Rows, "step" | "each" | "where"> {
  readonly resource?: Readonly<Record<string, string>>;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly service?: string;
  readonly value: string;
}

/**
 * Telemetry of a normal week with days and nights, followed by one fault after another. All values are computed from the
 * time, so that their sums and averages are known.
 */
export class GeneratedWeek<Fault extends string> {
  /** End of the data. */
  readonly end: number;

  /** @param faults names of the faults in the order of their times */
  constructor(
    private readonly engine: ClickHouseEngine,
    private readonly faults: readonly Fault[],
  ) {
    this.end = WEEK_END + (faults.length + 1) * FAULT_DISTANCE;
  }

  createTables(): Promise<void> {
    return this.run(...TABLES);
  }

  run(...statements: readonly string[]): Promise<void> {
    return this.engine.run(...statements);
  }

  /** Returns the fault at a time or shortly before it. Returns "no fault" for other times. */
  faultAt(time: number): Fault | "no fault" {
    const index = Math.floor((time - WEEK_END) / FAULT_DISTANCE) - 1;
    return this.faults[index] ?? "no fault";
  }

  startOf(fault: Fault): number {
    return WEEK_END + (this.faults.indexOf(fault) + 1) * FAULT_DISTANCE;
  }

  isStartOfFault(time: number): boolean {
    return time > WEEK_END && (time - WEEK_END) % FAULT_DISTANCE === 0;
  }

  /** Returns an SQL condition for times during the fault. */
  during(fault: Fault): string {
    const start = this.startOf(fault);
    return `(t >= ${instant(start)} AND t < ${instant(start + FAULT)})`;
  }

  /** Inserts rows into a table. */
  async insert(table: string, { step = 5 * MINUTE, each = {}, columns, where = "1" }: Rows): Promise<void> {
    const count = Math.floor((this.end - WEEK_START) / step);
    const lists = Object.entries(each).map(
      ([name, values]) => `arrayJoin([${values.map((value) => `'${value}'`).join(", ")}]) AS ${name}`,
    );
    const time = `fromUnixTimestamp64Milli(toInt64(${WEEK_START} + number * ${step}), 'UTC') AS t`;
    const isDay = "toHour(t) BETWEEN 8 AND 19 AS isDay";
    await this.engine.run(
      `INSERT INTO ${table} (${Object.keys(columns).join(", ")})
       SELECT ${Object.values(columns).join(", ")}
       FROM (SELECT ${[time, isDay, "number AS n", ...lists].join(", ")} FROM numbers(${count})) WHERE ${where}`,
    );
  }

  /** Inserts a gauge. */
  gauge(metric: string, { value, ...points }: Points): Promise<void> {
    return this.insert("otel_metrics_gauge", { ...points, columns: { ...pointColumns(metric, points), Value: value } });
  }

  /** Inserts a counter that never resets. The value is the increase in each step. */
  counter(metric: string, { value, ...points }: Points): Promise<void> {
    const series = Object.keys(points.each ?? {});
    const partition = series.length === 0 ? "" : `PARTITION BY ${series.join(", ")} `;
    const columns = {
      ...pointColumns(metric, points),
      Value: `sum(${value}) OVER (${partition}ORDER BY t)`,
      AggregationTemporality: "2",
      IsMonotonic: "true",
    };
    return this.insert("otel_metrics_sum", { ...points, columns });
  }
}

function pointColumns(metric: string, { resource = {}, attributes = {}, service = "" }: Omit<Points, "value">) {
  return {
    MetricName: `'${metric}'`,
    ServiceName: `'${service}'`,
    ResourceAttributes: mapOf(resource),
    Attributes: mapOf(attributes),
    TimeUnix: "t",
  };
}

/** Returns a map in SQL. The values are SQL. */
function mapOf(values: Readonly<Record<string, string>>): string {
  return `map(${Object.entries(values)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(", ")})`;
}

function instant(milliseconds: number): string {
  return `fromUnixTimestamp64Milli(toInt64(${milliseconds}), 'UTC')`;
}
