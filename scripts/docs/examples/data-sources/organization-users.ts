import { OrganizationUsers } from "cdk-clickstack";
import { TerraformOutput, type TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const users = new OrganizationUsers(stack, "users");

  new TerraformOutput(stack, "organization_users", { value: users.observed.organizationUsers });
}
