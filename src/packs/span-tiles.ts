import { avg, count, quantile } from "../constructs/aggregate";
import { onClick } from "../constructs/on-click";
import { type SourceReference, type Tile, tile } from "../constructs/tile";
import type { OnClick } from "../generated/declared-types";
import { allOf } from "./conditions";
import type { PackContent, PackObjective } from "./pack-props";

/** Duration of a span in milliseconds. The column is in nanoseconds. */
const MILLISECONDS = "Duration / 1000000";

/** Condition of failed spans. The conventions require this status for responses with 5xx, but not for 4xx. */
const FAILED = "StatusCode = 'Error'";

const IN_MILLISECONDS = { output: "duration", factor: 1e-3 } as const;
const NUMBER = { output: "number", thousandSeparated: true } as const;

/** Rate, errors and duration of the spans that meet a condition in SQL. */
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

  /** Failed spans in percent. */
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

  /** Number of spans over time, by an expression in SQL. */
  stacked(name: string, groupBy: string): Tile<"stacked_bar"> {
    return tile.stackedBar({ name, source: this.traces, select: [count(this.#where)], groupBy, numberFormat: NUMBER });
  }

  /**
   * Rate, errors and duration by a column, with the most errors first.
   * @param click target of a click. Default: a search for the spans of the row
   */
  table(name: string, column: "SpanName" | "ServiceName", click: OnClick = this.search(column)): Tile<"table"> {
    return tile.table({
      name,
      source: this.traces,
      select: [
        count({ ...this.#where, alias: "requests", numberFormat: NUMBER }),
        count({ where: allOf(this.condition, FAILED), whereLanguage: "sql", alias: "errors", numberFormat: NUMBER }),
        quantile(0.95, MILLISECONDS, { ...this.#where, alias: "p95", numberFormat: IN_MILLISECONDS }),
      ],
      groupBy: column,
      orderBy: "errors DESC",
      groupByColumnsOnLeft: true,
      onClick: click,
    });
  }

  /** Objective for the share of spans that neither fail nor take too long. */
  objective({ maxMs, ...props }: PackObjective): PackContent<object, object>["slo"] {
    const slow = maxMs === undefined ? "" : ` OR Duration >= ${maxMs * 1_000_000}`;
    const bad = count({ where: `${FAILED}${slow}` });
    return { ...props, source: this.traces, bad, ...this.#where };
  }

  /** Opens a search for the spans, with the value of a column of the row. */
  private search(column: string): OnClick {
    return onClick.search(this.traces, {
      whereTemplate: this.condition,
      whereLanguage: "sql",
      filters: { [column]: `{{${column}}}` },
    });
  }
}
