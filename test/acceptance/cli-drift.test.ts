import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reportDocument } from "../../src/cli/reports/changes/report-model";
import type { Emulator } from "../../src/emulator";
import { createClient } from "../../src/resources/client";
import { callCli } from "../support/cli/call-cli";
import { emulatorForTests } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { longTest } from "../support/long-test";
import type { ProcessResult } from "../support/run-process";
import { ui } from "../support/ui";
import { inServedWorkspaces, ServedWorkspace } from "../support/workspace";

const HCL = `
data "clickstack_source" "logs" { name = "Logs" }
data "clickstack_webhook" "slack" { name = "Slack oncall" }
resource "clickstack_dashboard" "d" {
  count = 2
  name  = "Dashboard \${count.index}"
  tags  = ["shop"]
  tiles = { errors = { name = "Errors", x = 0, y = 0, w = 12, h = 6, config = {
    display_type = "line", source_id = data.clickstack_source.logs.id, select = [{ agg_fn = "count", where = "level:error" }]
  } } }
}
resource "clickstack_alert" "a" {
  count          = 2
  name           = "Alert \${count.index}"
  dashboard_id   = clickstack_dashboard.d[count.index].id
  tile_id        = clickstack_dashboard.d[count.index].tile_ids["errors"]
  interval       = "5m"
  threshold      = 100
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = data.clickstack_webhook.slack.id }]
}
resource "clickstack_api_key" "ci" {
  name            = "ci"
  ip_access_list  = [{ source = "203.0.113.0/24" }]
  secret_in_state = true
}
`;

/** Ignores the initial objects of the emulator. */
const SEED_RULES = `ignore:
  - { type: webhook, what: unmanaged }
`;

describe("cdk-clickstack drift", () => {
  const emulator = emulatorForTests();
  let stack: ServedWorkspace;
  let out: string;

  const drift = (...words: string[]): Promise<ProcessResult> =>
    callCli(["drift", ...words], stack.environment, stack.folder);

  const idOf = async (address: string) => String((await stack.state(address)).id);

  const files = () => readdirSync(stack.folder, { recursive: true, encoding: "utf8" }).sort();

  beforeAll(async () => {
    const environment = environmentFor(emulator.endpoints);
    stack = new ServedWorkspace(environment);
    out = mkdtempSync(join(tmpdir(), "drift-"));
    stack.write(HCL);
    writeFileSync(join(stack.folder, ".clickstack-drift.yaml"), SEED_RULES);
    await stack.init();
    await stack.apply();
    // The provider reads its variables at each start. Another address of the UI on this machine causes no drift.
    environment.CLICKSTACK_UI_ENDPOINT = "https://ui.example";
  });

  afterAll(() => {
    stack.remove();
    rmSync(out, { recursive: true });
  });

  test('reports "in sync" and exits with code 0 after an apply, and lists no unmanaged objects', async () => {
    const { exitCode, stdout } = await drift();
    expect(stdout).toMatch(/: in sync\n\nIn sync\.\n$/);
    expect(exitCode).toBe(0);
  });

  test("an unmanaged object changes the exit code only with --unmanaged fail", async () => {
    const made = await ui(emulator, "POST", "/api/v2/dashboards", { name: "By hand", tiles: [] });
    const { id } = (made as { data: { id: string } }).data;
    const listed = await drift();
    expect([listed.exitCode, listed.stdout]).toEqual([0, expect.stringContaining("? dashboard By hand")]);
    const failed = await drift("--unmanaged", "fail");
    expect([failed.exitCode, failed.stdout]).toEqual([2, expect.stringContaining("? dashboard By hand")]);
    await ui(emulator, "DELETE", `/api/v2/dashboards/${id}`);
  });

  longTest("ends after a deploy that finds the same change in the code, without a question", async () => {
    await ui(emulator, "PATCH", `/api/v2/alerts/${await idOf("clickstack_alert.a[0]")}`, { note: "Call Grace." });
    expect((await drift()).exitCode).toBe(2);
    stack.write(HCL.replace("interval       =", 'note = count.index == 0 ? "Call Grace." : null\n  interval ='));
    const deployed = await callCli(["deploy", "--yes"], stack.environment, stack.folder);
    expect(deployed).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(
        /\nNothing to do\.\nUpdated the state of [^\n]*: the code declares what was changed elsewhere\.\nDashboard 0: [^\n]*\nDashboard 1: [^\n]*\n$/,
      ),
    });
    expect((await drift()).exitCode).toBe(0);
    await ui(emulator, "PATCH", `/api/v2/alerts/${await idOf("clickstack_alert.a[0]")}`, { note: null });
    stack.write(HCL);
    await callCli(["deploy", "--yes"], stack.environment, stack.folder);
  });

  test("lists each changed field, each deleted object and each unmanaged object, and changes nothing", async () => {
    const dashboard = await stack.state("clickstack_dashboard.d[0]");
    const tile = (dashboard.tile_ids as Record<string, string>).errors;
    await ui(emulator, "PATCH", `/api/v2/dashboards/${dashboard.id}/tiles/${tile}`, { w: 6 });
    await ui(emulator, "PATCH", `/api/v2/alerts/${await idOf("clickstack_alert.a[0]")}`, { threshold: 900 });
    await ui(emulator, "PATCH", `/keys/${await idOf("clickstack_api_key.ci")}`, { state: "disabled" });
    await ui(emulator, "DELETE", `/api/v2/alerts/${await idOf("clickstack_alert.a[1]")}`);
    await ui(emulator, "POST", "/api/v2/dashboards", { name: "By hand", tiles: [], tags: ["sandbox"] });
    const filesBefore = files();
    const stateBefore = readFileSync(join(stack.folder, "terraform.tfstate"), "utf8");

    const { exitCode, stdout } = await drift("--output", join(out, "drift.html"));
    expect(exitCode).toBe(2);
    expect(readFileSync(join(out, "drift.html"), "utf8")).toMatch(/<svg.*Before: Dashboard 0.*After: Dashboard 0/s);
    expect(stdout.slice(stdout.indexOf("  Review carefully")).replace(/[0-9a-f]{24}/g, "ID")).toBe(`  Review carefully
  ! alert Alert 1 on Dashboard 1 > tile errors: deleted: it sends no more notifications
  ! key ci: disabled: its users are locked out
  ! alert Alert 0 on Dashboard 0 > tile errors: threshold loosened: above 100 -> above 900

  Dashboards
  ~ Dashboard 0 was changed clickstack_dashboard.d[0] in main.tf:10
      tile errors: w \`12\` -> \`6\`

  Alerts
  - Alert 1 on Dashboard 1 > tile errors (≥ 100 in 5m) was deleted clickstack_alert.a[1] in main.tf:18
  ~ Alert 0 on Dashboard 0 > tile errors (≥ 900 in 5m) was changed clickstack_alert.a[0] in main.tf:18
      threshold \`100\` -> \`900\`

  API keys
  ~ ci was changed clickstack_api_key.ci in main.tf:28
      state \`enabled\` -> \`disabled\`

On the server and in no state
  ? dashboard By hand ID

3 changed, 1 deleted, 1 unmanaged.
To take changes made in the UI into the code, run: npx cdk-clickstack adopt
`);
    expect(files()).toEqual(filesBefore);
    expect(readFileSync(join(stack.folder, "terraform.tfstate"), "utf8")).toBe(stateBefore);
  });

  longTest("omits ignored objects, and requests no list of a type that is ignored completely", async () => {
    const rules = join(stack.folder, "rules.yaml");
    writeFileSync(
      rules,
      `ignore:
  - { field: tiles.*.w, reason: people arrange tiles }
  - { type: alert, name: "Alert 1" }
  - { type: api_key }
  - { tag: sandbox, what: unmanaged }
  - { type: webhook }
`,
    );
    emulator.resetRequests();
    const page = join(stack.folder, "drift.html");
    const { exitCode, stdout } = await drift("--rules", rules, "--json", "--output", page);
    expect(exitCode).toBe(2);
    const document = JSON.parse(stdout);
    expect(reportDocument.safeParse(document).error).toBeUndefined();
    expect(document.stacks[0].objects.map(({ address }: { address: string }) => address)).toEqual([
      "clickstack_alert.a[0]",
    ]);
    expect(document.unmanaged).toEqual([]);
    // The only changed dashboard is ignored, and so is its drawing.
    expect(readFileSync(page, "utf8")).not.toContain("<svg");
    const keyLists = emulator.requests.filter(({ path }) => path.endsWith("/keys"));
    expect(keyLists.length).toBe(0);
  });

  longTest("exits with code 1 and the reason if the search for unmanaged objects fails", async () => {
    stack.write(`${HCL}\nvariable "token" {}\nprovider "clickstack" { api_key = var.token }`);
    const { CLICKSTACK_API_KEY: token = "", ...environment } = stack.environment;
    const { exitCode, stdout } = await callCli(
      ["drift", `--engine-arg=-var=token=${token}`],
      { ...environment, CLICKSTACK_API_KEY: undefined },
      stack.folder,
    );
    expect(stdout).toContain("3 changed, 1 deleted");
    expect(stdout).toContain("Could not check for unmanaged objects.");
    expect(stdout).not.toContain(token);
    expect(exitCode).toBe(1);
    const without = await callCli(
      ["drift", "--no-unmanaged", `--engine-arg=-var=token=${token}`],
      { ...environment, CLICKSTACK_API_KEY: undefined },
      stack.folder,
    );
    expect(without.exitCode).toBe(2);
  });
});

describe("drift of attributes that an apply of another object changes", () => {
  let emulator: Emulator;
  let workspace: ServedWorkspace;

  inServedWorkspaces(environmentFor, (opened) => {
    ({ emulator, workspace } = opened);
  });

  const hcl = (generation: number, actors = "") => `
resource "clickstack_organization_role" "deploy" {
  name     = "Deploy"
  policies = [{ allow_deny = "ALLOW", permissions = ["control-plane:service:view"], resources = ["instance/*"] }]
  ${actors}
}
resource "clickstack_api_key" "ci" {
  name              = "ci"
  allow_any_ip      = true
  secret_in_state   = true
  assigned_role_ids = [clickstack_organization_role.deploy.id]
  keepers           = { generation = "${generation}" }
  overlap           = "1d"
  lifecycle {
    create_before_destroy = true
  }
}`;

  const drift = () => callCli(["drift", "--no-unmanaged"], workspace.environment, workspace.folder);

  longTest(
    "is not reported for the actors of a role that is assigned to a key, or for the generations of a rotated key",
    async () => {
      await workspace.applyOf(hcl(1));
      expect(await drift()).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/In sync\.\n$/) });
      await workspace.applyOf(hcl(2));
      expect((await workspace.state("clickstack_api_key.ci")).generations).toEqual([]);
      expect(await drift()).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/In sync\.\n$/) });
    },
  );

  test("is reported for declared actors", async () => {
    await workspace.applyOf(hcl(1, "actors = []"));
    const { exitCode, stdout } = await drift();
    expect(stdout).toContain("      actors `");
    expect(exitCode).toBe(2);
  });

  longTest("is reported for another field of the role without the actors", async () => {
    await workspace.applyOf(hcl(1));
    const { id } = await workspace.state("clickstack_organization_role.deploy");
    const managed = { ...emulator.endpoints.managed, product: "clickstack", requestsPerWindow: 9999 } as const;
    const client = createClient({ userAgent: "tests", environment: {}, managed, observability: "managed" });
    await client.roles.update(String(id), { name: "Renamed" });
    await client.close();
    const { exitCode, stdout } = await drift();
    expect(stdout).toContain("name `Deploy` -> `Renamed`");
    expect(stdout).not.toContain("actors");
    expect(exitCode).toBe(2);
  });
});
