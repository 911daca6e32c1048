import { SavedSearches, Source } from "cdk-clickstack";
import { TerraformOutput, type TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const logs = Source.byName(stack, "Logs");
  const searches = new SavedSearches(stack, "of-logs", { sourceId: logs.id });

  new TerraformOutput(stack, "searches", { value: searches.observed.savedSearches });
}
