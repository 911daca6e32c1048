import { Search, Source } from "cdk-clickstack";
import { TerraformOutput, type TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const errors = new Search(stack, "errors", {
    source: Source.byName(stack, "Logs"),
    where: "level:error",
    within: "1h",
    maxResults: 1000,
  });

  new TerraformOutput(stack, "errors_in_the_last_hour", { value: errors.observed.eventCount });
}
