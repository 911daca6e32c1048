import type { Emulator } from "../../src/emulator";
import { seedIds } from "../../src/emulator/seed";
import { emulatorForEachTest } from "../support/emulator/emulator-for-tests";
import { environmentFor, managedEnvironmentFor } from "../support/environment";
import { listed, ui } from "../support/ui";
import { inServedWorkspaces, ServedWorkspace } from "../support/workspace";

const SOURCE = "clickstack_source.logs";
const CONNECTION = "clickstack_connection.clickhouse";

const source = (connection: string, more = "") => `
resource "clickstack_source" "logs" {
  kind                            = "log"
  name                            = "Shop logs"
  connection_id                   = ${connection}
  from                            = { database_name = "shop", table_name = "logs" }
  timestamp_value_expression      = "Timestamp"
  default_table_select_expression = "Body"
  ${more}
}
resource "clickstack_dashboard" "logs" {
  name  = "Logs"
  tiles = { events = { name = "Events", x = 0, y = 0, w = 24, h = 8, config = { display_type = "search", source_id = clickstack_source.logs.id } } }
}`;

const connection = (fields: string) => `
resource "clickstack_connection" "clickhouse" {
  name = "ClickHouse"
  ${fields}
}`;

describe.each([
  ["open-source", environmentFor],
  ["managed", managedEnvironmentFor],
] as const)("a source in the %s deployment", (deployment, environment) => {
  let emulator: Emulator;
  let workspace: ServedWorkspace;

  inServedWorkspaces(environment, (opened) => {
    ({ emulator, workspace } = opened);
  });

  test("is created, imported without a difference, created again after a delete elsewhere, and destroyed after the objects that use it", async () => {
    await workspace.applyOf(source(JSON.stringify(seedIds.connection)));
    const before = await workspace.state(SOURCE);
    expect(await workspace.plannedDifferences()).toEqual([]);

    await workspace.must("state", "rm", SOURCE);
    await workspace.must("import", SOURCE, String(before.id));
    expect(await workspace.state(SOURCE)).toEqual(before);
    expect(await workspace.plannedDifferences()).toEqual([]);

    await ui(emulator, "DELETE", `/api/v2/sources/${before.id}`);
    await workspace.apply();
    expect((await listed(emulator, "sources")).map(({ name }) => name)).toContain("Shop logs");
    expect(await workspace.plannedDifferences()).toEqual([]);

    await workspace.must("destroy", "-auto-approve", "-no-color");
    expect((await listed(emulator, "sources")).map(({ name }) => name)).not.toContain("Shop logs");
  });

  test("has only the fields of its deployment", async () => {
    const field =
      deployment === "managed"
        ? 'service_version_expression = "V"'
        : 'filter_settings = { database_name = "a", table_name = "b", columns = [] }';
    workspace.write(source(JSON.stringify(seedIds.connection), field));
    const { stderr } = await workspace.plan();
    const [name] = field.split(" ");
    expect(stderr).toContain(`The ${deployment} deployment has no ${name}`);
  });
});

describe("a connection", () => {
  let emulator: Emulator;
  emulatorForEachTest((each) => {
    emulator = each;
  });
  test("keeps its password out of the state, sends it when required, and is imported without a difference", async () => {
    const workspace = new ServedWorkspace(environmentFor(emulator.endpoints));
    const HOST = 'host = "http://one:8123"\n  username = "hyperdx"\n';
    const apply = async (fields: string) => {
      workspace.write(connection(fields) + source("clickstack_connection.clickhouse.id"));
      await workspace.apply();
      const { id } = await workspace.state(CONNECTION);
      const { data } = (await ui(emulator, "GET", `/raw/connections/${id}`)) as { data: Record<string, unknown> };
      return data;
    };
    workspace.write(connection(HOST));

    expect(
      await apply(`${HOST} password = "first"\n password_version = "1"\n hyperdx_setting_prefix = "a_"`),
    ).toMatchObject({
      password: "first",
      hyperdxSettingPrefix: "a_",
    });
    expect(await workspace.must("show", "-json")).not.toContain("first");
    const before = await workspace.state(CONNECTION);
    await workspace.must("state", "rm", CONNECTION);
    await workspace.must("import", CONNECTION, String(before.id));
    expect(await workspace.state(CONNECTION)).toEqual({ ...before, password_version: null });

    const unchanged = await apply(`${HOST} password = "second"\n password_version = "1"`);
    expect(unchanged).toMatchObject({ password: "second" });
    expect(unchanged).not.toHaveProperty("hyperdxSettingPrefix");
    expect(await apply(`${HOST} password = "third"\n password_version = "1"`)).toMatchObject({ password: "second" });
    expect(await apply(`${HOST.replace("one", "two")} password = "third"\n password_version = "1"`)).toMatchObject({
      host: "http://two:8123",
      password: "third",
    });

    workspace.write(connection(HOST.replace("one", "two")) + source("clickstack_connection.clickhouse.id"));
    expect(await workspace.plan()).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("Warning: The password of a connection cannot be removed"),
    });
    expect(await workspace.run("apply", "-auto-approve", "-no-color")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("Error: The password of a connection cannot be removed"),
    });
    await workspace.must("destroy", "-auto-approve", "-no-color");
    expect((await listed(emulator, "connections")).map(({ name }) => name)).not.toContain("ClickHouse");
    workspace.remove();
  });

  test("is refused in the managed deployment before the first request", async () => {
    const workspace = new ServedWorkspace(managedEnvironmentFor(emulator.endpoints));
    workspace.write(connection('host = "http://one:8123"\n username = "hyperdx"'));
    const { exitCode, stderr } = await workspace.plan();
    const said = stderr.replace(/[│╷╵]/g, " ").replace(/\s+/g, " ");
    expect(exitCode).toBe(1);
    expect(said).toContain("The managed deployment does not offer connections; the open-source one does.");
    expect(emulator.requests).toEqual([]);
    workspace.remove();
  });
});
