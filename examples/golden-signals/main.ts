// Creates a dashboard with the four golden signals of every service, and its alerts, from the pack for HTTP services. To
// add a service, add an entry to the list. Environment variables set addresses and credentials, as in the quickstart.
import { ClickStackProvider, Source, Webhook } from "cdk-clickstack/cdktn";
import { HttpService } from "cdk-clickstack/cdktn/packs";
import { App, LocalBackend, TerraformStack } from "cdktn";

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
  { service: "checkout", slow: 800, errors: 1, silent: 50 },
  { service: "cart", slow: 300, errors: 2, silent: 100 },
  { service: "invoices", slow: 5000 },
];

for (const { service, slow, errors, silent } of SERVICES) {
  new HttpService(stack, service, {
    service,
    ...sources,
    notify,
    runbook: `https://runbooks.example.com/${service}`,
    alerts: { slow: { threshold: slow }, errors: { threshold: errors }, silent: { threshold: silent } },
  });
}

app.synth();
