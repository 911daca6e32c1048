import { ApiKey, SystemRole } from "cdk-clickstack";
import type { TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  new ApiKey(stack, "ci", {
    name: "ci",
    roles: [SystemRole.developer, "2f1f7f0e-6a3c-4a53-9d3e-0a1c3c0f5b11"],
    ipAccessList: [{ source: "203.0.113.0/24", description: "build machines" }],
    rotation: { every: "30d", overlap: "7d" },
    secretInState: true,
  });

  // An existing key: the program limits its addresses, and a destroy releases it.
  ApiKey.adopt(stack, "legacy", { name: "legacy" }, { state: "disabled" });
}
