import { type Emulator, seedIds } from "../../src/emulator";
import { environmentFor } from "../support/environment";
import { ui } from "../support/ui";
import { inServedWorkspaces, type ServedWorkspace } from "../support/workspace";

const KEY = "clickstack_api_key.ci";
const ADDRESSES = 'ip_access_list = [{ source = "203.0.113.0/24", description = "build machines" }]';
const created = (fields: string) =>
  `resource "clickstack_api_key" "ci" {\n  name = "ci"\n  secret_in_state = true\n  ${fields}\n}\n`;

describe("an API key", () => {
  let emulator: Emulator;
  let workspace: ServedWorkspace;

  inServedWorkspaces(environmentFor, (opened) => {
    ({ emulator, workspace } = opened);
  });

  const apply = (hcl: string) => workspace.applyOf(hcl);

  const keys = async () => ((await ui(emulator, "GET", "/keys")) as { data: readonly StoredKey[] }).data;
  const keyNamed = async (name: string) => (await keys()).find((key) => key.name === name);

  /**
   * The server knows a key without roles, and refuses its requests with 403. It refuses an unknown key with 401
   * (docs/internals/api-behavior.md 1.6).
   */
  const statusWith = async (keyId: string, keySecret: string) => {
    const { endpoint, organizationId } = emulator.endpoints.managed;
    const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
    return (await fetch(`${endpoint}/v1/organizations/${organizationId}/keys`, { headers: { authorization } })).status;
  };

  test("is created without roles, has a sensitive secret that signs requests, and is deleted by a destroy", async () => {
    await apply(created('ip_access_list = [{ source = "127.0.0.0/8" }]'));
    const state = await workspace.state(KEY);
    expect(await keyNamed("ci")).toMatchObject({
      id: state.id,
      state: "enabled",
      assignedRoles: [],
      keySuffix: state.key_suffix,
    });
    expect(String(state.key_id).endsWith(String(state.key_suffix))).toBe(true);
    const shown = await workspace.must("state", "show", "-no-color", KEY);
    expect(shown).toMatch(/key_secret += \(sensitive value\)/);
    expect(shown).not.toContain(String(state.key_secret));
    expect(await statusWith(String(state.key_id), String(state.key_secret))).toBe(403);
    expect(await statusWith(String(state.key_id), "another secret")).toBe(401);
    expect(await workspace.plannedDifferences()).toEqual([]);
    await workspace.must("destroy", "-auto-approve");
    expect(await keyNamed("ci")).toBeUndefined();
  });

  test("gets its declared values back after changes elsewhere, and is created again after a delete elsewhere", async () => {
    await apply(created(`${ADDRESSES}\n  role_names = ["Developer"]\n  expire_at = "2031-01-01T00:00:00+01:00"`));
    const { id } = await workspace.state(KEY);
    await ui(emulator, "PATCH", `/keys/${id}`, { state: "disabled", assignedRoleIds: [] });
    expect(await workspace.plannedDifferences()).toEqual([`${KEY}: role_names`, `${KEY}: state`]);
    workspace.write(created(`${ADDRESSES}\n  role_names = ["Developer"]`));
    await workspace.apply();
    expect(await keyNamed("ci")).toMatchObject({
      state: "enabled",
      assignedRoles: [{ roleId: seedIds.developerRole }],
      expireAt: null,
    });
    await ui(emulator, "DELETE", `/keys/${id}`);
    expect((await workspace.plannedChanges()).map(({ actions }) => actions)).toEqual([["create"]]);
  });

  test("can be adopted by name or import, keeps undeclared values, and stays on the server after a destroy", async () => {
    await apply(created(`${ADDRESSES}\n  expire_at = "2031-01-01T00:00:00Z"`));
    const { id } = await workspace.state(KEY);
    await workspace.must("state", "rm", KEY);
    await apply('resource "clickstack_api_key" "ci" {\n  adopt = { name = "ci" }\n  state = "disabled"\n}');
    expect(await workspace.state(KEY)).toMatchObject({ id, name: "ci", state: "disabled", key_secret: null });
    expect(await keyNamed("ci")).toMatchObject({ id, state: "disabled", expireAt: "2031-01-01T00:00:00.000Z" });
    await ui(emulator, "PATCH", `/keys/${id}`, { name: "renamed elsewhere", state: "enabled" });
    expect(await workspace.plannedDifferences()).toEqual([`${KEY}: state`]);
    await workspace.must("destroy", "-auto-approve");
    expect(await keyNamed("renamed elsewhere")).toMatchObject({ id });
    workspace.write(`resource "clickstack_api_key" "ci" {\n  adopt = { id = upper("${id}") }\n}`);
    await workspace.must("import", KEY, String(id));
    await workspace.apply();
    expect(await workspace.plannedDifferences()).toEqual([]);
  });

  test("stays on the server after its adoption if a new key replaces it", async () => {
    await apply(`resource "clickstack_api_key" "ci" {\n  adopt = { id = "${seedIds.startKey}" }\n}`);
    workspace.write(created(ADDRESSES));
    expect((await workspace.plannedChanges()).map(({ actions }) => actions)).toEqual([["delete", "create"]]);
    await workspace.applyPlanned();
    expect(await keyNamed("Emulator admin")).toMatchObject({ id: seedIds.startKey, state: "enabled" });
    expect((await workspace.state(KEY)).key_secret).toEqual(expect.any(String));
  });

  test("cannot be destroyed or disabled while it signs the requests, and accepts deprecated roles with a warning", async () => {
    await apply(
      `resource "clickstack_api_key" "ci" {\n  adopt = { id = "${seedIds.startKey}" }\n  on_destroy = "delete"\n}\n` +
        'resource "clickstack_api_key" "old" {\n  name = "old"\n  roles = ["developer"]\n  allow_any_ip = true\n  secret_in_state = true\n}',
    );
    const { stdout } = await workspace.plan();
    expect(stdout).toContain("Warning: roles is deprecated");
    expect(stdout).toContain("No changes.");
    const destroyed = await workspace.run("plan", "-destroy", "-no-color");
    expect(destroyed.exitCode).toBe(1);
    expect(destroyed.stderr).toContain("This change would lock out the key in use");
    workspace.write("");
    const removed = await workspace.plan();
    expect(removed.stderr).toContain("This change would lock out the key in use");
    expect(await keyNamed("Emulator admin")).toMatchObject({ state: "enabled" });
  });
});

interface StoredKey {
  readonly id: string;
  readonly name: string;
  readonly expireAt?: string | null;
  readonly [field: string]: unknown;
}
