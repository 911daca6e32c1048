// Creates a dashboard, alerts and an objective for each service in services.yaml. To add a service, add three lines to
// this file. Environment variables set addresses and credentials, as in the quickstart.
import { ClickStackProvider, Source, Webhook } from "cdk-clickstack/cdktn";
import { HttpService } from "cdk-clickstack/cdktn/packs";
import { App, LocalBackend, TerraformStack } from "cdktn";
import { readServices } from "./services.ts";

const app = new App();
const stack = new TerraformStack(app, "services-yaml");
new LocalBackend(stack, { path: "terraform.tfstate" });
new ClickStackProvider(stack, "clickstack");

const traces = Source.byName(stack, "Traces");
const logs = Source.byName(stack, "Logs");

for (const [service, entry] of Object.entries(readServices("services.yaml"))) {
  new HttpService(stack, `http-${service}`, {
    service,
    traces,
    logs,
    notify: [Webhook.byName(stack, entry.webhook)],
    runbook: `https://runbooks.example.com/${service}`,
    alerts: {
      slow: { threshold: entry.slowAfterMs },
      errors: { threshold: entry.maxErrorPercent },
      silent: { threshold: entry.minRequests },
    },
    slo: { objective: entry.objective, maxMs: entry.slowAfterMs },
  });
}

app.synth();
