import { count, Dashboard, quantile, Source, tile } from "cdk-clickstack";
import type { TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const logs = Source.byName(stack, "Logs");
  const traces = Source.byName(stack, "Traces");

  // Tiles without a position follow each other in rows.
  new Dashboard(stack, "checkout", {
    name: "Checkout",
    tags: ["checkout", "production"],
    tiles: {
      errors: tile.line({
        source: logs,
        select: [count({ where: "level:error" })],
        groupBy: "ServiceName",
      }),
      latency: tile.number({
        name: "Latency, 95th percentile",
        source: traces,
        select: [quantile(0.95, "Duration")],
        numberFormat: { output: "duration", factor: 1e-9 },
      }),
      events: tile.search({ source: logs, select: "Timestamp, ServiceName, Body", where: "level:error" }),
    },
    filters: [{ name: "Service", expression: "ServiceName", source: logs }],
  });
}
