import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "../../../src/emulator";
import { type DeploymentName, ENVIRONMENTS } from "../environment";
import { listed, ui } from "../ui";
import { inServedWorkspaces, type ServedWorkspace } from "../workspace";

const companions = (version = "1") => `
data "clickstack_source" "logs" { name = "Logs" }
resource "clickstack_webhook" "pager" {
  name            = "CI pager"
  service         = "generic"
  url             = "https://example.com/hook"
  headers         = { Authorization = "credential ${version}" }
  headers_version = "${version}"
}
resource "clickstack_saved_search" "alpha" {
  name      = "CI alpha"
  source_id = data.clickstack_source.logs.id
}
resource "clickstack_dashboard" "alpha" {
  count = 2
  name  = "CI alpha"
  tiles = {
    a = {
      name = "A", x = 0, y = 0, w = 12, h = 6
      config = { display_type = "line", source_id = data.clickstack_source.logs.id, select = [{ agg_fn = "count" }] }
    }
  }
}
resource "clickstack_alert" "alpha" {
  saved_search_id = clickstack_saved_search.alpha.id
  interval       = "5m"
  threshold      = 1
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = clickstack_webhook.pager.id }]
}`;

const KINDS = ["webhooks", "saved-searches", "dashboards", "alerts"] as const;

/** Declares the tests of objects that an interrupted run created and that are in no state. */
export function testInterruptedCreates(deployment: DeploymentName): void {
  const environment = ENVIRONMENTS[deployment];

  describe(`objects of a run that stored no state (${deployment})`, () => {
    let emulator: Emulator;
    let workspace: ServedWorkspace;

    inServedWorkspaces(environment, (opened) => {
      ({ emulator, workspace } = opened);
    });

    beforeEach(async () => {
      await workspace.applyOf(companions());
    });

    const ids = async () => {
      const lists = await Promise.all(KINDS.map((kind) => listed(emulator, kind)));
      return lists.map((list) => list.map(({ id }) => String(id)).sort());
    };
    const loseState = () => {
      for (const file of ["terraform.tfstate", "terraform.tfstate.backup"]) {
        rmSync(join(workspace.folder, file), { force: true });
      }
    };
    const journal = () => {
      const folder = join(workspace.folder, ".terraform", "clickstack", "creates");
      return existsSync(folder) ? readdirSync(folder) : [];
    };

    test("are adopted by the next apply in the same folder, and no object exists twice", async () => {
      const before = await ids();
      loseState();
      const { stdout } = await workspace.plan();
      expect(stdout).toContain('An interrupted run created the saved search "CI alpha", which is in no state');
      await workspace.apply();
      expect(await ids()).toEqual(before);
      expect(await workspace.plannedDifferences()).toEqual([]);
    });

    test("get the values that the API never returns again after the adoption", async () => {
      loseState();
      workspace.write(companions("2"));
      await workspace.apply();
      const { id } = await workspace.state("clickstack_webhook.pager");
      const { data } = (await ui(emulator, "GET", `/raw/webhooks/${id}`)) as { data: Record<string, unknown> };
      expect(data.headers).toEqual({ Authorization: "credential 2" });
    });

    test("are removed from the journal by a plan with the objects in the state, and a destroy adopts nothing", async () => {
      expect(journal().length).toBe(5);
      expect(await workspace.plannedDifferences()).toEqual([]);
      expect(journal()).toEqual([]);
      await workspace.must("destroy", "-auto-approve", "-no-color");
      await workspace.apply();
      expect((await listed(emulator, "webhooks")).filter(({ name }) => name === "CI pager")).toHaveLength(1);
      expect((await ids()).slice(1).map((list) => list.length)).toEqual([1, 2, 1]);
    });
  });
}
