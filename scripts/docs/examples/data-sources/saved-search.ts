import { Alert, above, SavedSearch, Webhook } from "cdk-clickstack";
import type { TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const errors = SavedSearch.byName(stack, "Errors of the shop");

  new Alert(stack, "errors", {
    on: errors.reference({ groupBy: "ServiceName" }),
    when: above(100),
    every: "5m",
    notify: [Webhook.byName(stack, "Slack oncall")],
  });
}
