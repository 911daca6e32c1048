import { TeamMember } from "cdk-clickstack";
import type { TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  new TeamMember(stack, "grace", { email: "grace@example.com", name: "Grace" });
}
