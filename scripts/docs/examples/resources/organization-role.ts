import { ApiKey, Role } from "cdk-clickstack";
import type { TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const dashboards = new Role(stack, "dashboards", {
    name: "Dashboards of the shop",
    policies: [
      {
        allowDeny: "ALLOW",
        permissions: ["control-plane:service:manage-clickstack-api"],
        resources: ["instance/00000000-0000-4000-8000-000000000002"],
      },
    ],
  });

  new ApiKey(stack, "ci", {
    name: "ci",
    allowAnyIp: true,
    roles: [dashboards],
    secretInState: true,
  });
}
