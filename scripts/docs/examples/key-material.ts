import { KeyMaterial } from "cdk-clickstack";
import type { TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  new KeyMaterial(stack, "ci", {});
}
