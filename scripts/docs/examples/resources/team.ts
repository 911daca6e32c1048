import { Team, TeamRole } from "cdk-clickstack";
import type { TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const readOnly = TeamRole.byName(stack, "ReadOnly");

  new Team(stack, "team", { defaultUserRoleId: readOnly.id });
}
