/** Synthesizes the program under test into a folder, so that each test has a separate one. */
const { ClickStackProvider, count, Dashboard, Source, tile } = require("cdk-clickstack/cdktn");
const { App, LocalBackend, TerraformStack } = require("cdktn");
const { join } = require("node:path");

exports.synthesize = function synthesize(outdir) {
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
};
