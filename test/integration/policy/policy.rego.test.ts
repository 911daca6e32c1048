import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { runCli } from "../../support/cli/run-cli";
import { startEmulator } from "../../support/emulator/emulator-for-tests";
import { environmentFor } from "../../support/environment";
import { findRego } from "../../support/find-rego";
import { Workspace } from "../../support/workspace";

const POLICY = join(__dirname, "..", "..", "..", "examples", "policy", "clickstack.rego");

/** Returns the policy's refusals for each document. */
function denied(...documents: readonly unknown[]): readonly (readonly string[])[] {
  return evaluated("deny", documents);
}

/** Returns the messages of a rule of the policy for each document, in one run of the interpreter. */
function evaluated(rule: "deny" | "warn", documents: readonly unknown[]): readonly (readonly string[])[] {
  const python = findRego();
  if (!python) {
    throw new Error("There is no Python with regopy: install it, or name it in REGO_PYTHON.");
  }
  const script = join(__dirname, "evaluate.py");
  return JSON.parse(
    execFileSync(python, [script, POLICY, rule], { input: JSON.stringify(documents), encoding: "utf8" }),
  );
}

const NO_END = (address: string) => `${address}: the API key never expires. Set expire_at or rotate_every.`;
const ANY_ADDRESS = (address: string) =>
  `${address}: any address can use the API key. List the required addresses in ip_access_list.`;
const WIDE = (address: string, source: string) =>
  `${address}: ${source} in ip_access_list contains at least half of all addresses. List only the required addresses.`;
const NO_CHANNEL = (address: string) => `${address}: the alert has no channel. Add one.`;

const STACK = `
resource "clickstack_api_key" "open" {
  name            = "open"
  secret_in_state = true
  allow_any_ip    = true
}
resource "clickstack_api_key" "wide" {
  name            = "wide"
  secret_in_state = true
  ip_access_list  = [{ source = "10.0.0.0/8" }, { source = "0.0.0.0/0" }]
  expire_at       = timeadd(timestamp(), "24h")
}
resource "clickstack_api_key" "rotated" {
  name            = "rotated"
  secret_in_state = true
  ip_access_list  = [{ source = "10.0.0.0/8" }]
  rotate_every    = "30d"
  overlap         = "7d"
}
data "clickstack_source" "logs" { name = "Logs" }
resource "clickstack_webhook" "pager" {
  name    = "Pager"
  service = "generic"
  url     = "https://example.com/hook"
}
resource "clickstack_saved_search" "errors" {
  name      = "Errors"
  source_id = data.clickstack_source.logs.id
}
resource "clickstack_alert" "errors" {
  saved_search_id = clickstack_saved_search.errors.id
  interval        = "5m"
  threshold       = 1
  threshold_type  = "above"
  channels        = [{ type = "webhook", webhook_id = clickstack_webhook.pager.id }]
}`;

test("the policy has the same result for the plan JSON of this project and of the engine", async () => {
  await using emulator = await startEmulator();
  const environment = environmentFor(emulator.endpoints);
  const workspace = new Workspace(environment);
  try {
    workspace.write(STACK);
    await workspace.init();
    const { stdout, exitCode } = await runCli(["plan", "--json"], { cwd: workspace.folder, environment });
    expect(exitCode).toBe(2);
    await workspace.must("plan", "-out=plan.tfplan");
    const shown = await workspace.must("show", "-json", "plan.tfplan");
    const expected = [
      ANY_ADDRESS("clickstack_api_key.open"),
      NO_END("clickstack_api_key.open"),
      WIDE("clickstack_api_key.wide", "0.0.0.0/0"),
    ];
    expect(denied(JSON.parse(stdout), JSON.parse(shown)).map((each) => [...each].sort())).toEqual([expected, expected]);
  } finally {
    workspace.remove();
  }
});

test("the policy checks only the changed fields of an update", () => {
  const key = (name: string, action: string, ...fields: readonly object[]) => ({
    address: `clickstack_api_key.${name}`,
    type: "clickstack_api_key",
    action,
    fields,
  });
  const objects = [
    key("unending", "update", {
      path: ["expire_at"],
      before: { value: "2099-01-01T00:00:00Z" },
      after: { absent: true },
    }),
    key("never", "update", { path: ["expire_at"], before: { absent: true }, after: { value: "never" } }),
    key("opened", "update", { path: ["allow_any_ip"], before: { absent: true }, after: { value: true } }),
    key("widened", "replace", {
      path: ["ip_access_list", 1, "source"],
      before: { absent: true },
      after: { value: "::/0" },
    }),
    key("renamed", "update", { path: ["name"], before: { value: "a" }, after: { value: "b" } }),
    key("deleted", "delete"),
    { address: "clickstack_alert.mute", type: "clickstack_alert", action: "create", fields: [] },
    { address: "clickstack_dashboard.any", type: "clickstack_dashboard", action: "create", fields: [] },
  ];
  const [found = []] = denied({ kind: "plan", version: 1, stacks: [{ objects }] });
  expect([...found].sort()).toEqual([
    NO_CHANNEL("clickstack_alert.mute"),
    "clickstack_api_key.never: the API key never expires. Set expire_at to a time.",
    ANY_ADDRESS("clickstack_api_key.opened"),
    NO_END("clickstack_api_key.unending"),
    WIDE("clickstack_api_key.widened", "::/0"),
  ]);
});

test("the policy warns about a new alert without a name or a note, but not about an existing alert", () => {
  const alert = (name: string, action: string, ...fields: readonly object[]) => ({
    ...{ address: `clickstack_alert.${name}`, type: "clickstack_alert", action, fields },
  });
  const set = (field: string, value: unknown) => ({ path: [field], before: { absent: true }, after: { value } });
  const objects = [
    alert("bare", "create", set("channels", [{}])),
    alert("shown", "create", set("channels", [{}]), set("display_name", "Errors"), set("note", "n")),
    alert("changed", "update", set("threshold", 2)),
  ];
  const [found = []] = evaluated("warn", [{ kind: "plan", version: 1, stacks: [{ objects }] }]);
  expect([...found].sort()).toEqual([
    "clickstack_alert.bare: the alert has no name. Set name.",
    "clickstack_alert.bare: the alert has no note. Set note.",
  ]);
});
