import type { Emulator } from "../../../src/emulator";
import { type DeploymentName, ENVIRONMENTS } from "../environment";
import { listed, ui } from "../ui";
import { inServedWorkspaces, type ServedWorkspace } from "../workspace";

const SEARCH = "clickstack_saved_search.errors";
const WEBHOOK = "clickstack_webhook.pager";
const ALERT = "clickstack_alert.errors";

const search = (fields = "") => `
data "clickstack_source" "logs" { name = "Logs" }
resource "clickstack_saved_search" "errors" {
  name      = "Errors"
  source_id = data.clickstack_source.logs.id
  where     = "level:error"
  ${fields}
}`;

interface WebhookText {
  readonly url?: string;
  readonly description?: string;
  readonly headers?: string;
  readonly headersVersion?: string;
}

const webhook = ({
  url = "https://example.com/one",
  description = "Pages",
  headers = '{ Authorization = "first credential" }',
  headersVersion = "1",
}: WebhookText = {}) => `
resource "clickstack_webhook" "pager" {
  name                 = "Pager"
  service              = "generic"
  url                  = "${url}"
  description          = "${description}"
  headers              = ${headers}
  headers_version      = "${headersVersion}"
  query_params         = { token = "token of the pager" }
  query_params_version = "1"
}`;

const alert = `
resource "clickstack_alert" "errors" {
  saved_search_id = clickstack_saved_search.errors.id
  interval        = "5m"
  threshold       = 1
  threshold_type  = "above"
  channels        = [{ type = "webhook", webhook_id = clickstack_webhook.pager.id }]
}`;

/** Declares the tests of a saved search, a webhook and their alert in an applied stack. */
export function testCompanions(deployment: DeploymentName): void {
  const environment = ENVIRONMENTS[deployment];

  describe(`in the ${deployment} deployment, a saved search, a webhook and their alert`, () => {
    let emulator: Emulator;
    let workspace: ServedWorkspace;

    inServedWorkspaces(environment, (opened) => {
      ({ emulator, workspace } = opened);
    });

    const apply = (hcl: string) => workspace.applyOf(hcl);
    const hidden = async () => {
      const { id } = await workspace.state(WEBHOOK);
      const { data } = (await ui(emulator, "GET", `/raw/webhooks/${id}`)) as { data: Record<string, unknown> };
      return { url: data.url, headers: data.headers, queryParams: data.queryParams };
    };

    test("send headers and query parameters again if the address changes, because the server drops them", async () => {
      await apply(webhook());
      workspace.write(webhook({ url: "https://example.com/two" }));
      await workspace.apply();
      expect(await hidden()).toEqual({
        url: "https://example.com/two",
        headers: { Authorization: "first credential" },
        queryParams: { token: "token of the pager" },
      });
    });

    test("are imported without a difference, except values that the API never returns", async () => {
      await apply(search("filters = [{ condition = \"ServiceName IN ('checkout')\" }]") + webhook() + alert);
      const [before, pager] = [await workspace.state(SEARCH), await workspace.state(WEBHOOK)];
      await workspace.must("state", "rm", SEARCH, WEBHOOK);
      await workspace.must("import", SEARCH, String(before.id));
      await workspace.must("import", WEBHOOK, String(pager.id));
      expect(await workspace.state(SEARCH)).toEqual(before);
      expect(await workspace.state(WEBHOOK)).toEqual({ ...pager, headers_version: null, query_params_version: null });
      expect(await workspace.plannedDifferences()).toEqual([
        `${WEBHOOK}: headers_version`,
        `${WEBHOOK}: query_params_version`,
      ]);
    });

    test("are created again together with the alert if they are deleted elsewhere", async () => {
      await apply(search() + webhook() + alert);
      await ui(emulator, "DELETE", `/api/v2/saved-searches/${(await workspace.state(SEARCH)).id}`);
      expect((await workspace.plannedChanges()).map(({ address, actions }) => [address, ...actions])).toEqual([
        [ALERT, "create"],
        [SEARCH, "create"],
      ]);
      await workspace.applyPlanned();
      expect(await workspace.plannedDifferences()).toEqual([]);
    });

    test("are destroyed in an order that the server allows, even if the search was already deleted", async () => {
      await apply(search() + webhook() + alert);
      await ui(emulator, "DELETE", `/api/v2/saved-searches/${(await workspace.state(SEARCH)).id}`);
      await workspace.must("destroy", "-auto-approve", "-no-color", "-refresh=false");
      expect(await listed(emulator, "saved-searches")).toEqual([]);
      expect(await listed(emulator, "alerts")).toEqual([]);
      expect((await listed(emulator, "webhooks")).map(({ name }) => name)).not.toContain("Pager");
    });

    test("keep headers and query parameters out of state and plan", async () => {
      await apply(webhook());
      expect(await hidden()).toEqual({
        url: "https://example.com/one",
        headers: { Authorization: "first credential" },
        queryParams: { token: "token of the pager" },
      });
      const state = await workspace.must("show", "-json");
      expect(state).not.toContain("first credential");
      expect(state).not.toContain("secret");
      expect(await workspace.plannedDifferences()).toEqual([]);
    });

    test("send headers and query parameters again if another user changed the address", async () => {
      await apply(webhook());
      const { id } = await workspace.state(WEBHOOK);
      await ui(emulator, "PUT", `/api/v2/webhooks/${id}`, {
        name: "Pager",
        service: "generic",
        url: "https://example.com/elsewhere",
      });
      await workspace.apply();
      expect(await hidden()).toEqual({
        url: "https://example.com/one",
        headers: { Authorization: "first credential" },
        queryParams: { token: "token of the pager" },
      });
      expect(await workspace.plannedDifferences()).toEqual([]);
    });

    test("send new headers only if their version changes", async () => {
      await apply(webhook());
      workspace.write(webhook({ headers: '{ Authorization = "second credential" }', description: "Changed" }));
      await workspace.apply();
      expect((await hidden()).headers).toEqual({ Authorization: "first credential" });
      workspace.write(webhook({ headers: '{ Authorization = "second credential" }', headersVersion: "2" }));
      await workspace.apply();
      expect((await hidden()).headers).toEqual({ Authorization: "second credential" });
      workspace.write(webhook({ headers: "null", headersVersion: "3" }));
      await workspace.apply();
      expect(await hidden()).toMatchObject({ headers: {}, queryParams: { token: "token of the pager" } });
    });

    test("cause an error with the fix if an unmanaged alert still uses a destroyed webhook", async () => {
      await apply(search() + webhook());
      const [{ id: savedSearchId }, { id: webhookId }] = [
        await workspace.state(SEARCH),
        await workspace.state(WEBHOOK),
      ];
      await ui(emulator, "POST", "/api/v2/alerts", {
        source: "saved_search",
        savedSearchId,
        interval: "5m",
        threshold: 1,
        thresholdType: "above",
        channel: { type: "webhook", webhookId },
      });
      workspace.write(search());
      const { exitCode, stderr } = await workspace.run("apply", "-auto-approve", "-no-color");
      const said = stderr.replace(/[│╷╵]/g, " ").replace(/\s+/g, " ");
      expect(exitCode).toBe(1);
      expect(said).toContain('Could not delete the webhook "Pager"');
      expect(said).toContain("1 alert(s) still reference it. Reassign or remove those alerts first.");
      expect((await workspace.state(WEBHOOK)).id).toBe(webhookId);
    });

    test("are refused in the plan if the server would refuse them", async () => {
      workspace.write(search('filters = [{ condition = "level = 1" }]'));
      const filter = await workspace.plan();
      expect(filter.stderr).toContain("The sidebar cannot show this filter");
      workspace.write(webhook({ url: "ftp://example.com" }));
      expect((await workspace.plan()).stderr).toContain("Must be an http or https address");
    });
  });
}
