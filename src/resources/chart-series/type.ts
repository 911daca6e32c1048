import type { ResourceType } from "../resource-type";

export const chartSeriesType = {
  type: "clickstack_chart_series",
  dataSources: {
    clickstack_chart_series: () => (require("./data-source") as typeof import("./data-source")).chartSeriesDataSource,
  },
} as const satisfies ResourceType;
