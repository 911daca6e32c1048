import { ExistingTeam } from "cdk-clickstack";
import { TerraformOutput, type TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const team = new ExistingTeam(stack, "team", {});

  new TerraformOutput(stack, "team_name", { value: team.observed.name });
}
