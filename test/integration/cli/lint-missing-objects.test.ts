import { seedIds } from "../../../src/emulator";
import { callCli } from "../../support/cli/call-cli";
import { configurationFolder } from "../../support/cli/lint";
import { startEmulator } from "../../support/emulator/emulator-for-tests";
import { environmentFor, managedEnvironmentFor } from "../../support/environment";
import { RecordServer } from "../../support/record-server";
import { ui } from "../../support/ui";

const MISSING_ROLE = "66666666-6666-4666-8666-666666666666";

async function missingObjects(configuration: object, environment: Readonly<Record<string, string>>) {
  const { stdout, stderr } = await callCli(
    ["lint", configurationFolder(configuration), "--server", "--json"],
    environment,
  );
  const problems: readonly { readonly rule: string; readonly message: string }[] = JSON.parse(stdout).problems;
  return { found: problems.filter(({ rule }) => rule === "missing-object").map(({ message }) => message), stderr };
}

const keyWith = (role: string) => ({
  resource: { clickstack_api_key: { ci: { name: "ci", assigned_role_ids: [role] } } },
});

test("the id of an existing object is found in upper and lower case", async () => {
  await using server = await RecordServer.start();
  server.records = { sources: [{ id: "Source-A1", name: "Logs", kind: "log" }] };
  const configuration = {
    resource: {
      clickstack_saved_search: {
        same: { name: "Same", source_id: "Source-A1" },
        lower: { name: "Lower", source_id: "source-a1" },
        gone: { name: "Gone", source_id: "Source-A2" },
      },
    },
  };
  const { found } = await missingObjects(configuration, {
    CLICKSTACK_ENDPOINT: server.endpoint,
    CLICKSTACK_API_KEY: "key",
  });
  expect(found).toEqual([
    'The saved search "Gone" refers to the source Source-A2, which does not exist on the server.',
  ]);
});

test("a role of an API key is reported as missing if the organization does not have it", async () => {
  await using emulator = await startEmulator();
  const { found } = await missingObjects(keyWith(MISSING_ROLE), managedEnvironmentFor(emulator.endpoints));
  expect(found).toEqual([`The key "ci" refers to the role ${MISSING_ROLE}, which does not exist on the server.`]);
});

test("roles are not checked if the credentials cannot list them", async () => {
  await using emulator = await startEmulator();
  emulator.failNext({ method: "GET", path: "*/roles", status: 403, times: 10 });
  const { found, stderr } = await missingObjects(keyWith(MISSING_ROLE), managedEnvironmentFor(emulator.endpoints));
  expect(found).toEqual([]);
  expect(stderr).toContain("403");
});

const clickTable = (type: "search" | "dashboard", name: string) => ({
  name: `${type} ${name}`,
  config: {
    display_type: "table",
    source_id: seedIds.logs,
    select: [{ agg_fn: "count" }],
    on_click: { type, target: { mode: "template", template: name } },
  },
});

const clicks = (tiles: Readonly<Record<string, object>>, name = "Shop") => ({
  resource: { clickstack_dashboard: { shop: { name, tiles } } },
});

describe("a click that opens an object by its name", () => {
  const check = async (configuration: object) => {
    await using emulator = await startEmulator();
    await ui(emulator, "POST", "/api/v2/dashboards", { name: "Team", tiles: [] });
    return (await missingObjects(configuration, environmentFor(emulator.endpoints))).found;
  };

  test("is reported if neither the server nor the program has the object", async () => {
    const tiles = { events: clickTable("search", "Invoices"), cart: clickTable("dashboard", "Cart") };
    expect(await check(clicks(tiles))).toEqual([
      'A click in the tile "events" of the dashboard "Shop" opens the source "Invoices", which does not exist on the server.',
      'A click in the tile "cart" of the dashboard "Shop" opens the dashboard "Cart", which does not exist on the server.',
    ]);
  });

  test("is not reported if the server or the program has the object, or if the name contains columns", async () => {
    const tiles = {
      ...{ events: clickTable("search", " Logs "), team: clickTable("dashboard", "Team") },
      ...{ own: clickTable("dashboard", "Shop"), service: clickTable("dashboard", "HTTP: {{ServiceName}}") },
    };
    expect(await check(clicks(tiles))).toEqual([]);
  });

  test("is not reported if only the engine knows the name of a dashboard", async () => {
    expect(await check(clicks({ cart: clickTable("dashboard", "Cart") }, `\${var.name}`))).toEqual([]);
  });
});
