import { avg, count, quantile } from "../constructs/aggregate";
import { onClick } from "../constructs/on-click";
import { below } from "../constructs/threshold";
import { type SourceReference, type Tile, tile } from "../constructs/tile";
import { allOf } from "./conditions";
import { alertOn } from "./metric";
import type { AlertPlan, PackContent, PackLink, PackObjective, PackProps, PackTile } from "./pack-props";

/** Duration of a span in milliseconds. The column is in nanoseconds. */
const MILLISECONDS = "Duration / 1000000";

/** Condition of failed spans. The conventions require this status for responses with 5xx, but not for 4xx. */
export const FAILED = "StatusCode = 'Error'";

const IN_MILLISECONDS = { output: "duration", factor: 1e-3 } as const;
export const NUMBER = { output: "number", thousandSeparated: true } as const;

/** Tiles that all packs of spans have, by key. */
export interface SpanPackTiles {
  /** 95th percentile of the duration in milliseconds. The alert `slow` watches it. Default: shown. */
  readonly slow?: PackTile;
  /** Failed requests, queries or messages in percent. The alert `errors` watches it. Default: shown. */
  readonly errors?: PackTile;
  /** Percentiles of the duration over time. Default: shown. */
  readonly latency?: PackTile;
}

/** Props that all packs of spans have. */
export interface SpanPackProps<T extends SpanPackTiles, A> extends PackProps<T, A> {
  /** Source of spans, or its id: `Source.byName(this, "Traces")`. */
  readonly traces: SourceReference;
  /** Objective for the share of good requests, queries or messages: `{ objective: 0.999, maxMs: 800 }`. Default: none. */
  readonly slo?: PackObjective;
}

/**
 * Returns the alerts on the tiles `slow` and `errors`.
 * @param spans name of the spans in messages, such as `requests`
 * @param limits limits of the 95th percentile in milliseconds, and of the errors in percent
 */
export function spanAlerts(spans: string, limits: { readonly slow: number; readonly errors: number }) {
  return {
    slow: alertOn("slow", limits.slow, "2 x 5m", [
      "is slow",
      `The 95th percentile of the duration of ${spans}, in milliseconds, is too high.`,
      "The tables in Details show the slow operations. A click on a row opens its spans.",
    ]),
    errors: alertOn("errors", limits.errors, "2 x 5m", [
      "fails",
      `The percentage of failed ${spans} is too high.`,
      "The tables in Details show the rows with the most errors first. A click on a row opens its spans.",
    ]),
  };
}

/** Returns an alert that fires on few spans. It requires a threshold from the program, because a system can be idle. */
export function silentAlert<K extends string>(on: K, spans: string): AlertPlan<K> {
  const note = "Check the system that sends them, the last deployment, and the collection of spans.";
  return alertOn(on, undefined, "1 x 15m", [`has few ${spans}`, `The number of ${spans} is too low.`, note], below);
}

/** Tiles with the rate, errors and duration of the spans that meet an SQL condition. */
export class SpanTiles {
  readonly #where;

  constructor(
    private readonly traces: SourceReference,
    private readonly condition: string,
  ) {
    this.#where = { where: condition, whereLanguage: "sql" } as const;
  }

  /** 95th percentile of the duration in milliseconds. */
  duration(name = "Latency, 95th percentile"): Tile<"number"> {
    const select = [quantile(0.95, MILLISECONDS, this.#where)];
    return tile.number({ name, source: this.traces, select, numberFormat: IN_MILLISECONDS });
  }

  /** Percentage of failed spans. */
  errors(name: string): Tile<"number"> {
    const select = [avg(`if(${FAILED}, 100, 0)`, this.#where)];
    return tile.number({ name, source: this.traces, select, numberFormat: { output: "number", mantissa: 2 } });
  }

  /** Number of spans. */
  traffic(name: string): Tile<"number"> {
    return tile.number({ name, source: this.traces, select: [count(this.#where)], numberFormat: NUMBER });
  }

  /** Percentiles of the duration over time. */
  latency(name = "Latency"): Tile<"line"> {
    const select = ([0.5, 0.95, 0.99] as const).map((level) =>
      quantile(level, MILLISECONDS, { ...this.#where, alias: `p${level * 100}` }),
    );
    return tile.line({ name, source: this.traces, select, numberFormat: IN_MILLISECONDS });
  }

  /** Number of spans over time, grouped by an SQL expression. */
  stacked(name: string, groupBy: string): Tile<"stacked_bar"> {
    return tile.stackedBar({ name, source: this.traces, select: [count(this.#where)], groupBy, numberFormat: NUMBER });
  }

  /**
   * Table with the rate, errors and duration for each value of a column. Rows with the most errors come first.
   * @param link dashboard that a click opens. Default: a search for the spans of the row
   */
  table(name: string, column: "SpanName" | "ServiceName", link?: PackLink): Tile<"table"> {
    const filters = { [column]: `{{${column}}}` };
    return tile.table({
      name,
      source: this.traces,
      select: [
        count({ ...this.#where, alias: "calls", numberFormat: NUMBER }),
        count({ where: allOf(this.condition, FAILED), whereLanguage: "sql", alias: "errors", numberFormat: NUMBER }),
        quantile(0.95, MILLISECONDS, { ...this.#where, alias: "p95", numberFormat: IN_MILLISECONDS }),
      ],
      groupBy: column,
      orderBy: "errors DESC",
      groupByColumnsOnLeft: true,
      onClick: link
        ? onClick.dashboard(link)
        : onClick.search(this.traces, { whereTemplate: this.condition, whereLanguage: "sql", filters }),
    });
  }

  /** Objective for the share of spans that neither fail nor take too long. */
  objective({ maxMs, ...props }: PackObjective): PackContent<object, object>["slo"] {
    const slow = maxMs === undefined ? "" : ` OR Duration >= ${maxMs} * 1000000`;
    const bad = count({ where: `${FAILED}${slow}` });
    return { ...props, source: this.traces, bad, ...this.#where };
  }
}
