// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Terraform evaluates these texts.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AdoptDocument } from "../../../src/cli/adopt/document";
import { type Emulator, seedIds } from "../../../src/emulator";
import { runCli } from "../../support/cli/run-cli";
import { temporaryFolder } from "../../support/constructs/synthesize";
import { emulatorForEachTest } from "../../support/emulator/emulator-for-tests";
import { environmentFor } from "../../support/environment";
import { type ProcessResult, runProcess } from "../../support/run-process";
import { listed, ui } from "../../support/ui";

const ROOT = join(__dirname, "..", "..", "..");

const MAIN = `import { readFileSync } from "node:fs";
import { above, Alert, ApiKey, ClickStackProvider, count, Dashboard, SavedSearch, Source, tile, Webhook } from "cdk-clickstack/cdktn";
import { App, TerraformStack } from "cdktn";
import { SlowRequests } from "./boards/slow-requests.ts";

const app = new App();
const stack = new TerraformStack(app, "shop");
new ClickStackProvider(stack, "clickstack", { requestsPerWindow: 10000 });

const logs = Source.byName(stack, "Logs");
const slack = Webhook.byName(stack, "Slack oncall");
const LEVEL = "level:error";

// Errors of the checkout.
const checkout = new Dashboard(stack, "checkout", {
  name: "Checkout", // as in the menu
  tags: ["team-a"],
  tiles: {
    errors: tile.line({ source: logs, select: [count({ where: LEVEL })] }),
    notes: tile.markdown({ markdown: "Call Ada." }),
  },
});
new SlowRequests(stack, "slow", logs);
Dashboard.fromJson(stack, "legacy", readFileSync("boards/legacy.json", "utf8"));

new Alert(stack, "errors", { on: checkout.tile("errors"), when: above(100), every: "5m", notify: [slack] });

for (const service of ["cart", "search"]) {
  new SavedSearch(stack, service, { name: service, source: logs, where: "level:error" });
}
new SavedSearch(stack, "env", { name: "Env", source: logs, where: process.env.SEARCH ?? "level:error" });
new ApiKey(stack, "ci", { name: "ci", state: "enabled", roles: ["${seedIds.developerRole}"], secretInState: true, ipAccessList: [{ source: "203.0.113.0/24" }] });
app.synth();
`;

const SLOW_REQUESTS = `import { Dashboard, quantile, tile, type SourceReference } from 'cdk-clickstack/cdktn';
import type { Construct } from 'constructs';

export class SlowRequests extends Dashboard {
\tconstructor(scope: Construct, id: string, source: SourceReference) {
\t\tsuper(scope, id, { name: 'Slow requests' });
\t\tthis.addTile('p95', tile.number({ source, select: [quantile(0.95, 'Duration')] }));
\t}
}
`;

const LEGACY = `{
  "name": "Legacy", "tiles": [
    { "name": "Old notes", "x": 0, "y": 0, "w": 24, "h": 3, "config": { "displayType": "markdown", "markdown": "hello" } }
  ]
}
`;

describe("a program whose dashboards were edited in the UI", () => {
  let emulator: Emulator;
  let folder: string;
  emulatorForEachTest((each) => {
    emulator = each;
  });

  const environment = () => ({
    ...environmentFor(emulator.endpoints),
    CHECKPOINT_DISABLE: "1",
    TF_CLI_CONFIG_FILE: undefined,
    NODE_OPTIONS: undefined,
  });
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const adopt = (...words: string[]): Promise<ProcessResult> =>
    runCli(["adopt", ...words], { cwd: folder, environment: environment() });
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...words], {
      cwd: folder,
      stdio: "pipe",
    });

  async function shell(program: string, ...args: string[]): Promise<string> {
    const cwd = program === "terraform" ? join(folder, "cdktf.out", "stacks", "shop") : folder;
    const { exitCode, stdout, stderr } = await runProcess(program, args, { cwd, environment: environment() });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    return stdout;
  }

  beforeEach(async () => {
    folder = temporaryFolder();
    write("package.json", JSON.stringify({ type: "module" }));
    write(
      "cdktf.json",
      JSON.stringify({ app: `${process.execPath} ${join(ROOT, "node_modules/tsx/dist/cli.mjs")} main.ts` }),
    );
    write(".gitignore", "node_modules\ncdktf.out\n*.tfstate*\n");
    write("main.ts", MAIN);
    write("boards/slow-requests.ts", SLOW_REQUESTS);
    write("boards/legacy.json", LEGACY);
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(ROOT, join(folder, "node_modules", "cdk-clickstack"));
    for (const name of ["cdktn", "constructs"]) {
      symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
    }
    git("init", "-q");
    git("add", "-A");
    git("commit", "-qm", "Start");
    await shell(process.execPath, join(ROOT, "node_modules/tsx/dist/cli.mjs"), "main.ts");
    await shell("terraform", "init", "-no-color");
    await shell("terraform", "apply", "-auto-approve", "-no-color");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  type Body = Record<string, unknown> & { readonly tiles: Record<string, unknown>[] };

  /** Edits an object as a user of the UI does. */
  async function edit(kind: string, name: string, change: (body: Body) => void): Promise<void> {
    const found = (await listed(emulator, kind)).find((each) => each.name === name);
    const { id, createdAt: _, updatedAt: __, state: ___, ...body } = found as Body;
    change(body as Body);
    await ui(emulator, "PUT", `/api/v2/${kind}/${String(id)}`, body);
  }

  const config = (body: Body, tile: number) => body.tiles[tile]?.config as Record<string, unknown>;

  async function editAll(): Promise<void> {
    await edit("dashboards", "Checkout", (body) => {
      Object.assign(body, { name: "Checkout `v2`", tags: ["team-a", "${hot}"] });
      Object.assign(body.tiles[0] ?? {}, { name: "All errors" });
      Object.assign(config(body, 0), { select: [{ aggFn: "count", where: "level:fatal" }, { aggFn: "count" }] });
      Object.assign(body.tiles[1] ?? {}, { x: 0, y: 30 });
      const max = { aggFn: "max", valueExpression: "Duration", where: "" };
      const added = { displayType: "line", sourceId: seedIds.logs, select: [max] };
      body.tiles.push({ name: "*/ New", x: 12, y: 40, w: 12, h: 6, config: added });
    });
    await edit("dashboards", "Slow requests", (body) => {
      Object.assign(config(body, 0), {
        select: [{ aggFn: "quantile", level: 0.99, valueExpression: "Duration", where: "" }],
      });
    });
    await edit("dashboards", "Legacy", (body) => Object.assign(config(body, 0), { markdown: "new\ntext" }));
    for (const name of ["cart", "Env"]) {
      await edit("saved-searches", name, (body) => Object.assign(body, { where: "level:warn" }));
    }
    const alert = (await listed(emulator, "alerts")).find(({ interval }) => interval === "5m");
    const { id, createdAt: _, updatedAt: __, state: ___, ...body } = alert ?? {};
    const change = { threshold: 5, thresholdType: "below", interval: "15m", note: "Call Grace." };
    await ui(emulator, "PUT", `/api/v2/alerts/${String(id)}`, { ...body, ...change });
  }

  /** Adds an alert to a managed tile, as a user of the UI does. @returns its id */
  async function addAlert(): Promise<string> {
    const board = (await listed(emulator, "dashboards")).find(({ name }) => name === "Checkout `v2`") as
      | Body
      | undefined;
    await ui(emulator, "POST", "/api/v2/alerts", {
      source: "tile",
      dashboardId: board?.id,
      tileId: board?.tiles[0]?.id,
      name: "Many errors",
      interval: "1h",
      threshold: 7,
      thresholdType: "above",
      channel: { type: "webhook", webhookId: seedIds.slackWebhook },
    });
    return String((await listed(emulator, "alerts")).find(({ name }) => name === "Many errors")?.id);
  }

  const addedAlert = (id: string) => `});
new Alert(stack, "many-errors", {
  on: checkout.tile("errors"),
  when: above(7),
  every: "1h",
  notify: [slack],
  name: "Many errors",
}).importFrom("${id}");
new SlowRequests`;

  const EDITED = MAIN.replace("Source, tile, Webhook }", "Source, tile, Webhook, below, max }")
    .replace('"level:error";', '"level:fatal";')
    .replace('"Checkout",', '"Checkout `v2`",')
    .replace('["team-a"]', () => '["team-a", "$${hot}"]')
    .replace("count({ where: LEVEL })] })", 'count({ where: LEVEL }), count()], name: "All errors" })')
    .replace(
      '"Call Ada." }),',
      `"Call Ada.", x: 0, y: 30 }),\n    new: tile.line({ name: "*/ New", source: logs, select: [max("Duration")], x: 12, y: 40, h: 6 }),`,
    )
    .replace("above(100)", "below(5)")
    .replace('"5m", notify: [slack] }', '"15m", notify: [slack], note: "Call Grace." }');

  const NOT_ADOPTED = [
    ["clickstack_saved_search.cart", "", "main.ts", "This line creates 2 objects."],
    ["clickstack_saved_search.env", "where", "main.ts", "The value depends on a condition."],
  ];

  test("gets the edits in all its files, and the plan shows only those that are named", async () => {
    expect(await adopt()).toMatchObject({ exitCode: 0, stdout: "" });
    await editAll();
    const alertId = await addAlert();
    const { exitCode, stdout } = await adopt("--write", "--include-unmanaged", "--json");
    expect(exitCode).toBe(2);
    const { written, files, objects } = JSON.parse(stdout) as AdoptDocument;
    expect({ written, files: [...files].sort() }).toEqual({
      written: true,
      files: ["boards/legacy.json", "boards/slow-requests.ts", "main.ts"],
    });
    expect(
      objects.flatMap(({ address, notAdopted }) =>
        notAdopted.map(({ prop, file, reason }) => [address, prop, file, reason]),
      ),
    ).toEqual(NOT_ADOPTED);
    expect(read("main.ts")).toBe(EDITED.replace("});\nnew SlowRequests", () => addedAlert(alertId)));
    expect(read("boards/slow-requests.ts")).toBe(SLOW_REQUESTS.replace("0.95", "0.99"));
    expect(read("boards/legacy.json")).toBe(LEGACY.replace("hello", "new\\ntext"));
    const plan = await runCli(["plan", "cdktf.out", "--json"], { cwd: folder, environment: environment() });
    const { stacks } = JSON.parse(plan.stdout) as { stacks: { objects: { address: string }[] }[] };
    const addresses = stacks[0]?.objects.map(({ address }) => address) ?? [];
    expect(addresses.sort()).toEqual(["clickstack_alert.many-errors", ...NOT_ADOPTED.map(([address]) => address)]);
  });

  test("gets a patch that git applies, and no file is written without --write", async () => {
    await edit("dashboards", "Checkout", (body) => Object.assign(body, { name: "Shop" }));
    const printed = await adopt();
    expect(printed.exitCode).toBe(2);
    expect(printed.stderr).toContain("To write the patch to main.ts, run: npx cdk-clickstack adopt --write");
    const checked = await adopt("--check");
    expect(checked).toMatchObject({ exitCode: 2, stdout: "" });
    expect(checked.stderr).toContain("Can adopt clickstack_dashboard.checkout:\n  name\n");
    expect(read("main.ts")).toBe(MAIN);
    write("adopt.patch", printed.stdout);
    git("apply", "adopt.patch");
    expect(read("main.ts")).toBe(MAIN.replace('"Checkout",', '"Shop",'));
    const dirty = await adopt("clickstack_dashboard.slow", "--write");
    expect(dirty).toMatchObject({ exitCode: 0, stdout: "" });
    expect((await adopt("clickstack_dashboard.missing")).stderr).toContain(
      "error: The program declares no clickstack_dashboard.missing. Fix: Name addresses as the drift report shows them.",
    );
  });

  test("stays unchanged if the new program fails, has uncommitted changes, or is a link", async () => {
    const failing = `${MAIN}if (checkout.node.id === "checkout" && readFileSync("main.ts", "utf8").includes("Sh" + "op")) {\n  throw new Error("broken");\n}\n`;
    write("main.ts", failing);
    await edit("dashboards", "Checkout", (body) => Object.assign(body, { name: "Shop" }));
    const uncommitted = await adopt("--write");
    expect(uncommitted).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("main.ts has uncommitted changes."),
    });
    const failed = await adopt("--write", "--allow-dirty");
    expect(failed).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("Error: broken") });
    expect(failed.stderr).toContain("The patch was not adopted, and all files were restored.");
    expect(read("main.ts")).toBe(failing);
    renameSync(join(folder, "main.ts"), join(folder, "real.ts"));
    symlinkSync("real.ts", join(folder, "main.ts"));
    write(
      "cdktf.json",
      JSON.stringify({
        app: `${process.execPath} --preserve-symlinks-main --preserve-symlinks ${join(ROOT, "node_modules/tsx/dist/cli.mjs")} main.ts`,
      }),
    );
    const linked = await adopt("--write", "--allow-dirty");
    expect(linked.stdout).toBe("");
    expect(read("real.ts")).toBe(failing);
  });
});
