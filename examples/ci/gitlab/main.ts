import { ClickStackProvider, count, Dashboard, quantile, Source, tile } from "cdk-clickstack/cdktn";
import { App, HttpBackend, TerraformOutput, TerraformStack } from "cdktn";

const app = new App();
const stack = new TerraformStack(app, "observability");

// Stores the state in the GitLab project. On another machine, set STATE_ADDRESS, TF_HTTP_USERNAME, and TF_HTTP_PASSWORD
// to a token with the scope "api".
const address = process.env.STATE_ADDRESS;
if (!address) {
  throw new Error("Set STATE_ADDRESS: .../api/v4/projects/<id>/terraform/state/observability");
}
const lock = `${address}/lock`;
const locking = { lockAddress: lock, lockMethod: "POST", unlockAddress: lock, unlockMethod: "DELETE" };
new HttpBackend(stack, { address, ...locking, retryWaitMin: 5 });

// Environment variables set the address and the credentials: CLICKSTACK_ENDPOINT and CLICKSTACK_API_KEY, or those of
// ClickHouse Cloud.
new ClickStackProvider(stack, "clickstack");

// Looks up sources of the server by name.
const logs = Source.byName(stack, "Logs");
const traces = Source.byName(stack, "Traces");

const dashboard = new Dashboard(stack, "first", {
  name: "First dashboard",
  tiles: {
    errors: tile.line({ source: logs, select: [count({ where: "level:error" })] }),
    latency: tile.number({ source: traces, select: [quantile(0.95, "Duration")] }),
  },
});

// Prints the link after a deploy. Set CLICKSTACK_UI_ENDPOINT if the UI is not on port 8080 of the same server.
new TerraformOutput(stack, "dashboard_url", { value: dashboard.url });

app.synth();
