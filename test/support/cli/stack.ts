import { join } from "node:path";
import { App, TerraformStack } from "cdktf";
import {
  Alert,
  above,
  ClickStackProvider,
  count,
  Dashboard,
  quantile,
  SavedSearch,
  Source,
  tile,
  Webhook,
} from "../../../src";
import { executableFile, temporaryFolder } from "../constructs/synthesize";

/**
 * Synthesizes a stack with a dashboard of three tiles and an alert on one of them. Returns the folder of all stacks.
 * @param addStacks adds stacks before the stack with the dashboard
 */
export function checkoutStack(addStacks: (app: App) => void = () => undefined): string {
  const outdir = temporaryFolder();
  const app = new App({ outdir });
  addStacks(app);
  const stack = new TerraformStack(app, "shop");
  new ClickStackProvider(stack, "clickstack", { executable: executableFile() });
  const logs = Source.byName(stack, "Logs");
  const checkout = new Dashboard(stack, "checkout", {
    name: "Checkout",
    tiles: {
      about: tile.markdown({ markdown: "# Checkout" }),
      errors: tile.line({ source: logs, select: [count({ where: "level:error" })], groupBy: "ServiceName" }),
      latency: tile.number({ source: Source.byName(stack, "Traces"), select: [quantile(0.95, "Duration")] }),
    },
  });
  const notify = [Webhook.byName(stack, "Slack oncall")];
  new Alert(stack, "too-many-errors", {
    name: "Too many errors",
    on: checkout.tile("errors"),
    when: above(50),
    every: "5m",
    notify,
  });
  const search = new SavedSearch(stack, "fatal", { name: "Fatal", source: logs, where: "level:fatal" });
  new Alert(stack, "fatal-alert", { on: { savedSearchId: search.id }, when: above(1), every: "1h", notify });
  app.synth();
  return outdir;
}

/** Returns the folder of the only stack. */
export function stackFolder(outdir: string): string {
  return join(outdir, "stacks", "shop");
}
