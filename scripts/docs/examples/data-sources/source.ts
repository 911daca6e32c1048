import { count, Dashboard, Source, tile } from "cdk-clickstack";
import type { TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const traces = Source.byName(stack, "Traces", { kind: "trace" });

  new Dashboard(stack, "requests", {
    name: "Requests",
    tiles: { requests: tile.line({ source: traces, select: [count()] }) },
  });
}
