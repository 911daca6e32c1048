import { Alerts } from "cdk-clickstack";
import { Fn, TerraformOutput, type TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const firing = new Alerts(stack, "firing", { state: "ALERT" });

  new TerraformOutput(stack, "firing_alerts", { value: Fn.lengthOf(firing.observed.alerts) });
}
