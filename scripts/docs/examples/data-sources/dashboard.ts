import { Alert, above, Dashboard, Webhook } from "cdk-clickstack";
import type { TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const checkout = Dashboard.byName(stack, "Checkout");

  // The key of a tile is derived from its title.
  new Alert(stack, "errors", {
    on: checkout.tile("error_rate"),
    when: above(0.05),
    every: "5m",
    notify: [Webhook.byName(stack, "Slack oncall")],
  });
}
