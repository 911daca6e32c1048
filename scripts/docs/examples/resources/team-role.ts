import { TeamRole } from "cdk-clickstack";
import type { TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  new TeamRole(stack, "deploy", {
    name: "Deploy",
    description: "Manages the dashboards of the shop",
    permissions: [
      { action: "read", subject: "all" },
      { action: "manage", subject: "dashboard", conditions: { tags: "shop" } },
    ],
  });
}
