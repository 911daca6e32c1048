import { OrganizationUser } from "cdk-clickstack";
import { TerraformOutput, type TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const grace = OrganizationUser.byEmail(stack, "grace@example.com");

  new TerraformOutput(stack, "grace_roles", { value: grace.observed.assignedRoles });
}
