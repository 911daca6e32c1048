import { TeamRoles } from "cdk-clickstack";
import { TerraformOutput, type TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const custom = new TeamRoles(stack, "custom", { isPredefined: false });

  new TerraformOutput(stack, "custom_team_roles", { value: custom.observed.teamRoles });
}
