import { ApiKeys } from "cdk-clickstack";
import { TerraformOutput, type TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const forgotten = new ApiKeys(stack, "forgotten", {
    state: "enabled",
    unusedSince: "2026-01-01T00:00:00Z",
    withoutIpRestriction: true,
  });

  new TerraformOutput(stack, "forgotten-keys", { value: forgotten.observed.apiKeys });
}
