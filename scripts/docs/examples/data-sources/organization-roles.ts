import { Roles } from "cdk-clickstack";
import { TerraformOutput, type TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const custom = new Roles(stack, "custom", { type: "custom" });

  new TerraformOutput(stack, "custom_roles", { value: custom.observed.organizationRoles });
}
