import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { seedIds } from "../../../src/emulator";
import { listResourcesOf, resourcesOf } from "../../../src/resources/all-handlers";
import { dashboardCreateBody } from "../../../src/resources/dashboard/mapping";
import { resourceTypes } from "../../../src/resources/registry";
import { VERSION } from "../../../src/version";
import { createAlertsWithCharts } from "../../support/alerts-with-charts";
import { emulatorForTests } from "../../support/emulator/emulator-for-tests";
import { DEPLOYMENTS, STORED_SERVER } from "../../support/everything";
import { generatedDashboard } from "../../support/generated-dashboard";
import { openSourceClient } from "../../support/imported-model";
import { createTeamDashboards } from "../../support/team-dashboards";
import { Workspace } from "../../support/workspace";

const STATES = join(__dirname, "..", "..", "fixtures", "versions", VERSION);
const SECRET_PATH = "/services/T000/B000/secret-of-the-query";
const NOW = "2026-11-22T12:00:00.000Z";
const REFERENCES = { sourceId: seedIds.traces, connectionId: seedIds.connection, dashboardId: "0".repeat(24) };

/** One block for each list resource of the provider. */
const queries = Object.keys(listResourcesOf(resourceTypes, resourcesOf(resourceTypes))).map(
  (type) => `list "${type}" "all" {
  provider         = clickstack
  include_resource = true
  limit            = 1000
}
`,
);

interface PlannedResource {
  readonly address: string;
  readonly type: string;
  readonly change: { readonly actions: readonly string[]; readonly importing?: object };
}

describe.each(DEPLOYMENTS)("more than a hundred objects of the $name deployment", (deployment) => {
  const folder = mkdtempSync(join(tmpdir(), "query-"));
  const stateFile = join(folder, "server.json");
  copyFileSync(join(STATES, deployment.name, "server.json"), stateFile);
  const emulator = emulatorForTests({ ...STORED_SERVER, stateFile, now: () => new Date(NOW) });
  let workspace: Workspace;

  beforeAll(async () => {
    const endpoints = emulator.endpoints;
    const client = openSourceClient(emulator);
    await createTeamDashboards(client, emulator);
    for (const each of fc.sample(generatedDashboard(REFERENCES), { numRuns: 80, seed: 7 })) {
      await client.dashboards.create(dashboardCreateBody(each)).catch(() => undefined);
    }
    await client.dashboards.create({ name: "", tiles: [] });
    if (deployment.name === "open-source") {
      await createAlertsWithCharts(emulator);
    }
    const url = `https://hooks.slack.com${SECRET_PATH}`;
    await client.webhooks.create({ name: "Secret", service: "slack", url });
    await client.close();
    workspace = new Workspace(deployment.environment(endpoints));
    workspace.write("");
    await workspace.init();
    emulator.resetRequests();
  });

  afterAll(() => {
    workspace.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  test("are found by terraform query, which writes a configuration whose plan contains only imports", async () => {
    writeFileSync(join(workspace.folder, "all.tfquery.hcl"), queriesOf(deployment.name).join("\n"));
    await workspace.must("query", "-no-color", "-generate-config-out=generated.tf");
    expect(await workspace.must("query", "-no-color", "-json")).not.toContain(SECRET_PATH);
    const generated = readFileSync(join(workspace.folder, "generated.tf"), "utf8");
    expect(generated.match(/^import \{$/gm)?.length).toBeGreaterThan(100);

    await workspace.must("plan", "-no-color", "-out=imports.tfplan");
    const plan = JSON.parse(await workspace.must("show", "-json", "imports.tfplan"));
    const resources: readonly PlannedResource[] = plan.resource_changes;
    const changed = resources.filter(({ change }) => change.actions.join() !== "no-op" || !change.importing);
    expect(changed.map(({ address, change }) => `${address}: ${change.actions.join()}`)).toEqual([]);
    expect(resources).toHaveLength(generated.match(/^import \{$/gm)?.length ?? 0);

    await workspace.must("apply", "-no-color", "imports.tfplan");
    expect((await workspace.plan("-detailed-exitcode")).exitCode).toBe(0);
    expect(emulator.requests.filter(({ method, path }) => method !== "GET" && !path.endsWith("/validate"))).toEqual([]);
  });
});

/** The managed deployment has no connections to list. */
function queriesOf(deployment: string): readonly string[] {
  return queries.filter((query) => deployment === "open-source" || !query.includes("clickstack_connection"));
}
