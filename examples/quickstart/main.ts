import {
  Alert,
  ApiKey,
  above,
  ClickStackProvider,
  count,
  Dashboard,
  quantile,
  Source,
  tile,
  Webhook,
} from "cdk-clickstack/cdktn";
import { App, LocalBackend, TerraformStack } from "cdktn";

// Environment variables set credentials and addresses: CLICKSTACK_ENDPOINT, CLICKSTACK_API_KEY,
// CLICKHOUSE_CLOUD_API_KEY, CLICKHOUSE_CLOUD_API_SECRET and CLICKHOUSE_ORGANIZATION_ID.
const app = new App();
const stack = new TerraformStack(app, "quickstart");
// Stores the state next to the stack. A team uses a remote backend instead.
new LocalBackend(stack, { path: "terraform.tfstate" });
new ClickStackProvider(stack, "clickstack", { deployment: "open_source" });

const logs = Source.byName(stack, "Logs");
const traces = Source.byName(stack, "Traces");
const slack = Webhook.byName(stack, "Slack oncall");

const checkout = new Dashboard(stack, "checkout", {
  name: "Checkout",
  tags: ["checkout", "production"],
  tiles: {
    about: tile.markdown({ markdown: "# Checkout\nEverything between the basket and the receipt." }),
    errors: tile.line({
      source: logs,
      select: [count({ where: "ServiceName:checkout AND level:error" })],
      groupBy: "ServiceName",
    }),
    latency: tile.line({
      name: "Latency, 95th percentile",
      source: traces,
      select: [quantile(0.95, "Duration", { where: "ServiceName:checkout" })],
      numberFormat: { output: "duration", factor: 1e-9 },
    }),
    orders: tile.number({ source: traces, select: [count({ where: "SpanName:PlaceOrder" })] }),
    slowest: tile.table({
      source: traces,
      select: [quantile(0.99, "Duration")],
      groupBy: "SpanName",
      numberFormat: { output: "duration", factor: 1e-9 },
    }),
    events: tile.search({ source: logs, select: "Timestamp, ServiceName, Body", where: "ServiceName:checkout" }),
  },
});

new Alert(stack, "too-many-errors", {
  name: "Checkout errors",
  on: checkout.tile("errors"),
  when: above(100),
  every: "5m",
  notify: [slack],
  note: "https://runbooks.example.com/checkout-errors",
});

// clickstack-lint-disable-next-line key-expiry -- the example examples/key-rotation replaces its key
new ApiKey(stack, "ci", {
  name: "ci",
  state: "enabled",
  ipAccessList: [{ source: "203.0.113.0/24", description: "build machines" }],
  secretInState: true,
});

app.synth();
