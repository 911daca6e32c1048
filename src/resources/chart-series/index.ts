import type { ResourceType } from "../resource-type";
import { charts } from "./api";
import { chartSeriesDataSource } from "./data-source";
import { chartSeries } from "./declaration";

export const chartSeriesType = {
  type: "clickstack_chart_series",
  member: "charts",
  part: () => charts,
  dataSources: {
    clickstack_chart_series: { construct: "ChartSeries", declaration: () => chartSeries },
  },
  lookUps: () => ({ one: chartSeriesDataSource }),
  subcategory: "Dashboards and alerts",
} as const satisfies ResourceType;
