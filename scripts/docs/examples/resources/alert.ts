import { Alert, above, below, count, Dashboard, Source, tile, Webhook } from "cdk-clickstack";
import type { TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const logs = Source.byName(stack, "Logs");
  const slack = Webhook.byName(stack, "Slack oncall");
  const checkout = new Dashboard(stack, "checkout", {
    name: "Checkout",
    tiles: { errors: tile.line({ source: logs, select: [count({ where: "level:error" })] }) },
  });

  new Alert(stack, "too-many-errors", {
    name: "Checkout errors",
    on: checkout.tile("errors"),
    when: above(100),
    every: "5m",
    notify: [slack],
  });

  new Alert(stack, "no-orders", {
    on: { savedSearchId: "0123456789abcdef01234567", groupBy: "Region" },
    when: below(1),
    every: "1h",
    notify: [slack],
  });
}
