import { Webhooks } from "cdk-clickstack";
import { TerraformOutput, type TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const slack = new Webhooks(stack, "slack", { service: "slack" });

  new TerraformOutput(stack, "slack_webhooks", { value: slack.observed.webhooks, sensitive: true });
}
