import { ApiKey } from "cdk-clickstack";
import { TerraformOutput, type TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const own = ApiKey.inUse(stack);

  new TerraformOutput(stack, "expires", { value: own.observed.expireAt });
}
