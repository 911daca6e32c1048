import { Emulator } from "../../src/emulator";
import { environmentFor } from "../support/environment";
import { ui } from "../support/ui";
import { Workspace } from "../support/workspace";

const KEY = "clickstack_api_key.ci";
const ADDRESSES = 'ip_access_list = [{ source = "203.0.113.0/24", description = "build machines" }]';
const created = (fields: string) =>
  `resource "clickstack_api_key" "ci" {\n  name = "ci"\n  secret_in_state = true\n  ${fields}\n}\n`;

describe("an API key", () => {
  let emulator: Emulator;
  let workspace: Workspace;

  beforeEach(async () => {
    emulator = new Emulator({ limits: false });
    workspace = new Workspace(environmentFor(await emulator.start()));
  });

  afterEach(async () => {
    workspace.remove();
    await emulator.stop();
  });

  const apply = async (hcl: string) => {
    workspace.write(hcl);
    await workspace.init();
    await workspace.apply();
  };

  const keys = async () => ((await ui(emulator, "GET", "/keys")) as { data: readonly StoredKey[] }).data;
  const keyNamed = async (name: string) => (await keys()).find((key) => key.name === name);

  test("is created without roles, and its secret signs requests and is sensitive in state", async () => {
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
  });

  /** A key without roles is known and may do nothing: 403. An unknown one is 401 (facts/api.md 1.6). */
  const statusWith = async (keyId: string, keySecret: string) => {
    const { endpoint, organizationId } = emulator.endpoints.managed;
    const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
    return (await fetch(`${endpoint}/v1/organizations/${organizationId}/keys`, { headers: { authorization } })).status;
  };

  test.each([
    ["state", { state: "disabled" }],
    ["name", { name: "renamed" }],
    ["expire_at", { expireAt: "2030-05-05T00:00:00.000Z" }],
    ["ip_access_list.0.source", { ipAccessList: [{ source: "10.0.0.0/8", description: "build machines" }] }],
  ])("shows a changed %s as drift and mends it", async (path, change) => {
    await apply(created(`${ADDRESSES}\n  expire_at = "2031-01-01T00:00:00+01:00"`));
    const { id } = await workspace.state(KEY);
    await ui(emulator, "PATCH", `/keys/${id}`, change);
    expect(await workspace.plannedDifferences()).toEqual([`${KEY}: ${path}`]);
    await workspace.apply();
    expect(await keyNamed("ci")).toMatchObject({
      state: "enabled",
      expireAt: "2030-12-31T23:00:00.000Z",
      ipAccessList: [{ source: "203.0.113.0/24", description: "build machines" }],
    });
    expect(await workspace.plannedDifferences()).toEqual([]);
  });

  test("takes the same moment and the same roles in another order for no change", async () => {
    const { keyId, keySecret, endpoint, organizationId } = emulator.endpoints.managed;
    const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
    const response = await fetch(`${endpoint}/v1/organizations/${organizationId}/roles`, {
      headers: { authorization },
    });
    const { result } = (await response.json()) as { result: readonly { id: string }[] };
    const roles = result.slice(0, 2).map(({ id }) => id);
    expect(new Set(roles).size).toBe(2);
    await apply(
      created(`${ADDRESSES}\n  expire_at = "2031-01-01T00:00:00Z"\n  assigned_role_ids = ${JSON.stringify(roles)}`),
    );
    workspace.write(
      created(
        `${ADDRESSES}\n  expire_at = "2031-01-01T01:00:00+01:00"\n  assigned_role_ids = ${JSON.stringify([...roles].reverse())}`,
      ),
    );
    expect(await workspace.plannedDifferences()).toEqual([]);
  });

  test("never expires again when expire_at is taken away", async () => {
    await apply(created(`${ADDRESSES}\n  expire_at = "2031-01-01T00:00:00Z"`));
    workspace.write(created(ADDRESSES));
    await workspace.apply();
    expect((await keyNamed("ci"))?.expireAt ?? null).toBeNull();
    expect(await workspace.plannedDifferences()).toEqual([]);
  });

  test("that exists is adopted by id, keeps what is not declared, and outlives its destroy", async () => {
    await apply(created(`${ADDRESSES}\n  expire_at = "2031-01-01T00:00:00Z"`));
    const { id } = await workspace.state(KEY);
    await workspace.must("state", "rm", KEY);
    await apply(`resource "clickstack_api_key" "ci" {\n  adopt = { id = "${id}" }\n  state = "disabled"\n}`);
    expect(await workspace.state(KEY)).toMatchObject({ id, name: "ci", state: "disabled", key_secret: null });
    expect(await keyNamed("ci")).toMatchObject({ id, state: "disabled", expireAt: "2031-01-01T00:00:00.000Z" });
    expect(await workspace.plannedDifferences()).toEqual([]);
    await ui(emulator, "PATCH", `/keys/${id}`, { name: "renamed elsewhere", state: "enabled" });
    expect(await workspace.plannedDifferences()).toEqual([`${KEY}: state`]);
    await workspace.must("destroy", "-auto-approve");
    expect(await keyNamed("renamed elsewhere")).toMatchObject({ id });
  });

  test("that was created here is deleted by its destroy", async () => {
    await apply(created(ADDRESSES));
    await workspace.must("destroy", "-auto-approve");
    expect(await keyNamed("ci")).toBeUndefined();
  });

  test("that was deleted elsewhere is created again", async () => {
    await apply(created(ADDRESSES));
    const { id } = await workspace.state(KEY);
    await ui(emulator, "DELETE", `/keys/${id}`);
    expect((await workspace.plannedChanges()).map(({ actions }) => actions)).toEqual([["create"]]);
  });

  test("is adopted when imported", async () => {
    await apply(created(ADDRESSES));
    const { id } = await workspace.state(KEY);
    await workspace.must("state", "rm", KEY);
    workspace.write(`resource "clickstack_api_key" "ci" {\n  adopt = { id = "${id}" }\n}`);
    await workspace.must("import", KEY, String(id));
    expect(await workspace.plannedDifferences()).toEqual([]);
  });

  test("that was adopted stays on the server when a new one takes its place", async () => {
    await apply(created(ADDRESSES).replace('"ci"\n', '"somebody else\'s"\n'));
    const { id } = await workspace.state(KEY);
    await workspace.must("state", "rm", KEY);
    await apply(`resource "clickstack_api_key" "ci" {\n  adopt = { id = upper("${id}") }\n}`);
    expect(await workspace.plannedDifferences()).toEqual([]);
    workspace.write(created(ADDRESSES));
    expect((await workspace.plannedChanges()).map(({ actions }) => actions)).toEqual([["delete", "create"]]);
    await workspace.apply();
    expect(await keyNamed("somebody else's")).toMatchObject({ id, state: "enabled" });
    expect((await workspace.state(KEY)).key_secret).toEqual(expect.any(String));
    await workspace.must("destroy", "-auto-approve");
    expect((await keys()).map(({ name }) => name)).not.toContain("ci");
    expect(await keyNamed("somebody else's")).toMatchObject({ id });
  });

  test("that cannot be adopted because it does not exist names the id", async () => {
    workspace.write(
      'resource "clickstack_api_key" "ci" {\n  adopt = { id = "99999999-9999-4999-8999-999999999999" }\n}',
    );
    await workspace.init();
    const { stderr } = await workspace.run("apply", "-auto-approve", "-no-color");
    expect(stderr).toContain("There is no such API key");
    expect(stderr).toContain("adopt = ");
  });
});

interface StoredKey {
  readonly id: string;
  readonly name: string;
  readonly expireAt?: string | null;
  readonly [field: string]: unknown;
}
