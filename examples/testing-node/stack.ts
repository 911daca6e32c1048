import { Alert, above, ClickStackProvider, count, Dashboard, Source, tile, Webhook } from "cdk-clickstack/cdktn";
import { App, TerraformStack } from "cdktn";

/** Creates the program under test: an alert on errors, and one on the share of failed requests of each service. */
export function createStack() {
  const app = new App();
  const stack = new TerraformStack(app, "observability");
  new ClickStackProvider(stack, "clickstack");
  const source = Source.byName(stack, "Logs");
  const notify = [Webhook.byName(stack, "Slack oncall")];
  const failed = count({ where: "level:error" });
  const checkout = new Dashboard(stack, "checkout", {
    name: "Checkout",
    tags: ["team:checkout"],
    tiles: {
      errors: tile.line({ source, select: [failed] }),
      errorRate: tile.line({ source, select: [failed, count()], asRatio: true, groupBy: "ServiceName" }),
    },
  });
  const tooManyErrors = new Alert(stack, "too-many-errors", {
    name: "Too many errors",
    on: checkout.tile("errors"),
    when: above(100),
    every: "5m",
    notify,
    note: "https://runbooks.example.com/checkout-errors",
  });
  const errorRate = new Alert(stack, "error-rate", {
    name: "High error rate",
    on: checkout.tile("errorRate"),
    when: above(0.05),
    every: "5m",
    numConsecutiveWindows: 2,
    notify,
    note: "https://runbooks.example.com/error-rate",
  });
  return { app, stack, tooManyErrors, errorRate };
}
