import { join } from "node:path";
import { Alert, above, ClickStackProvider, count, Dashboard, Source, tile, Webhook } from "cdk-clickstack/cdktn";
import { App, LocalBackend, TerraformStack } from "cdktn";

/** Creates the program under test. Each test of an apply synthesizes it into a separate folder. */
export function createStack(outdir?: string) {
  const app = new App({ outdir });
  const stack = new TerraformStack(app, "observability");
  new LocalBackend(stack, { path: "terraform.tfstate" });
  new ClickStackProvider(stack, "clickstack");
  const checkout = new Dashboard(stack, "checkout", {
    name: "Checkout",
    tags: ["team:checkout"],
    tiles: { errors: tile.line({ source: Source.byName(stack, "Logs"), select: [count({ where: "level:error" })] }) },
  });
  const tooManyErrors = new Alert(stack, "too-many-errors", {
    name: "Too many errors",
    on: checkout.tile("errors"),
    when: above(100),
    every: "5m",
    notify: [Webhook.byName(stack, "Slack oncall")],
    note: "https://runbooks.example.com/checkout-errors",
  });
  return { app, stack, tooManyErrors };
}

export function synthesize(outdir: string): string {
  createStack(outdir).app.synth();
  return join(outdir, "stacks", "observability");
}
