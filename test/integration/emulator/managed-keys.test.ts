import { createHash } from "node:crypto";
import { seedIds } from "../../../src/emulator";
import {
  basic,
  client,
  type Json,
  type Running,
  running,
  start,
  type TestResponse,
} from "../../support/emulator/support";

let time = Date.parse("2026-06-15T12:00:42.500Z");
const emulator = running({ now: () => new Date(time) });
const anywhere = [{ source: "0.0.0.0/0" }];
const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
const absentKey = "99999999-9999-4999-8999-999999999999";

const make = async (fields: Record<string, unknown> = {}): Promise<Json> => {
  const response = await emulator.cloud.post("/keys", {
    name: "K",
    ipAccessList: anywhere,
    roles: ["admin"],
    ...fields,
  });
  expect(response.text).toContain('"result"');
  return response.json.result;
};

const as = ({ keyId, keySecret }: { keyId: string; keySecret: string }, on: Running = emulator) => {
  const { endpoint, organizationId } = on.endpoints.managed;
  return client(`${endpoint}/v1/organizations/${organizationId}`, { Authorization: basic(keyId, keySecret) });
};

function expectError(response: TestResponse, status: number, error: string | RegExp): void {
  expect(response.status).toEqual(status);
  expect(response.json).toEqual({
    status,
    error: typeof error === "string" ? error : expect.stringMatching(error),
    requestId: uuid,
  });
}

test("only the response to a create contains the key ID and the secret of the key", async () => {
  const made = await make({ name: "Once", assignedRoleIds: [seedIds.deployBotRole], roles: undefined });
  expect(made).toEqual({
    key: {
      id: uuid,
      name: "Once",
      state: "enabled",
      roles: [],
      assignedRoles: [{ roleId: seedIds.deployBotRole, roleName: "Deploy bot", roleType: "custom" }],
      keySuffix: made.keyId.slice(-4),
      createdAt: "2026-06-15T12:00:42.500Z",
      ipAccessList: anywhere,
    },
    keyId: expect.any(String),
    keySecret: expect.any(String),
  });
  const read = await emulator.cloud.get(`/keys/${made.key.id}`);
  expect(read.json).toEqual({ status: 200, requestId: uuid, result: made.key });
  expect(read.text).not.toContain(made.keySecret);
});

test("the list of keys is an array without an envelope and accepts no query parameters", async () => {
  const { json } = await emulator.cloud.get("/keys?limit=1");
  expect(json.result.length).toBeGreaterThan(1);
  expect(Object.keys(json).sort()).toEqual(["requestId", "result", "status"]);
});

test("every response has a different request id", async () => {
  const [first, second] = [await emulator.cloud.get("/keys"), await emulator.cloud.get("/keys")];
  expect(first.json.requestId).not.toBe(second.json.requestId);
});

test("a key that is created with hashes works with the plain values, and no response contains its secret", async () => {
  const hash = (clear: string) => createHash("sha256").update(clear).digest("base64");
  const keyId = "my-own-key-id";
  const hashData = { keyIdHash: hash(keyId), keyIdSuffix: keyId.slice(-4), keySecretHash: hash("s3cret") };
  const made = await make({ hashData });
  expect(Object.keys(made)).toEqual(["key"]);
  expect(made.key.keySuffix).toBe("y-id");
  expect((await as({ keyId, keySecret: "s3cret" }).get("/keys")).status).toBe(200);
  expectError(await as({ keyId, keySecret: "other" }).get("/keys"), 401, /^UNAUTHORIZED: /);
});

test.each([
  ["a part of the hashes is missing", { hashData: { keyIdHash: "x" } }],
  [
    "a digest is hexadecimal",
    { hashData: { keyIdHash: "ab".repeat(32), keyIdSuffix: "abcd", keySecretHash: "ab".repeat(32) } },
  ],
  ["the suffix is too long", { hashData: { keyIdHash: "x", keyIdSuffix: "abcde", keySecretHash: "y" } }],
  ["an unknown role", { assignedRoleIds: [absentKey] }],
  ["an invalid role id", { assignedRoleIds: ["admin"] }],
  ["an unknown state", { state: "off" }],
  ["an unknown role name", { roles: ["owner"] }],
  ["no role name", { roles: [] }],
  ["an expiry that is not a time", { expireAt: "tomorrow" }],
  ["an invalid address", { ipAccessList: [{ source: "300.0.0.1" }] }],
  ["an invalid range", { ipAccessList: [{ source: "10.0.0.0/33" }] }],
  ["no name", { name: undefined }],
])("a create of a key is refused: %s", async (_name, fields) => {
  const response = await emulator.cloud.post("/keys", { name: "K", ...fields });
  expectError(response, 400, /^BAD_REQUEST: request body\./);
});

test("a schema error contains the path and the value", async () => {
  const response = await emulator.cloud.post("/keys", { name: "K", ipAccessList: [{ source: "x" }] });
  expectError(response, 400, "BAD_REQUEST: request body.ipAccessList.0.source: 'x'");
});

test.each([
  ["POST", "fantasy"],
  ["PATCH", "hashData"],
])("%s refuses an unknown property: %s", async (method, property) => {
  const { key } = await make();
  const body = { name: "K", [property]: {} };
  const response =
    method === "POST" ? await emulator.cloud.post("/keys", body) : await emulator.cloud.patch(`/keys/${key.id}`, body);
  expectError(response, 400, `BAD_REQUEST: request body property can't be validated: ${property}`);
});

describe("a PATCH of a key", () => {
  test("changes only the fields that it contains", async () => {
    const { key } = await make({ expireAt: "2030-01-01T00:00:00Z" });
    const disabled = await emulator.cloud.patch(`/keys/${key.id}`, { state: "disabled" });
    expect(disabled.json.result).toEqual({ ...key, state: "disabled" });
    const enabled = await emulator.cloud.patch(`/keys/${key.id}`, { state: "enabled" });
    expect(enabled.json.result).toEqual(key);
    expect((await emulator.cloud.patch(`/keys/${key.id}`, {})).json.result).toEqual(key);
  });

  test.each([null, ""])("clears the expiry with %j", async (expireAt) => {
    const { key } = await make({ expireAt: "2030-01-01T00:00:00Z" });
    expect(key.expireAt).toBe("2030-01-01T00:00:00.000Z");
    const cleared = await emulator.cloud.patch(`/keys/${key.id}`, { expireAt });
    expect(cleared.json.result.expireAt ?? null).toBeNull();
  });

  test("replaces the roles and the addresses", async () => {
    const { key } = await make();
    const ipAccessList = [{ source: "203.0.113.7", description: "office" }];
    const assignedRoleIds = [seedIds.developerRole, seedIds.deployBotRole];
    const { json } = await emulator.cloud.patch(`/keys/${key.id}`, { ipAccessList, assignedRoleIds });
    expect(json.result.ipAccessList).toEqual(ipAccessList);
    expect(json.result.assignedRoles.map((role: Json) => role.roleName)).toEqual(["Developer", "Deploy bot"]);
    expect(json.result.roles).toEqual(["admin"]);
  });

  test("changes the assigned roles if it contains deprecated roles, and does not change the frozen field", async () => {
    const { key } = await make();
    const { json } = await emulator.cloud.patch(`/keys/${key.id}`, { roles: ["developer"] });
    expect(json.result.roles).toEqual(["admin"]);
    expect(json.result.assignedRoles).toEqual([
      { roleId: seedIds.developerRole, roleName: "Developer", roleType: "system" },
    ]);
  });
});

test("a PATCH of roles changes the field roles in an organization without assigned roles", async () => {
  const old = await start({ switches: { rolesNotFrozen: true } });
  const made = await old.cloud.post("/keys", { name: "K", roles: ["admin"] });
  const patched = await old.cloud.patch(`/keys/${made.json.result.key.id}`, { roles: ["developer"] });
  expect(patched.json.result.roles).toEqual(["developer"]);
  await old.emulator.stop();
});

test("a deleted key and its secret stop working", async () => {
  const made = await make();
  const deleted = await emulator.cloud.delete(`/keys/${made.key.id}`);
  expect(deleted.json).toEqual({ status: 200, requestId: uuid });
  expectError(await emulator.cloud.get(`/keys/${made.key.id}`), 404, "NOT_FOUND: Unknown Error");
  expectError(await as(made).get("/keys"), 401, /^UNAUTHORIZED: /);
});

test("a key cannot delete itself", async () => {
  const made = await make();
  expectError(await as(made).delete(`/keys/${made.key.id}`), 400, /^BAD_REQUEST: /);
  expect((await as(made).get("/keys")).status).toBe(200);
});

test("an organization can have at most 100 keys", async () => {
  const full = await start();
  for (let index = 1; index < 100; index++) {
    await full.cloud.post("/keys", { name: `k${index}` });
  }
  expect((await full.cloud.get("/keys")).json.result).toHaveLength(100);
  expectError(await full.cloud.post("/keys", { name: "one more" }), 400, /^BAD_REQUEST: .*100/);
  await full.emulator.stop();
});

describe("the authentication with a key", () => {
  test.each([
    ["no header", {}],
    ["a bearer token", { Authorization: "Bearer x" }],
    ["a text without a colon", { Authorization: `Basic ${Buffer.from("x").toString("base64")}` }],
    ["unknown credentials", { Authorization: basic("x", "y") }],
  ])("is refused with a JSON 401: %s", async (_name, headers) => {
    const { endpoint, organizationId } = emulator.endpoints.managed;
    const response = await client(
      `${endpoint}/v1/organizations/${organizationId}`,
      headers as Record<string, string>,
    ).get("/keys");
    expectError(response, 401, /^UNAUTHORIZED: /);
  });

  test("is refused for disabled and expired keys", async () => {
    const made = await make({ expireAt: "2026-06-16T00:00:00Z" });
    await emulator.cloud.patch(`/keys/${made.key.id}`, { state: "disabled" });
    expectError(await as(made).get("/keys"), 401, /disabled/);
    await emulator.cloud.patch(`/keys/${made.key.id}`, { state: "enabled" });
    expect((await as(made).get("/keys")).status).toBe(200);
    const before = time;
    time = Date.parse("2026-06-16T00:00:00Z");
    expectError(await as(made).get("/keys"), 401, /expired/);
    time = before;
  });

  test.each([
    ["an empty list", []],
    ["a list that was omitted", undefined],
    ["another address", [{ source: "203.0.113.7" }]],
    ["another range", [{ source: "10.0.0.0/8" }]],
  ])("is refused with 403 for the address of a caller: %s", async (_name, ipAccessList) => {
    const made = await make({ ipAccessList });
    expect(made.key.ipAccessList).toEqual(ipAccessList ?? []);
    expectError(await as(made).get("/keys"), 403, /^FORBIDDEN: .*IP/);
  });

  test("is accepted for an address in one of several ranges", async () => {
    const made = await make({ ipAccessList: [{ source: "10.0.0.0/8" }, { source: "127.0.0.0/8" }] });
    expect((await as(made).get("/keys")).status).toBe(200);
  });

  test("gives no access to operations that the roles do not allow", async () => {
    const made = await make({ roles: ["developer"] });
    expect((await as(made).get("/keys")).status).toBe(200);
    expectError(await as(made).post("/keys", { name: "x" }), 403, /^FORBIDDEN: /);
    const path = `/services/${seedIds.service}/clickstack/dashboards`;
    expectError(await as(made).get(path), 403, /control-plane:service:manage-clickstack-api/);
    const none = await make({ roles: undefined, assignedRoleIds: [] });
    expectError(await as(none).get("/keys"), 403, /^FORBIDDEN: /);
  });

  test("stores the time at which a key was used, in full minutes", async () => {
    const made = await make();
    expect(made.key).not.toHaveProperty("usedAt");
    await as(made).get("/keys");
    const read = await emulator.cloud.get(`/keys/${made.key.id}`);
    expect(read.json.result.usedAt).toBe("2026-06-15T12:00:00.000Z");
  });
});

test.each([
  ["an invalid organization id", "x", 400, /^BAD_REQUEST: request params.organizationId: 'x'$/],
  ["a foreign organization", absentKey, 403, /^FORBIDDEN: /],
])("a request is refused for %s", async (_name, organization, status, error) => {
  const { endpoint, keyId, keySecret } = emulator.endpoints.managed;
  const response = await client(`${endpoint}/v1/organizations/${organization}`, {
    Authorization: basic(keyId, keySecret),
  }).get("/keys");
  expectError(response, status, error);
});

test("invalid JSON is reported in the cloud's envelope before the authentication", async () => {
  const { endpoint, organizationId } = emulator.endpoints.managed;
  const headers = { "Content-Type": "application/json" };
  const url = `${endpoint}/v1/organizations/${organizationId}/keys`;
  const response = await fetch(url, { method: "POST", headers, body: "{" });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ status: 400, error: "BAD_REQUEST: Invalid JSON payload", requestId: uuid });
});

test("an invalid key id is refused, and an unknown key is not found", async () => {
  expectError(await emulator.cloud.get("/keys/abc"), 400, "BAD_REQUEST: request params.keyId: 'abc'");
  expectError(await emulator.cloud.patch(`/keys/${absentKey}`, {}), 404, "NOT_FOUND: Unknown Error");
});

test("requests for a new key fail for some time", async () => {
  let clock = Date.parse("2026-01-01T00:00:00Z");
  const slow = await start({ keyPropagationMs: 30_000, now: () => new Date(clock) });
  const made = await slow.cloud.post("/keys", { name: "K", ipAccessList: anywhere, roles: ["admin"] });
  const { id } = made.json.result.key;
  const text = `BAD_REQUEST: OpenAPI key ${id} does not belong to the organization ${seedIds.organization}`;
  expectError(await slow.cloud.get(`/keys/${id}`), 400, text);
  expectError(await slow.cloud.post("/roles", { name: "R", actors: [`apiKey/${id}`], policies: [] }), 400, text);
  expect((await slow.cloud.get("/keys")).json.result).toHaveLength(2);
  clock += 30_000;
  expect((await slow.cloud.get(`/keys/${id}`)).status).toBe(200);
  await slow.emulator.stop();
});

test("requests for a new key can fail for a number of requests instead of a time", async () => {
  const slow = await start({ keyPropagationRequests: 2 });
  const made = await slow.cloud.post("/keys", { name: "K", ipAccessList: anywhere });
  const { id } = made.json.result.key;
  const statuses = [];
  for (let call = 1; call <= 4; call++) {
    statuses.push((await slow.cloud.get(`/keys/${id}`)).status);
  }
  expect(statuses).toEqual([400, 400, 200, 200]);
  expect((await slow.cloud.get(`/keys/${seedIds.startKey}`)).status).toBe(200);
  await slow.emulator.stop();
});

test("every response contains the time of the emulator's clock", async () => {
  const at = new Date("2031-05-05T10:00:00.000Z");
  const elsewhen = await start({ now: () => at });
  const { headers } = await elsewhen.cloud.get("/keys");
  expect(headers.get("date")).toBe(at.toUTCString());
  await elsewhen.emulator.stop();
});

describe("the roles of an organization", () => {
  const policies = [
    { allowDeny: "ALLOW", permissions: ["control-plane:organization:view"], resources: ["instance/*"] },
  ];

  test("are listed with actors and policies", async () => {
    const { json } = await emulator.cloud.get("/roles");
    const tenantId = `organization/${seedIds.organization}`;
    expect(json.result.map((role: Json) => [role.name, role.type])).toEqual(
      expect.arrayContaining([
        ["Admin", "system"],
        ["Developer", "system"],
        ["Deploy bot", "custom"],
      ]),
    );
    expect(json.result[0]).toMatchObject({
      tenantId,
      ownerId: tenantId,
      actors: expect.arrayContaining([`apiKey/${seedIds.startKey}`]),
    });
    expect(json.result[0].policies[0]).toMatchObject({ roleId: seedIds.adminRole, tenantId, allowDeny: "ALLOW" });
  });

  test("change the same assignments as keys do", async () => {
    const { key } = await make({ roles: undefined });
    const made = await emulator.cloud.post("/roles", { name: "R", actors: [`apiKey/${key.id}`, "user/u1"], policies });
    const role = made.json.result;
    expect(role).toMatchObject({ type: "custom", actors: ["user/u1", `apiKey/${key.id}`], policies });
    const assignedRoles = async () => (await emulator.cloud.get(`/keys/${key.id}`)).json.result.assignedRoles;
    expect(await assignedRoles()).toEqual([{ roleId: role.id, roleName: "R", roleType: "custom" }]);
    await emulator.cloud.patch(`/roles/${role.id}`, { name: "S", actors: [] });
    expect(await assignedRoles()).toEqual([]);
    await emulator.cloud.patch(`/keys/${key.id}`, { assignedRoleIds: [role.id] });
    expect((await emulator.cloud.get(`/roles/${role.id}`)).json.result).toMatchObject({
      name: "S",
      actors: [`apiKey/${key.id}`],
    });
    expect((await emulator.cloud.delete(`/roles/${role.id}`)).json).toEqual({ status: 200, requestId: uuid });
    expect(await assignedRoles()).toEqual([]);
    expectError(await emulator.cloud.get(`/roles/${role.id}`), 404, "NOT_FOUND: Unknown Error");
  });

  test("cannot be changed if they are system roles", async () => {
    expectError(await emulator.cloud.patch(`/roles/${seedIds.adminRole}`, { name: "x" }), 400, /^BAD_REQUEST: /);
    expectError(await emulator.cloud.delete(`/roles/${seedIds.adminRole}`), 400, /^BAD_REQUEST: /);
  });

  test("refuse an operation if one policy denies it, even if another policy allows it", async () => {
    const denied = {
      allowDeny: "DENY",
      permissions: ["control-plane:organization:view"],
      resources: ["organization/*"],
    };
    const made = await emulator.cloud.post("/roles", { name: "No", actors: [], policies: [denied] });
    const key = await make({ roles: undefined, assignedRoleIds: [seedIds.adminRole, made.json.result.id] });
    expectError(await as(key).get("/keys"), 403, /^FORBIDDEN: /);
  });
});
