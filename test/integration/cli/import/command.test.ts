import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seedIds } from "../../../../src/emulator";
import { callCli } from "../../../support/cli/call-cli";
import { emulatorForTests } from "../../../support/emulator/emulator-for-tests";
import { environmentFor, managedEnvironmentFor } from "../../../support/environment";
import { openSourceClient } from "../../../support/imported-model";
import { firstOf, longTest } from "../../../support/long-test";
import { ui } from "../../../support/ui";

const ROOT = join(__dirname, "..", "..", "..", "..");

type Variables = Readonly<Record<string, string | undefined>>;

/** Credentials of only the open-source deployment. */
const NO_CLOUD = {
  CLICKHOUSE_CLOUD_API_KEY: "",
  CLICKHOUSE_CLOUD_API_SECRET: "",
  CLICKHOUSE_ORGANIZATION_ID: "",
  CLICKHOUSE_CLOUD_ENDPOINT: "",
};

/** The path of an engine that does not exist. */
const NO_ENGINE = { TERRAFORM_BINARY_NAME: "no-engine" };

describe("cdk-clickstack import", () => {
  const emulator = emulatorForTests();
  let environment: Record<string, string>;
  let root: string;
  let folder: string;
  let dashboardId: string;

  beforeAll(async () => {
    environment = environmentFor(emulator.endpoints);
    const client = openSourceClient(emulator);
    const number = { displayType: "number", sourceId: seedIds.logs, select: [{ aggFn: "count" }] };
    const table = { displayType: "table", sourceId: seedIds.logs, select: [{ aggFn: "count" }] };
    const place = { x: 0, y: 0, w: 6, h: 4 };
    const tiles = [
      { name: "Errors", ...place, config: number },
      { name: "Slowest", ...place, y: 4, config: table },
    ];
    const { id, tiles: stored } = await client.dashboards.create({ name: "Checkout", tags: ["shop"], tiles });
    dashboardId = id;
    for (const tile of stored) {
      await client.alerts.create({
        source: "tile",
        dashboardId,
        tileId: String(tile.id),
        interval: "5m",
        threshold: 1,
        thresholdType: "above",
        channels: [{ type: "webhook", webhookId: seedIds.slackWebhook }],
        name: `${tile.name} are too many`,
      });
    }
    await client.close();
  });
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "clickstack-command-"));
    folder = join(root, "observability");
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /** Runs the command line in a folder, within this process, which avoids the start of a process. */
  const runIn = (cwd: string, words: readonly string[], variables: Variables = {}) => callCli(words, variables, cwd);
  const run = (words: readonly string[], more: Variables = {}) =>
    runIn(root, ["import", ...words], { ...environment, ...more });

  test("lists the objects of every resource type that match the filters, and writes no files", async () => {
    const { exitCode, stdout } = await run(["--list", "--json", "--name", "checkout", "--name", "Logs"]);
    const { objects, ...document } = JSON.parse(stdout);
    expect({ exitCode, ...document }).toEqual({ exitCode: 0, kind: "import-list", version: 1, notes: [] });
    expect(objects.slice(0, 1)).toEqual([{ type: "dashboard", id: dashboardId, name: "Checkout", tags: ["shop"] }]);
    expect(objects.map(({ type, name }: { type: string; name: string }) => `${type} ${name}`)).toEqual([
      "dashboard Checkout",
      "alert Errors are too many",
      "alert Slowest are too many",
      "source Logs",
    ]);
    expect(readdirSync(root)).toEqual([]);
  });

  test("lists the objects that code cannot declare, and exits with code 2 even without a verification", async () => {
    const { exitCode, stdout } = await run(["observability", "--type", "dashboard", "--type", "alert"], NO_ENGINE);
    expect(exitCode).toBe(2);
    expect(stdout).toBe(`Imported 1 dashboard, 1 alert into observability.
  dashboards/checkout.ts  written
  imports.ts              written
  main.ts                 written
  README.md               written

Not imported:
  alert "Slowest are too many": A table tile cannot alert. Alerts watch tiles of the kinds line, stacked_bar, number. The server would accept this alert and delete it at the next update of the dashboard.

The API does not return these settings of a dashboard that was made in the UI: the condition of a whole chart (where), the limit of a table, ratioMode, alternateRowBackground, a number in fillNulls, a groupBy that is a list and, for some tiles, alignDateRangeToGranularity. The code does not contain them, and the first update of the dashboard removes them. An alert on a tile with ratioMode then evaluates other values.

Not verified. TERRAFORM_BINARY_NAME is no-engine, but this program does not exist. Name a program on the PATH or its path, or unset it to use terraform or tofu.

Next steps: observability/README.md.
`);
    expect(readFileSync(join(folder, "README.md"), "utf8")).toContain('- alert "Slowest are too many": A table tile');
  });

  test("prints the name of the folder after an import into the current folder", async () => {
    const { stdout } = await run([".", "--type", "alert", "--name", "Errors*", "--no-verify"]);
    expect(stdout).toContain(`Imported 1 alert into ${realpathSync(root)}.\n`);
    expect(stdout).toContain("Next steps: README.md.\n");
  });

  test("writes an alert without its dashboard as an alert on a looked-up dashboard", async () => {
    await run(["observability", "--type", "alert", "--name", "Errors*", "--no-verify"]);
    const code = readFileSync(join(folder, "alerts.ts"), "utf8");
    expect(code).toContain('const checkout = Dashboard.byName(scope, "Checkout");');
    expect(code).toContain('on: checkout.tile("errors"),');
  });

  longTest("imports objects and API keys from the managed deployment", async () => {
    const managed = {
      ...managedEnvironmentFor(emulator.endpoints),
      CLICKSTACK_ENDPOINT: undefined,
      CLICKSTACK_API_KEY: undefined,
    };
    const types = ["--type", "dashboard", "--kind", "source", "--type", "api_key"];
    const words = ["observability", ...types, "--no-verify", "--json"];
    const { exitCode, stdout } = await run(words, managed);
    expect(exitCode).toBe(0);
    const objects: readonly { readonly type: string }[] = JSON.parse(stdout).objects;
    expect(objects.filter(({ type }) => type !== "source")).toMatchObject([
      { type: "dashboard", id: dashboardId, name: "Checkout", address: "clickstack_dashboard.checkout" },
      { type: "api_key", id: seedIds.startKey, name: "Emulator admin", address: "clickstack_api_key.emulator-admin" },
    ]);
    expect(readFileSync(join(folder, "main.ts"), "utf8")).toContain('{ deployment: "managed" }');
    // This deployment shows no connections, so the import can only mention the id.
    const sources = readFileSync(join(folder, "sources.ts"), "utf8");
    expect(sources.match(/6955b900000000c000000001/g)).toHaveLength(1);
    expect(sources).toContain(`  const connection = "${seedIds.connection}";\n\n  const logs`);
    const keys = readFileSync(join(folder, "api-keys.ts"), "utf8");
    expect(keys).toContain(`adopt: { id: "${seedIds.startKey}" },`);
    expect(keys).toContain('const admin = Role.byName(scope, "Admin");');
    expect(keys).toContain("roles: [admin.id],");
  });

  test("uses an id with a comment if a name is not unique or no object has the id", async () => {
    const source = {
      kind: "log",
      name: "Logs",
      connection: seedIds.connection,
      from: { databaseName: "a", tableName: "b" },
    };
    const fields = { timestampValueExpression: "t", defaultTableSelectExpression: "b" };
    const { data } = (await ui(emulator, "POST", "/api/v2/sources", { ...source, ...fields })) as {
      data: { id: string };
    };
    try {
      await run(["observability", "--type", "dashboard", "--no-verify"]);
    } finally {
      await ui(emulator, "DELETE", `/api/v2/sources/${data.id}`);
    }
    const code = readFileSync(join(folder, "dashboards", "checkout.ts"), "utf8");
    expect(code).toContain(
      `  // More than one source is called "Logs".\n  const logs = Source.byId(scope, "${seedIds.logs}");`,
    );
  });

  describe("a folder with the project that `init` wrote", () => {
    const imported = ["--type", "dashboard", "--type", "alert", "--name", "Errors*", "--name", "Checkout"];
    const main = () => readFileSync(join(folder, "main.ts"), "utf8");
    const init = async (...words: string[]) => {
      await runIn(root, ["init", "observability", "--no-terraform", ...words]);
      mkdirSync(join(folder, "node_modules"));
      symlinkSync(ROOT, join(folder, "node_modules", "cdk-clickstack"));
      for (const name of ["cdktn", "constructs"]) {
        symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
      }
    };
    const importHere = async (...words: string[]) => {
      const { stdout } = await runIn(folder, ["import", ".", ...imported, "--json", ...words], environment);
      const { files, verification } = JSON.parse(stdout);
      const { status } = files.find(({ path }: { path: string }) => path === "main.ts");
      return { status, verification };
    };

    test("gets a program that replaces the unedited program, keeps its stack, and is verified", async () => {
      await init();
      const first = await importHere();
      expect(first).toMatchObject({
        status: "written",
        verification: { status: "verified", missing: [] },
      });
      expect(main()).toContain('new TerraformStack(app, "observability")');
      expect(main()).toContain("checkoutDashboard(stack)");
      expect(main()).not.toContain("First dashboard");
      expect(readFileSync(join(folder, "README.md"), "utf8")).toContain("cd cdktf.out/stacks/observability");
      const again = await importHere("--no-verify");
      expect(again).toMatchObject({ status: "unchanged" });
    });

    test.each(firstOf(1, ["github", "gitlab"]))("keeps the backend for %s", async (ci) => {
      await init("--ci", ci);
      const backend = main().match(/new (S3|Http)Backend\(.*/)?.[0];
      expect(await importHere("--no-verify")).toMatchObject({ status: "extended" });
      expect(main()).toContain(backend);
      expect(main()).toContain("checkoutDashboard(stack)");
      expect(main()).not.toContain("First dashboard");
      expect(main()).toMatch(/^import \{ App, (S3|Http)Backend, TerraformStack \} from "cdktn";$/m);
      expect(existsSync(join(folder, "main.ts.new"))).toBe(false);
    });

    test("keeps its first dashboard if that dashboard was applied", async () => {
      await init();
      const instances = [{ attributes: { id: "650000000000000000000001" } }];
      const resource = { mode: "managed", type: "clickstack_dashboard", name: "first", instances };
      mkdirSync(join(folder, "cdktf.out", "stacks", "observability"), { recursive: true });
      writeFileSync(
        join(folder, "cdktf.out", "stacks", "observability", "terraform.tfstate"),
        JSON.stringify({ version: 4, resources: [resource] }),
      );
      expect(await importHere("--no-verify")).toMatchObject({ status: "extended" });
      expect(main()).toContain("First dashboard");
      expect(main()).toContain('new Dashboard(stack, "first", {');
      expect(main()).toContain(
        'new ClickStackProvider(stack, "clickstack", { deployment: "open_source" });\n\ncheckoutDashboard(stack);\n',
      );
    });

    longTest("gets the new text next to an edited program", async () => {
      await init();
      writeFileSync(join(folder, "main.ts"), main().replace("First dashboard", "Shop"));
      expect(await importHere("--no-verify")).toMatchObject({ status: "beside" });
      expect(main()).toContain('"Shop"');
      expect(main()).not.toContain("checkoutDashboard");
    });
  });

  test.each([
    ["no folder", [], {}, "The folder of the code is missing"],
    ["filters without a matching object", ["observability", "--name", "none*"], {}, "No objects match the filters"],
    ["an unknown resource type", ["observability", "--type", "tile"], {}, "Allowed choices are dashboard, alert"],
    [
      "no credentials",
      ["observability"],
      { CLICKSTACK_API_KEY: "", CLICKHOUSE_CLOUD_API_KEY: "", CLICKHOUSE_CLOUD_API_SECRET: "" },
      "No credentials",
    ],
    ["a key that the server refuses", ["observability"], { CLICKSTACK_API_KEY: "wrong" }, "401"],
    ["API keys without an organization", ["observability", "--type", "api_key"], NO_CLOUD, "API keys"],
  ])("exits with code 1 and one sentence for %s, and writes no files", async (_, words, more, message) => {
    const { exitCode, stdout, stderr } = await run(words, more);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(existsSync(folder)).toBe(false);
  });
});
