import { Connections } from "cdk-clickstack";
import { TerraformOutput, type TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const all = new Connections(stack, "all");

  new TerraformOutput(stack, "connections", { value: all.observed.connections });
}
