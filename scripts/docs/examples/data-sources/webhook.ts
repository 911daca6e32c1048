import { Alert, above, Webhook } from "cdk-clickstack";
import type { TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const slack = Webhook.byName(stack, "Slack oncall", { service: "slack" });

  new Alert(stack, "errors", {
    on: { savedSearchId: "0123456789abcdef01234567" },
    when: above(100),
    every: "5m",
    notify: [slack],
  });
}
