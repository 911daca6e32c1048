import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Emulator } from "../../src/emulator";
import { environmentFor } from "../support/environment";
import { SearchedFolder } from "../support/searched-folder";
import { listed, ui } from "../support/ui";
import { PROVIDER_SCRIPT, Workspace } from "../support/workspace";

const ROOT = join(__dirname, "..", "..");

describe("the examples", () => {
  let emulator: Emulator;
  let folder: string;

  beforeEach(async () => {
    emulator = new Emulator({ limits: false });
    await emulator.start();
    folder = mkdtempSync(join(tmpdir(), "clickstack-example-"));
  });

  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    await emulator.stop();
  });

  const synthesise = (example: string) => {
    const tsx = require.resolve("tsx/cli");
    execFileSync(process.execPath, [tsx, join(ROOT, "examples", example, "main.ts")], {
      cwd: ROOT,
      env: { ...process.env, CDKTF_OUTDIR: folder, CHECKPOINT_DISABLE: "1" },
    });
    return join(folder, "stacks", example);
  };

  /** Everything the server holds, without what it makes up: ids and times. */
  const world = async () => {
    const [dashboards, alerts, keys] = [
      await listed(emulator, "dashboards"),
      await listed(emulator, "alerts"),
      await ui(emulator, "GET", "/keys"),
    ];
    const text = JSON.stringify({ dashboards, alerts, keys }, (name, value) =>
      /^(id|tileId|dashboardId|createdAt|updatedAt|usedAt|keySuffix)$/.test(name) ? undefined : value,
    );
    return JSON.parse(text) as unknown;
  };

  test("do the same in plain HCL as in TypeScript", async () => {
    const stack = new SearchedFolder(synthesise("quickstart"), environmentFor(emulator.endpoints));
    await stack.must("init");
    await stack.must("apply", "-auto-approve");
    const fromTypeScript = await world();
    await stack.must("destroy", "-auto-approve");
    const emptied = await world();
    stack.remove();

    const workspace = new Workspace(environmentFor(emulator.endpoints), PROVIDER_SCRIPT);
    workspace.write(readFileSync(join(ROOT, "examples", "hcl", "main.tf"), "utf8"), "example.tf");
    await workspace.init();
    await workspace.apply();
    expect(await world()).toEqual(fromTypeScript);
    expect(await workspace.plannedDifferences()).toEqual([]);
    expect(emptied).not.toEqual(fromTypeScript);
    workspace.remove();
  });
});
