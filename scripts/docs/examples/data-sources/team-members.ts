import { TeamMembers } from "cdk-clickstack";
import { TerraformOutput, type TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const pending = new TeamMembers(stack, "pending", { status: "pending" });

  new TerraformOutput(stack, "pending_invitations", { value: pending.observed.teamMembers });
}
