import { Source, SourceLinks } from "cdk-clickstack";
import type { TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  new SourceLinks(stack, "traces-to-logs", {
    source: Source.byName(stack, "Traces"),
    logSource: Source.byName(stack, "Logs"),
  });
}
