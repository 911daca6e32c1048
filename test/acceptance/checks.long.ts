import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NullProvider } from "@cdktf/provider-null/lib/provider";
import { Resource as NullResource } from "@cdktf/provider-null/lib/resource";
import { App, LocalBackend, TerraformStack } from "cdktf";
import { Alert, above, ClickStackProvider, count, Dashboard, Source, tile, Webhook } from "../../src";
import type { Emulator } from "../../src/emulator";
import { emulatorForEachTest } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { installNullProvider } from "../support/null-provider/install";
import { SearchedFolder } from "../support/searched-folder";
import { listed, stored } from "../support/ui";

/** A program whose check after the apply depends on the alert's id. */
function synthesize(outdir: string, threshold: number, check: string): string {
  const app = new App({ outdir });
  const stack = new TerraformStack(app, "checked");
  new LocalBackend(stack, { path: "terraform.tfstate" });
  new ClickStackProvider(stack, "clickstack");
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
  let stack: SearchedFolder | undefined;
  emulatorForEachTest((each) => {
    emulator = each;
  });

  beforeEach(() => {
    outdir = mkdtempSync(join(tmpdir(), "clickstack-checks-"));
  });

  afterEach(() => {
    stack?.remove();
    rmSync(outdir, { recursive: true, force: true });
  });

  test("runs again when its trigger changes, and does not change the alert", async () => {
    stack = new SearchedFolder(synthesize(outdir, 5, "first"), environmentFor(emulator.endpoints));
    installNullProvider(stack.folder);
    await stack.must("init");
    await stack.must("apply", "-auto-approve", "-no-color");
    const [alert] = await listed(emulator, "alerts");

    synthesize(outdir, 6, "second");
    const applied = await stack.must("apply", "-auto-approve", "-no-color");
    expect(applied).toContain("Apply complete! Resources: 1 added, 1 changed, 1 destroyed.");
    expect(await stored(emulator, "alerts", String(alert?.id))).toMatchObject({
      threshold: 6,
      createdAt: alert?.createdAt,
    });
    expect(await stack.must("plan", "-detailed-exitcode", "-no-color")).toContain("No changes.");
  });
});
