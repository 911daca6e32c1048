// Three service level objectives. Each has a dashboard with its error budget, and three burn-rate alerts. The alerts of the
// first two have a long and a short window (the multi-window alerts of Google's SRE workbook), because their conditions are
// in SQL. Those of the third one have consecutive short windows. The fast and the medium alert page.
import { ClickStackProvider, count, Slo, Source, Webhook } from "cdk-clickstack/cdktn";
import { App, LocalBackend, TerraformStack } from "cdktn";

const app = new App();
const stack = new TerraformStack(app, "slo-burn-rate");
new LocalBackend(stack, { path: "terraform.tfstate" });
new ClickStackProvider(stack, "clickstack");

const page = [Webhook.byName(stack, "Incident response")];
const ticket = [Webhook.byName(stack, "Slack oncall")];

const storefront = { owner: "storefront", notify: page, alerts: { slow: { notify: ticket } } };
const checkout = {
  source: Source.byName(stack, "Traces"),
  where: "ServiceName = 'checkout' AND SpanKind = 'Server'",
  whereLanguage: "sql",
} as const;

new Slo(stack, "checkout-availability", {
  ...storefront,
  ...checkout,
  name: "Checkout responds",
  objective: 0.999,
  bad: count({ where: "StatusCode = 'Error'" }),
});

new Slo(stack, "checkout-latency", {
  ...storefront,
  ...checkout,
  name: "Checkout responds within 800 ms",
  objective: 0.99,
  latency: { below: "800ms" },
});

new Slo(stack, "checkout-logs", {
  ...storefront,
  name: "Checkout logs few errors",
  objective: 0.995,
  source: Source.byName(stack, "Logs"),
  where: "ServiceName:checkout",
  bad: count({ where: "level:error" }),
});

app.synth();
