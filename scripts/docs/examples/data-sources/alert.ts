import { ExistingAlert } from "cdk-clickstack";
import { TerraformOutput, type TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const errors = ExistingAlert.byName(stack, "Checkout errors");

  new TerraformOutput(stack, "state", { value: errors.observed.state });
}
