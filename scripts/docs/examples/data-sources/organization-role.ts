import { ApiKey, Role } from "cdk-clickstack";
import type { TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const deploy = Role.byName(stack, "Deploy bot");

  new ApiKey(stack, "ci", {
    name: "ci",
    roles: [deploy.id],
    ipAccessList: [{ source: "203.0.113.0/24" }],
    secretInState: true,
  });
}
