import type { ChartSeriesDeclaration } from "../generated/declared-types";
import { chartSeries } from "../resources/chart-series/declaration";
import type { MetaArguments } from "./declared";
import { LookUp } from "./look-up";
import type { ConstructScope } from "./scope";
import type { SourceReference } from "./tile";

type SeriesDeclaration = ChartSeriesDeclaration["series"][number];

/** One series of a query. */
export type SeriesProps = Omit<SeriesDeclaration, "sourceId"> & {
  /** Source to query, or its id: `Source.byName(this, "Logs")`. */
  readonly source: SourceReference;
};

/** Props of a query of up to five series over a time range. */
export type ChartSeriesProps = Omit<ChartSeriesDeclaration, "rows" | "series"> &
  MetaArguments & {
    /** Series to query, one to five: `[{ source: logs, aggFn: "count" }]`. */
    readonly series: readonly SeriesProps[];
  };

/**
 * Values of up to five series over time: `series.observed.rows`. The provider queries them in every plan. Open-source
 * deployment only.
 */
export class ChartSeries extends LookUp<ChartSeriesDeclaration> {
  constructor(scope: ConstructScope, id: string, props: ChartSeriesProps) {
    super(scope, id, { type: "clickstack_chart_series", schema: chartSeries }, props);
  }
}
