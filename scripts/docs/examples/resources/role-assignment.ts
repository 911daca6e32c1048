import { ApiKey, OrganizationUser, Role, RoleAssignment } from "cdk-clickstack";
import type { TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  new RoleAssignment(stack, "developers", {
    role: Role.byName(stack, "Developer"),
    users: [OrganizationUser.byEmail(stack, "grace@example.com")],
    apiKeys: [ApiKey.byName(stack, "ci")],
  });
}
