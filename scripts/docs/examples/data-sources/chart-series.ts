import { ChartSeries, Source } from "cdk-clickstack";
import { TerraformOutput, type TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const errors = new ChartSeries(stack, "errors", {
    startTime: "2026-01-01T00:00:00Z",
    endTime: "2026-01-02T00:00:00Z",
    granularity: "1h",
    groupBy: ["ServiceName"],
    series: [{ source: Source.byName(stack, "Logs"), aggFn: "count", where: "level:error" }],
  });

  new TerraformOutput(stack, "errors_by_hour", { value: errors.observed.rows });
}
