import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NullProvider } from "@cdktf/provider-null/lib/provider";
import { Resource as NullResource } from "@cdktf/provider-null/lib/resource";
import { App, LocalBackend, TerraformStack } from "cdktf";
import { Alert, above, ClickStackProvider, count, Dashboard, Source, tile, Webhook } from "../../src";
import { findEngine, runEngine } from "../../src/cli/engine/engine";
import { Emulator } from "../../src/emulator";
import { environmentFor } from "../support/environment";
import { installNullProvider } from "../support/null-provider/install";
import { listed, stored } from "../support/ui";
import { PROVIDER_SCRIPT } from "../support/workspace";

/** A program whose check after the apply hangs on the alert's id. */
function synthesise(outdir: string, threshold: number, check: string): string {
  const app = new App({ outdir });
  const stack = new TerraformStack(app, "checked");
  new LocalBackend(stack, { path: "terraform.tfstate" });
  new ClickStackProvider(stack, "clickstack", { executable: PROVIDER_SCRIPT });
  new NullProvider(stack, "null");
  const dashboard = new Dashboard(stack, "d", {
    name: "D",
    tiles: { t: tile.line({ source: Source.byName(stack, "Logs"), select: [count()] }) },
  });
  const alert = new Alert(stack, "a", {
    on: dashboard.tile("t"),
    when: above(threshold),
    every: "5m",
    notify: [Webhook.byName(stack, "Slack oncall")],
  });
  new NullResource(stack, "check", { triggers: { alert: alert.id, check }, dependsOn: [alert] });
  app.synth();
  return join(outdir, "stacks", "checked");
}

describe("a check after the apply, in a null_resource of the same stack", () => {
  let emulator: Emulator;
  let outdir: string;

  beforeEach(async () => {
    emulator = new Emulator({ limits: false });
    await emulator.start();
    outdir = mkdtempSync(join(tmpdir(), "clickstack-checks-"));
  });

  afterEach(async () => {
    rmSync(outdir, { recursive: true, force: true });
    await emulator.stop();
  });

  const engine = async (workingDirectory: string, ...args: string[]) => {
    const environment = environmentFor(emulator.endpoints);
    const { exitCode, stdout, stderr } = await runEngine(findEngine(), [...args, "-no-color"], {
      workingDirectory,
      environment,
    });
    expect(exitCode === 0 ? "" : stdout + stderr).toBe("");
    return stdout;
  };

  test("is replaced when its trigger changes, and leaves the alert alone", async () => {
    const stack = synthesise(outdir, 5, "first");
    installNullProvider(stack);
    await engine(stack, "init");
    await engine(stack, "apply", "-auto-approve");
    const [alert] = await listed(emulator, "alerts");

    synthesise(outdir, 6, "second");
    const applied = await engine(stack, "apply", "-auto-approve");
    expect(applied).toContain("Apply complete! Resources: 1 added, 1 changed, 1 destroyed.");
    expect(await stored(emulator, "alerts", String(alert?.id))).toMatchObject({
      threshold: 6,
      createdAt: alert?.createdAt,
    });
    expect(await engine(stack, "plan", "-detailed-exitcode")).toContain("No changes.");
  });
});
