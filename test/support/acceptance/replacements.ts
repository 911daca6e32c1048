import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, seedIds } from "../../../src/emulator";
import { type DeploymentName, ENVIRONMENTS } from "../environment";
import { ui } from "../ui";
import { inServedWorkspaces, type ServedWorkspace } from "../workspace";

const BOTH = `
source             | name = "Shop logs"
source             | kind = "log"
source             | connection_id = "${seedIds.connection}"
source             | from = { database_name = "shop", table_name = "logs" }
source             | timestamp_value_expression = "Timestamp"
source             | default_table_select_expression = "Body"
dashboard          | name = "Shop"
dashboard          | tiles = { all = { name = "All", x = 0, y = 0, w = 24, h = 8, config = { display_type = "line", source_id = clickstack_source.x.id, select = [{ agg_fn = "count" }] } } }
saved_search       | name = "Errors"
saved_search       | source_id = clickstack_source.x.id
saved_search       | where = "level:error"
webhook            | name = "Pager"
webhook            | service = "generic"
webhook            | url = "https://example.com/hook"
alert              | name = "Errors"
alert              | dashboard_id = clickstack_dashboard.x.id
alert              | tile_id = clickstack_dashboard.x.tile_ids["all"]
alert              | interval = "5m"
alert              | threshold = 1
alert              | threshold_type = "above"
alert              | channels = [{ type = "webhook", webhook_id = clickstack_webhook.x.id }]
api_key            | name = "ci"
api_key            | allow_any_ip = true
api_key            | secret_in_state = true
organization_role  | name = "Readers"
organization_role  | policies = [{ allow_deny = "ALLOW", permissions = ["control-plane:service:view"], resources = ["instance/*"] }]
`;

const OPEN_SOURCE = `
connection         | name = "Second"
connection         | host = "https://clickhouse.example.com:8443"
connection         | username = "default"
`;

const MANAGED = `
team_role          | name = "Readers"
team_role          | permissions = [{ action = "read", subject = "all" }]
`;

/** Returns one resource `x` of each type. @param more lines that each resource contains */
function hclOf(lines: string, more = ""): string {
  const bodies = new Map<string, string>();
  for (const line of lines.trim().split(/\n+/)) {
    const [type = "", attribute = ""] = line.split(/ +\| /);
    bodies.set(type, `${bodies.get(type) ?? ""}  ${attribute}\n`);
  }
  return [...bodies].map(([type, body]) => `resource "clickstack_${type}" "x" {\n${body}${more}}\n`).join("");
}

const LINES: Readonly<Record<DeploymentName, string>> = { "open-source": BOTH + OPEN_SOURCE, managed: BOTH + MANAGED };

/** Declares the tests of replacements. */
export function testReplacements(deployment: DeploymentName): void {
  const environment = ENVIRONMENTS[deployment];
  const lines = LINES[deployment];

  describe(`in the ${deployment} deployment, one object of each resource type`, () => {
    let emulator: Emulator;
    let workspace: ServedWorkspace;

    inServedWorkspaces(environment, (opened) => {
      ({ emulator, workspace } = opened);
    });

    const ids = async () =>
      new Map([...(await workspace.states())].map(([address, { id }]) => [address, String(id)] as const));

    /**
     * Applies, and checks that each object was replaced, that the next plan is empty and that no unused key remains.
     */
    async function expectAllReplaced(...args: string[]): Promise<void> {
      const before = await ids();
      await workspace.apply(...args);
      const after = await ids();
      expect([...after].filter(([address, id]) => before.get(address) === id)).toEqual([]);
      expect(await workspace.plannedChanges()).toEqual([]);
      const { data: keys } = (await ui(emulator, "GET", "/keys")) as { data: readonly { id: string; name: string }[] };
      expect(keys.filter(({ id }) => id !== seedIds.startKey)).toMatchObject([
        { id: after.get("clickstack_api_key.x"), name: "ci" },
      ]);
    }

    /** Writes the same state as `terraform taint` for every object. */
    function taintAll(): void {
      const file = join(workspace.folder, "terraform.tfstate");
      const state = JSON.parse(readFileSync(file, "utf8")) as { resources: { instances: { status?: string }[] }[] };
      for (const instance of state.resources.flatMap(({ instances }) => instances)) {
        instance.status = "tainted";
      }
      writeFileSync(file, JSON.stringify(state));
    }

    const replaceAll = async () => [...(await ids()).keys()].map((address) => `-replace=${address}`);

    test("is replaced by -replace", async () => {
      await workspace.applyOf(hclOf(lines));
      expect([...(await ids()).keys()]).toHaveLength(8);
      await expectAllReplaced(...(await replaceAll()));
    });

    test("is replaced after a taint and with create_before_destroy", async () => {
      await workspace.applyOf(hclOf(lines));
      taintAll();
      await expectAllReplaced();

      // The server refuses two webhooks or two team roles with the same name, so they cannot be created before the
      // delete.
      const others = lines.replaceAll(/^(webhook|alert|team_role) .*\n/gm, "");
      workspace.write(hclOf(others, "  lifecycle {\n    create_before_destroy = true\n  }\n"));
      await expectAllReplaced(...(await replaceAll()));
    });
  });
}
