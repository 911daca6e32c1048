import { ClickStackProvider, count, Dashboard, quantile, Source, tile } from "cdk-clickstack/cdktn";
import { App, S3Backend, TerraformStack } from "cdktn";

const app = new App();
const stack = new TerraformStack(app, "observability");

// Stores the state in a bucket, with a lock file during an apply. Set your bucket and its region.
const state = { bucket: "my-terraform-state", region: "eu-central-1" };
new S3Backend(stack, { ...state, key: "clickstack/observability.tfstate", encrypt: true });
stack.addOverride("terraform.backend.s3.use_lockfile", true);
// Other choices are below. Set the same backend in STATE_BACKEND of the CI file.
// new GcsBackend(stack, { bucket: "my-terraform-state", prefix: "clickstack/observability" });
// const account = { storageAccountName: "myterraformstate", containerName: "state", useOidc: true, useAzureadAuth: true };
// new AzurermBackend(stack, { ...account, key: "clickstack/observability.tfstate" });
// new PgBackend(stack, { connStr: "", schemaName: "clickstack_observability" });
// stack.addOverride("terraform.backend.pg.conn_str", undefined); // comes from PG_CONN_STR

// Environment variables set the address and the credentials: CLICKSTACK_ENDPOINT and CLICKSTACK_API_KEY, or those of
// ClickHouse Cloud. CLICKSTACK_UI_ENDPOINT sets the address in links, if the UI is not on port 8080 of the same server.
new ClickStackProvider(stack, "clickstack");

// Looks up sources of the server by name.
const logs = Source.byName(stack, "Logs");
const traces = Source.byName(stack, "Traces");

new Dashboard(stack, "first", {
  name: "First dashboard",
  tiles: {
    errors: tile.line({ source: logs, select: [count({ where: "level:error" })] }),
    latency: tile.number({
      source: traces,
      select: [quantile(0.95, "Duration")],
      // Durations are stored in nanoseconds, and shown in a unit such as ms.
      numberFormat: { output: "duration", factor: 1e-9 },
    }),
  },
});

app.synth();
