// Service level objectives with two burn-rate alerts: a fast one that pages, and a slow one that creates a ticket. Each
// alert evaluates a long and a short window (the multi-window alerts of Google's SRE workbook).
import { ClickStackProvider, Source, Webhook } from "cdk-clickstack/cdktn";
import { App, LocalBackend, TerraformStack } from "cdktn";
import { Slo } from "./slo.ts";

const app = new App();
const stack = new TerraformStack(app, "slo-burn-rate");
new LocalBackend(stack, { path: "terraform.tfstate" });
new ClickStackProvider(stack, "clickstack");

const traces = Source.byName(stack, "Traces");
const page = [Webhook.byName(stack, "Incident response")];
const ticket = [Webhook.byName(stack, "Slack oncall")];

new Slo(stack, "checkout-availability", {
  title: "Checkout responds",
  objective: 0.999,
  requests: "ServiceName = 'checkout' AND SpanKind = 'Server'",
  bad: "StatusCode = 'Error'",
  ...{ traces, page, ticket },
});

new Slo(stack, "checkout-latency", {
  title: "Checkout responds within 800 ms",
  objective: 0.99,
  requests: "ServiceName = 'checkout' AND SpanKind = 'Server'",
  bad: "Duration > 800000000",
  ...{ traces, page, ticket },
});

app.synth();
