import { join } from "node:path";
import { ClickStackProvider, count, Dashboard, Source, tile } from "cdk-clickstack/cdktn";
import { App, LocalBackend, TerraformStack } from "cdktn";

/** Synthesizes the program under test into a folder, so that each test has a separate one. */
export function synthesize(outdir: string): string {
  const app = new App({ outdir });
  const stack = new TerraformStack(app, "observability");
  new LocalBackend(stack, { path: "terraform.tfstate" });
  new ClickStackProvider(stack, "clickstack");
  new Dashboard(stack, "checkout", {
    name: "Checkout",
    tiles: { errors: tile.line({ source: Source.byName(stack, "Logs"), select: [count({ where: "level:error" })] }) },
  });
  app.synth();
  return join(outdir, "stacks", "observability");
}
