import { TeamRole } from "cdk-clickstack";
import { TerraformOutput, type TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const readOnly = TeamRole.byName(stack, "Read Only");

  new TerraformOutput(stack, "read_only_permissions", { value: readOnly.observed.permissions });
}
