import { ApiKey, KeyMaterial } from "cdk-clickstack";
import type { TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const material = new KeyMaterial(stack, "ci");
  new ApiKey(stack, "own", {
    name: "own",
    allowAnyIp: true,
    material,
    materialVersion: "1",
  });
}
