import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "../../../src/emulator";
import { type DeploymentName, ENVIRONMENTS } from "../environment";
import { listed } from "../ui";
import { inServedWorkspaces, type ServedWorkspace } from "../workspace";

/** Returns a provider block with an argument, for a server without rate limits. */
export const providerBlock = (argument = "") => `provider "clickstack" {
  requests_per_window = 10000
  ${argument}
}`;

const ON = (mode: string) => providerBlock(`on_existing_name = "${mode}"`);

const stack = (head = providerBlock(), where = "level:error") => `${head}
data "clickstack_source" "logs" { name = "Logs" }
resource "clickstack_webhook" "pager" {
  name    = "CI pager"
  service = "generic"
  url     = "https://example.com/hook"
}
resource "clickstack_saved_search" "alpha" {
  name      = "CI alpha"
  source_id = data.clickstack_source.logs.id
  where     = "${where}"
}
resource "clickstack_dashboard" "alpha" {
  name  = "CI alpha"
  tiles = {
    a = {
      name = "A", x = 0, y = 0, w = 12, h = 6
      config = { display_type = "line", source_id = data.clickstack_source.logs.id, select = [{ agg_fn = "count", where = "${where}" }] }
    }
  }
}
resource "clickstack_alert" "alpha" {
  name           = "CI alpha"
  dashboard_id   = clickstack_dashboard.alpha.id
  tile_id        = clickstack_dashboard.alpha.tile_ids["a"]
  interval       = "5m"
  threshold      = 1
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = clickstack_webhook.pager.id }]
}`;

const KINDS = ["webhooks", "saved-searches", "dashboards", "alerts"] as const;
const squeezed = (text: string) => text.replace(/[\s│╷╵]+/g, " ");

/** Declares the tests of plans that create objects whose state was lost. */
export function testLostStates(deployment: DeploymentName): void {
  const environment = ENVIRONMENTS[deployment];

  describe(`in the ${deployment} deployment, a plan that creates objects whose state was lost`, () => {
    let emulator: Emulator;
    let workspace: ServedWorkspace;

    inServedWorkspaces(environment, (opened) => {
      ({ emulator, workspace } = opened);
    });

    beforeEach(async () => {
      await workspace.applyOf(stack());
      for (const file of ["terraform.tfstate", "terraform.tfstate.backup", ".terraform/clickstack"]) {
        rmSync(join(workspace.folder, file), { force: true, recursive: true });
      }
    });

    const named = async (kind: (typeof KINDS)[number]) =>
      (await listed(emulator, kind)).filter(({ name }) => String(name).startsWith("CI ")).map(({ id }) => String(id));

    test('adopts objects that equal the declaration with on_existing_name = "adopt"', async () => {
      const before = await Promise.all(KINDS.map(named));
      workspace.write(stack(ON("adopt")));
      await workspace.apply();
      expect(await Promise.all(KINDS.map(named))).toEqual(before);
      expect((await workspace.state("clickstack_dashboard.alpha")).id).toBe(before[2]?.[0]);
      expect((await workspace.state("clickstack_alert.alpha")).id).toBe(before[3]?.[0]);
      expect(await workspace.plannedDifferences()).toEqual([]);
    });

    test("refuses a webhook if the server has one with the same service and name", async () => {
      const { exitCode, stderr } = await workspace.plan();
      expect(exitCode).toBe(1);
      const refusal = squeezed(stderr);
      expect(refusal).toContain('Error: The server already has a webhook with the name "CI pager"');
      expect(refusal).toContain("The server refuses a second webhook with the same name and service.");
    });

    test("warns about each other existing object with its id and the import block that adopts it", async () => {
      const [pager = ""] = await named("webhooks");
      await workspace.must("import", "clickstack_webhook.pager", pager);
      const { exitCode, stdout } = await workspace.plan();
      expect(exitCode).toBe(0);
      const text = squeezed(stdout);
      for (const [noun, kind] of [
        ["a dashboard", "dashboards"],
        ["a saved search", "saved-searches"],
        ["an alert", "alerts"],
      ] as const) {
        const [id] = await named(kind);
        const type = `clickstack_${noun.replace(/^an? /, "").replace(" ", "_")}`;
        expect(text).toContain(`The server already has ${noun} with the name "CI alpha"`);
        expect(text).toContain(`import { to = ${type}.NAME id = "${id}" }`);
      }
    });

    test('fails with on_existing_name = "fail", and no object is created twice', async () => {
      workspace.write(stack(ON("fail")));
      const { exitCode, stderr } = await workspace.run("apply", "-auto-approve", "-no-color");
      expect(exitCode).toBe(1);
      expect(stderr).toContain('The server already has a dashboard with the name "CI alpha"');
      for (const kind of KINDS) {
        expect(await named(kind)).toHaveLength(1);
      }
    });

    test("creates another object if the provider may adopt but the existing object differs from the declaration", async () => {
      workspace.write(stack(ON("adopt"), "level:fatal"));
      await workspace.apply();
      expect(await named("webhooks")).toHaveLength(1);
      expect(await named("dashboards")).toHaveLength(2);
      expect(await named("saved-searches")).toHaveLength(2);
      expect(await workspace.plannedDifferences()).toEqual([]);
    });
  });
}
