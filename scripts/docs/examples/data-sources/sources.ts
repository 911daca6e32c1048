import { Sources } from "cdk-clickstack";
import { TerraformOutput, type TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const logs = new Sources(stack, "logs", { kind: "log" });

  new TerraformOutput(stack, "log_sources", { value: logs.observed.sources });
}
