import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runEngine } from "../../src/cli/engine/engine";
import { findEngine } from "../../src/cli/engine/find-engine";
import { callCli } from "../support/cli/call-cli";
import { startEmulator } from "../support/emulator/emulator-for-tests";
import { environmentFor, managedEnvironmentFor } from "../support/environment";
import { ImportedFolder } from "../support/imported-folder";
import { openSourceClient } from "../support/imported-model";
import { longTest } from "../support/long-test";

const EXPORTS = join(__dirname, "..", "fixtures", "migrate", "grafana");

/** The address of each webhook, which the code takes from variables. */
const VARIABLES = { TF_VAR_slack_shop_url: "https://hooks.slack.com/services/T0/B0/x" };

function migrate(folder: ImportedFolder, ...words: readonly string[]) {
  return callCli(["migrate", "grafana", EXPORTS, "-o", folder.path, ...words], folder.environment);
}

test.each(["typescript", "hcl"] as const)(
  "the %s code of a migration passes its compiler and lint, applies, and has an empty second plan",
  async (format) => {
    await using emulator = await startEmulator();
    const folder = new ImportedFolder({ ...environmentFor(emulator.endpoints), ...VARIABLES });
    const client = openSourceClient(emulator);
    try {
      const { exitCode, stdout, stderr } = await migrate(folder, "--format", format, "--json");
      expect([exitCode, stderr]).toEqual([2, ""]);
      const { summary, results, problems } = JSON.parse(stdout);
      expect(problems).toEqual([]);
      expect(summary).toMatchObject({
        dashboards: 1,
        panels: { exact: 3, approximated: 3, leftOut: 0 },
        rules: { exact: 2, approximated: 0, leftOut: 0 },
        otherSources: { panels: 1, rules: 1 },
      });
      for (const { path, line, title } of results.filter((each: { path?: string }) => each.path !== undefined)) {
        const lettersOf = (text = "") => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
        expect(lettersOf(folder.read(path).split("\n")[line - 1])).toContain(lettersOf(title));
      }
      if (format === "typescript") {
        expect(folder.compile()).toBe("");
        expect(folder.lint()).toBe("");
      }
      const stack = format === "typescript" ? await folder.synthesize() : folder.path;
      const linted = await callCli(["lint", stack], folder.environment);
      expect([linted.exitCode, linted.stdout]).toEqual([0, expect.not.stringContaining("error")]);
      const run = async (...args: readonly string[]) => {
        const result = await runEngine(findEngine(), args, {
          workingDirectory: stack,
          environment: folder.environment,
        });
        expect([args, result.exitCode, result.exitCode === 0 ? "" : result.stdout + result.stderr]).toEqual([
          args,
          0,
          "",
        ]);
      };
      await run("init");
      await run("apply", "-auto-approve");
      await run("plan", "-detailed-exitcode");
      const [dashboards, alerts, webhooks] = await Promise.all(
        [client.dashboards, client.alerts, client.webhooks].map(async (each) => (await each.readShown()).records),
      );
      expect(dashboards?.map(({ name }) => name)).toContain("Orders");
      expect(alerts?.map(({ displayName }) => displayName)).toEqual(
        expect.arrayContaining(["Many failed requests", "No orders"]),
      );
      expect(webhooks?.map(({ name }) => name)).toContain("Slack shop");
    } finally {
      await client.close();
      folder.remove();
    }
  },
);

longTest("the code for the managed deployment applies, and has an empty second plan", async () => {
  await using emulator = await startEmulator();
  const folder = new ImportedFolder({ ...managedEnvironmentFor(emulator.endpoints), ...VARIABLES });
  try {
    const words = ["--format", "hcl", "--deployment", "managed", "--json"];
    const { stdout } = await migrate(folder, ...words);
    expect(JSON.parse(stdout).notes).toContain(
      'ClickHouse Cloud does not list the connection "Local ClickHouse". Fix: Set its id as `connection` in migrate.yaml.',
    );
    const reader = openSourceClient(emulator);
    const [source] = (await reader.sources.readShown()).records;
    await reader.close();
    folder.change("migrate.yaml", (line) => [
      line.replace('connection: "Local ClickHouse"', `connection: "${String(source?.connection)}"`),
    ]);
    await migrate(folder, ...words);
    const options = { workingDirectory: folder.path, environment: folder.environment };
    for (const args of [["init"], ["apply", "-auto-approve"], ["plan", "-detailed-exitcode"]]) {
      const { exitCode, stdout: text, stderr } = await runEngine(findEngine(), args, options);
      expect([args, exitCode, exitCode === 0 ? "" : text + stderr]).toEqual([args, 0, ""]);
    }
  } finally {
    folder.remove();
  }
});

test("the guide shows the summary, the panel and the tile of this export", async () => {
  const folder = new ImportedFolder({ PATH: process.env.PATH ?? "", COLUMNS: "80" });
  try {
    const guide = readFileSync(join(__dirname, "..", "..", "docs", "guides", "migrating.md"), "utf8");
    const { stdout } = await migrate(folder);
    expect(guide).toContain(stdout.slice(stdout.indexOf("  webhooks.ts")));
    const board = JSON.parse(readFileSync(join(EXPORTS, "dashboards", "Shop", "orders.json"), "utf8"));
    const shown = JSON.parse(/```text\n(\{\n {2}"id": 2[\s\S]*?)```/.exec(guide)?.[1] ?? "{}");
    expect(board.panels).toContainEqual(expect.objectContaining({ title: shown.title, gridPos: shown.gridPos }));
    expect(JSON.stringify(board)).toContain(JSON.stringify(shown.targets[0].rawSql));
    const tile = /```text\n(requests_by_service: [\s\S]*?)\n```/.exec(guide)?.[1] ?? "";
    const lines = (text: string) => text.split("\n").map((line) => line.trim());
    expect(lines(folder.read("dashboards/shop.ts")).join("\n")).toContain(lines(tile).join("\n"));
  } finally {
    folder.remove();
  }
});

test("a second migration keeps edits of the code and follows the edited decisions", async () => {
  const folder = new ImportedFolder({ PATH: process.env.PATH ?? "" });
  try {
    await migrate(folder);
    const path = "alerts/shop-checkout.ts";
    folder.change(path, (line) => [line.replace("moreThan(20)", "moreThan(25)")]);
    folder.change("migrate.yaml", (line) => [
      line.replace('connection: "Local ClickHouse"', 'connection: "Production"'),
    ]);
    const { stdout } = await migrate(folder);
    expect(stdout).toMatch(/alerts\/shop-checkout\.ts +edited; the changes were merged/);
    expect(folder.read(path)).toContain("moreThan(25)");
    expect(folder.read(path)).toContain('Connection.byName(scope, "Production")');
    expect(folder.read("migrate.yaml")).toContain('connection: "Production"');
  } finally {
    folder.remove();
  }
});

longTest("nothing is written outside of the folder of the code", async () => {
  const folder = new ImportedFolder({ PATH: process.env.PATH ?? "" });
  try {
    const names = [
      "../../evil",
      "/etc/evil",
      "__proto__",
      "con",
      "a\u2028b",
      "Shop",
      "shop",
      `$${"{evil}"}`,
      "*/ evil",
    ];
    const hostile = names.map((title, index) => ({
      dashboard: {
        uid: title,
        title,
        panels: [
          { id: 0, type: "text", title, options: { mode: "markdown", content: `${title} \`x\` \${y} %{ if true }` } },
          {
            ...{ id: 1, type: "table", title, datasource: { type: "grafana-clickhouse-datasource", uid: title } },
            targets: [
              { refId: "A", format: 1, rawSql: `SELECT '${title} \`x\` \${"$"}{ %{' AS "a*/\`", ${index} AS n` },
            ],
          },
        ],
      },
      meta: { folderTitle: title },
    }));
    const file = join(folder.project, "hostile.json");
    writeFileSync(file, JSON.stringify(hostile));
    const { exitCode, stderr } = await callCli(
      ["migrate", "grafana", file, "-o", folder.path, "--json"],
      folder.environment,
    );
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(folder.compile()).toBe("");
    expect(existsSync(join(folder.project, "evil.ts"))).toBe(false);
    const stack = await folder.synthesize();
    const { resource } = JSON.parse(readFileSync(join(stack, "cdk.tf.json"), "utf8"));
    expect(
      Object.values(resource.clickstack_dashboard)
        .map((each) => (each as { name: string }).name)
        .sort(),
    ).toEqual(names.map((name) => name.replace("$", () => "$$")).sort());
  } finally {
    folder.remove();
  }
});
