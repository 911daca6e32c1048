import { ClickStackProvider, count, Dashboard, quantile, Source, tile } from "cdk-clickstack/cdktn";
import { App, S3Backend, TerraformOutput, TerraformStack } from "cdktn";

const app = new App();
const stack = new TerraformStack(app, "observability");

// Stores the state in a bucket, with a lock file during an apply.
const state = { bucket: "my-terraform-state", region: "eu-central-1" };
new S3Backend(stack, { ...state, key: "clickstack/observability.tfstate", encrypt: true });
stack.addOverride("terraform.backend.s3.use_lockfile", true);

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
