import type { ResourceType } from "../resource-type";
import { Charts } from "./api";
import { chartSeriesDataSource } from "./data-source";
import { chartSeries } from "./declaration";

export const chartSeriesType = {
  type: "clickstack_chart_series",
  member: "charts",
  open: (deployments) => new Charts(deployments),
  dataSources: {
    clickstack_chart_series: {
      declaration: () => chartSeries,
      handlers: () => chartSeriesDataSource,
      construct: "ChartSeries",
    },
  },
  subcategory: "Dashboards and alerts",
} as const satisfies ResourceType;
