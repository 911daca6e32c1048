import { Alert, above, SavedSearch, Source, Webhook } from "cdk-clickstack";
import type { TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const errors = new SavedSearch(stack, "errors", {
    name: "Errors of the shop",
    source: Source.byName(stack, "Logs"),
    where: "level:error",
    filters: [{ condition: "ServiceName IN ('checkout', 'payments')" }],
    tags: ["production"],
  });

  new Alert(stack, "too-many-errors", {
    on: errors.reference({ groupBy: "ServiceName" }),
    when: above(100),
    every: "5m",
    notify: [Webhook.byName(stack, "Slack oncall")],
  });
}
