import { type ListShape, type ObjectShape, shapeOf } from "../../../../src/declaration/shape";
import { seedIds } from "../../../../src/emulator/seed";
import type { ObjectValue } from "../../../../src/plugin";
import { keyAddressFields } from "../../../../src/resources/api-key/fields";
import { API_KEY_SHAPE } from "../../../../src/resources/api-key/mapping";
import { keySecretFields } from "../../../../src/resources/api-key/secret/declaration";
import { emulatorForTests } from "../../../support/emulator/emulator-for-tests";
import { KeyEngine } from "../../../support/key-engine";
import { ProviderProcess } from "../../../support/provider-process";
import { ui } from "../../../support/ui";

const provider = new ProviderProcess();
afterAll(() => provider[Symbol.asyncDispose]());

/**
 * Changes of a key by another user in the form in which the server stores them, with the paths that a plan then shows.
 */
interface Change {
  readonly field: string;
  readonly stored: object;
  readonly differences: readonly string[];
}

const DECLARED: ObjectValue = {
  name: "ci",
  state: "enabled",
  assigned_role_ids: [seedIds.queryEndpointsRole],
  role_names: ["Developer"],
  expire_at: "2099-01-01T00:00:00Z",
  ip_access_list: [{ source: "203.0.113.0/24", description: "build machines" }],
  secret_in_state: true,
};

const CHANGES: readonly Change[] = [
  { field: "name", stored: { name: "ci changed" }, differences: ["name"] },
  { field: "state", stored: { state: "disabled" }, differences: ["state"] },
  {
    field: "assignedRoleIds",
    stored: { assignedRoleIds: [seedIds.developerRole, seedIds.queryEndpointsRole, seedIds.deployBotRole] },
    differences: ["assigned_role_ids.1"],
  },
  {
    field: "assignedRoleIds",
    stored: { assignedRoleIds: [seedIds.developerRole] },
    differences: ["assigned_role_ids.0"],
  },
  { field: "roleNames", stored: { assignedRoleIds: [seedIds.queryEndpointsRole] }, differences: ["role_names"] },
  { field: "expireAt", stored: { expireAt: "2098-01-01T00:00:00.000Z" }, differences: ["expire_at"] },
  { field: "expireAt", stored: { expireAt: null }, differences: ["expire_at"] },
  {
    field: "ipAccessList.source",
    stored: { ipAccessList: [{ source: "203.0.112.0/24", description: "build machines" }] },
    differences: ["ip_access_list.0.source"],
  },
  {
    field: "ipAccessList.description",
    stored: { ipAccessList: [{ source: "203.0.113.0/24", description: "changed" }] },
    differences: ["ip_access_list.0.description"],
  },
  {
    field: "ipAccessList",
    stored: { ipAccessList: [{ source: "10.0.0.0/8" }, { source: "203.0.113.0/24", description: "build machines" }] },
    differences: ["ip_access_list.1"],
  },
];

/** Fields that control the provider, or that the server returns in another field. */
const NOT_ON_THE_SERVER = [
  "extraFields",
  ...["adopt", "roles", "allowAnyIp", ...Object.keys(keySecretFields)],
  ...["rotateEvery", "overlap", "keepers", "onDestroy", "expireAfter", "allowSelfLockout"],
];

const emulator = emulatorForTests();
let engine: KeyEngine;

beforeAll(async () => {
  engine = new KeyEngine(emulator, provider);
  await engine.apply(DECLARED);
});
test("the tests in this file change every field of a key that the server stores", () => {
  const entry = (shapeOf(keyAddressFields.ipAccessList) as ListShape).item as ObjectShape;
  const writable = Object.values(API_KEY_SHAPE.fields).filter(({ meta }) => !meta.readOnly);
  const stored = writable.map(({ name }) => name).filter((name) => !NOT_ON_THE_SERVER.includes(name));
  const nested = Object.keys(entry.fields).map((name) => `ipAccessList.${name}`);
  expect([...new Set(CHANGES.map(({ field }) => field))].sort()).toEqual([...stored, ...nested].sort());
});

test.each(CHANGES)(
  "only the field $field, which was changed elsewhere to $stored, is shown and restored",
  async ({ stored, differences }) => {
    const id = String(engine.get("id"));
    const { usedAt: _, ...before } = ((await ui(emulator, "GET", `/keys/${id}`)) as { data: ObjectValue }).data;
    await ui(emulator, "PATCH", `/keys/${id}`, stored);
    expect(await engine.plannedDifferences(DECLARED)).toEqual(differences);
    expect(await engine.apply(DECLARED)).toBe("updated");
    const { data: after } = (await ui(emulator, "GET", `/keys/${id}`)) as { data: ObjectValue };
    expect(withSortedRoles(after)).toEqual(withSortedRoles(before));
    expect(await engine.plan(DECLARED)).toBe("unchanged");
  },
);

test.each([
  [{ expire_at: "2099-01-01T01:00:00+01:00" }],
  [{ assigned_role_ids: [seedIds.queryEndpointsRole.toUpperCase()] }],
  [{ ip_access_list: [{ source: "203.0.113.77/24", description: "build machines" }] }],
])("the value %j is equal to the stored value and causes no change", async (change) => {
  expect(await engine.plan({ ...DECLARED, ...change })).toBe("unchanged");
});

test("a value that the server updates causes no change", async () => {
  await ui(emulator, "PATCH", `/keys/${engine.get("id")}`, { usedAt: "2026-11-21T12:00:00.000Z", roles: ["admin"] });
  expect(await engine.plan(DECLARED)).toBe("unchanged");
});

/** The server keeps the roles in the order of the request. */
function withSortedRoles({ assignedRoles, ...others }: ObjectValue): object {
  const ids = (assignedRoles as readonly { roleId: string }[]).map(({ roleId }) => roleId);
  return { ...others, roles: ids.sort() };
}
