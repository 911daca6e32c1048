import { Alert, above, ClickStackProvider, count, Dashboard, Source, tile, Webhook } from "cdk-clickstack/cdktn";
import { App, TerraformStack } from "cdktn";

const app = new App();
const stack = new TerraformStack(app, "shop");
new ClickStackProvider(stack, "clickstack");

const logs = Source.byName(stack, "Logs");
const slack = Webhook.byName(stack, "Slack oncall");

const checkout = new Dashboard(stack, "checkout", {
  name: "Checkout",
  tiles: {
    errors: tile.line({ source: logs, select: [count({ where: "level:error" })] }),
    notes: tile.markdown({ markdown: "Call Ada." }),
  },
});

new Alert(stack, "errors", {
  on: checkout.tile("errors"),
  when: above(100), // tested in October
  every: "5m",
  notify: [slack],
  note: process.env.RUNBOOK ?? "See the wiki.",
});

app.synth();
