// Creates dashboards with the four golden signals of every service from one class. To add a service, add an entry to
// the list. Environment variables set addresses and credentials, as in the quickstart.
import { ClickStackProvider, Source, Webhook } from "cdk-clickstack/cdktn";
import { App, LocalBackend, TerraformStack } from "cdktn";
import { GoldenSignals } from "./golden-signals.ts";

const app = new App();
const stack = new TerraformStack(app, "golden-signals");
new LocalBackend(stack, { path: "terraform.tfstate" });
new ClickStackProvider(stack, "clickstack");

const sources = {
  traces: Source.byName(stack, "Traces"),
  logs: Source.byName(stack, "Logs"),
  metrics: Source.byName(stack, "Metrics"),
};
const notify = [Webhook.byName(stack, "Slack oncall")];

const SERVICES = [
  { service: "checkout", slowAfterMs: 800, maxErrorPercent: 1, minRequests: 50 },
  { service: "cart", slowAfterMs: 300, maxErrorPercent: 2, minRequests: 100 },
  { service: "invoices", slowAfterMs: 5000, maxErrorPercent: 5 },
];

for (const props of SERVICES) {
  new GoldenSignals(stack, props.service, { ...sources, ...props, notify });
}

app.synth();
