import { Alert } from "cdk-clickstack";
import { TerraformOutput, type TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const errors = Alert.byName(stack, "Checkout errors");

  new TerraformOutput(stack, "state", { value: errors.observed.state });
}
