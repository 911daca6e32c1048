import { ClickStackProvider, count, Dashboard, quantile, Source, tile } from "cdk-clickstack/cdktn";
import { App, S3Backend, TerraformStack } from "cdktn";

const app = new App();
const stack = new TerraformStack(app, "observability");

// The state: an object in a bucket of yours, with a lock file beside it while somebody applies.
const state = { bucket: "my-terraform-state", region: "eu-central-1" };
new S3Backend(stack, { ...state, key: "clickstack/observability.tfstate", encrypt: true });
stack.addOverride("terraform.backend.s3.use_lockfile", true);

// Address and credentials come from the environment: CLICKSTACK_ENDPOINT and CLICKSTACK_API_KEY, or those of ClickHouse
// Cloud.
new ClickStackProvider(stack, "clickstack");

// Sources of the server by their names there.
const logs = Source.byName(stack, "Logs");
const traces = Source.byName(stack, "Traces");

new Dashboard(stack, "first", {
  name: "First dashboard",
  tiles: {
    errors: tile.line({ source: logs, select: [count({ where: "level:error" })] }),
    latency: tile.number({ source: traces, select: [quantile(0.95, "Duration")] }),
  },
});

app.synth();
