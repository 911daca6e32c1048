// Two service level objectives. Each has a dashboard with its error budget, and three burn-rate alerts with a long and
// a short window (the multi-window alerts of Google's SRE workbook). The fast and the medium alert page.
import { ClickStackProvider, count, Slo, Source, Webhook } from "cdk-clickstack/cdktn";
import { App, LocalBackend, TerraformStack } from "cdktn";

const app = new App();
const stack = new TerraformStack(app, "slo-burn-rate");
new LocalBackend(stack, { path: "terraform.tfstate" });
new ClickStackProvider(stack, "clickstack");

const page = [Webhook.byName(stack, "Incident response")];
const ticket = [Webhook.byName(stack, "Slack oncall")];

const checkout = {
  source: Source.byName(stack, "Traces"),
  where: "ServiceName = 'checkout' AND SpanKind = 'Server'",
  whereLanguage: "sql",
  owner: "storefront",
  notify: page,
  alerts: { slow: { notify: ticket } },
} as const;

new Slo(stack, "checkout-availability", {
  ...checkout,
  name: "Checkout responds",
  objective: 0.999,
  bad: count({ where: "StatusCode = 'Error'" }),
});

new Slo(stack, "checkout-latency", {
  ...checkout,
  name: "Checkout responds within 800 ms",
  objective: 0.99,
  latency: { below: "800ms" },
});

app.synth();
