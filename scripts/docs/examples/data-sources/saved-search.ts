import { Alert, above, ExistingSavedSearch, Webhook } from "cdk-clickstack";
import type { TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const errors = ExistingSavedSearch.byName(stack, "Errors of the shop");

  new Alert(stack, "errors", {
    on: errors.reference({ groupBy: "ServiceName" }),
    when: above(100),
    every: "5m",
    notify: [Webhook.byName(stack, "Slack oncall")],
  });
}
