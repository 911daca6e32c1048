import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NullProvider } from "@cdktf/provider-null/lib/provider";
import { App, LocalBackend, TerraformStack } from "cdktf";
import { Alert, ApiKey, above, ClickStackProvider, count, Dashboard, Source, tile, Webhook } from "../../src";
import { CheckedAlert, CheckedKey } from "../../src/checks";
import type { Emulator } from "../../src/emulator";
import { emulatorForEachTest } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { installNullProvider } from "../support/null-provider/install";
import { RefusingPort } from "../support/refusing-port";
import { SearchedFolder } from "../support/searched-folder";
import { ServedProvider } from "../support/served-provider";
import { listed } from "../support/ui";

interface Program {
  readonly threshold: number;
  readonly state: "enabled" | "disabled";
  readonly hookPort: number;
  readonly mayRead?: "keys";
}

/** A program with a key and an alert. Both have a check. */
function synthesiseChecked(outdir: string, { threshold, state, hookPort, mayRead }: Program): string {
  const app = new App({ outdir });
  const stack = new TerraformStack(app, "proven");
  new LocalBackend(stack, { path: "terraform.tfstate" });
  new ClickStackProvider(stack, "clickstack", { deployment: "open_source" });
  new NullProvider(stack, "null");
  const key = new ApiKey(stack, "key", {
    name: "ci",
    state,
    ipAccessList: [{ source: "127.0.0.0/8" }],
    secretInState: true,
  });
  new CheckedKey(stack, "key-works", { key, mayNotRead: ["keys"] });
  if (mayRead) {
    new CheckedKey(stack, "key-reads", { key, mayRead });
  }
  const dashboard = new Dashboard(stack, "d", {
    name: "D",
    tiles: { t: tile.line({ source: Source.byName(stack, "Logs"), select: [count()] }) },
  });
  const url = `http://127.0.0.1:${hookPort}/hooks/token`;
  const hook = new Webhook(stack, "hook", { name: "Hook", service: "generic", url });
  const alert = new Alert(stack, "a", { on: dashboard.tile("t"), when: above(threshold), every: "5m", notify: [hook] });
  new CheckedAlert(stack, "alert-works", { alert });
  app.synth();
  return join(outdir, "stacks", "proven");
}

// `checks.long.ts` tests a null_resource without a check of this package.
describe("the checks of keys and alerts", () => {
  let emulator: Emulator;
  let listener: Server;
  let outdir: string;
  let stack: SearchedFolder | undefined;
  let served: ServedProvider | undefined;
  emulatorForEachTest(
    (each) => {
      emulator = each;
    },
    { webhookAllowList: ["127.0.0.1"] },
  );

  beforeEach(async () => {
    outdir = mkdtempSync(join(tmpdir(), "clickstack-checks-"));
    listener = createServer().listen(0, "127.0.0.1");
    await once(listener, "listening");
  });

  afterEach(async () => {
    served?.close();
    stack?.remove();
    rmSync(outdir, { recursive: true, force: true });
    await new Promise((resolve) => listener.close(resolve));
  });

  test("pass if everything works, and a failed check reports the reason and runs again in the next apply", async () => {
    const hookPort = (listener.address() as AddressInfo).port;
    const program = { threshold: 5, state: "enabled", hookPort } as const;
    const folder = synthesiseChecked(outdir, program);
    const environment = environmentFor(emulator.endpoints);
    served = new ServedProvider(folder, environment);
    stack = new SearchedFolder(folder, { ...environment, ...served.reattachment });
    installNullProvider(stack.folder);
    await stack.must("init");
    expect(await stack.must("apply", "-auto-approve", "-no-color")).toContain("Resources: 6 added");
    const [{ createdAt } = {}] = await listed(emulator, "alerts");

    await using refusing = await RefusingPort.hold();
    synthesiseChecked(outdir, { ...program, threshold: 6, mayRead: "keys", hookPort: refusing.port });
    const { exitCode, stdout, stderr } = await stack.run("apply", "-auto-approve", "-no-color");
    const said = (stdout + stderr).replace(/\s*\n[│\s]*/g, " ");
    expect(exitCode).toBe(1);
    expect(said).toContain(`the webhook "Hook", cannot be reached: 127.0.0.1:${refusing.port}`);
    expect(said).toContain("does not let it read keys");
    expect(tainted(folder)).toEqual(["null_resource.alert-works", "null_resource.key-reads"]);
    expect(await listed(emulator, "alerts")).toMatchObject([{ threshold: 6, createdAt }]);

    synthesiseChecked(outdir, { ...program, threshold: 6, state: "disabled" });
    // The check of the key now verifies that the disabled key is refused.
    await stack.must("apply", "-auto-approve", "-no-color");
    expect(tainted(folder)).toEqual([]);
    expect(await stack.must("plan", "-detailed-exitcode", "-no-color")).toContain("No changes.");
  });
});

/** Returns the addresses of the failed resources that the next apply replaces. */
function tainted(folder: string): readonly string[] {
  const { resources } = JSON.parse(readFileSync(join(folder, "terraform.tfstate"), "utf8")) as {
    resources: readonly { type: string; name: string; instances: readonly { status?: string }[] }[];
  };
  return resources.flatMap(({ type, name, instances }) =>
    instances.some(({ status }) => status === "tainted") ? [`${type}.${name}`] : [],
  );
}
