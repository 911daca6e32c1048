import { TeamMember } from "cdk-clickstack";
import { TerraformOutput, type TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const ada = TeamMember.byId(stack, "ada@example.com");

  new TerraformOutput(stack, "ada_status", { value: ada.observed.status });
}
