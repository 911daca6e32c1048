import { ApiKey } from "cdk-clickstack";
import type { TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  new ApiKey(stack, "ci", {
    name: "ci",
    roles: ["2f1f7f0e-6a3c-4a53-9d3e-0a1c3c0f5b11"],
    expireAt: "2027-12-31T23:59:59Z",
    ipAccessList: [{ source: "203.0.113.0/24", description: "build machines" }],
    secretInState: true,
  });

  // A key that exists: limited here, released and not deleted by a destroy.
  new ApiKey(stack, "legacy", {
    adopt: { id: "8d2c3f4e-91b5-4c57-8a0e-5f6b7c8d9e0f" },
    state: "disabled",
  });
}
