import type { Emulator } from "../../../../src/emulator";
import { seedIds } from "../../../../src/emulator/seed";
import { DiagnosticError, type ObjectValue } from "../../../../src/plugin";
import { complete } from "../../../../src/plugin/plan/nested";
import { apiKeyDataSource, apiKeysDataSource } from "../../../../src/resources/api-key/data-source";
import { createClient } from "../../../../src/resources/client";
import { Session } from "../../../../src/resources/shared/session";
import { emulatorForEachTest } from "../../../support/emulator/emulator-for-tests";
import { ui } from "../../../support/ui";

let emulator: Emulator;
emulatorForEachTest((each) => {
  emulator = each;
});
/** Reads a data source with a separate client, as every plan does. */
const read = async (source: typeof apiKeyDataSource, config: ObjectValue): Promise<ObjectValue> => {
  const managed = { ...emulator.endpoints.managed, product: "clickstack", requestsPerWindow: 1000 };
  const client = createClient({ userAgent: "tests", environment: {}, managed });
  const { signal } = new AbortController();
  const request = { config: complete(source.schema.attributes, config) };
  try {
    const { state } = await source.read(request, { session: new Session(client), signal, log: undefined as never });
    return state;
  } finally {
    await client.close();
  }
};

const refusal = async (source: typeof apiKeyDataSource, config: ObjectValue) => {
  const error = await read(source, config).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof DiagnosticError ? error.diagnostics[0] : error;
};

const keyOf = async (body: Record<string, unknown>): Promise<string> => {
  const { endpoint, organizationId, keyId, keySecret } = emulator.endpoints.managed;
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
  const response = await fetch(`${endpoint}/v1/organizations/${organizationId}/keys`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ ipAccessList: [{ source: "10.0.0.0/8" }], ...body }),
  });
  return ((await response.json()) as { result: { key: { id: string } } }).result.key.id;
};

describe("the data source clickstack_api_key", () => {
  test("finds the key in use, a key by its id and a key by its name", async () => {
    const own = await read(apiKeyDataSource, { in_use: true });
    expect(own).toMatchObject({
      id: seedIds.startKey,
      name: "Emulator admin",
      state: "enabled",
      assigned_roles: [{ id: seedIds.adminRole, name: "Admin", type: "system" }],
      ip_access_list: [{ source: "0.0.0.0/0", description: "Anywhere" }],
      key_suffix: emulator.endpoints.managed.keyId.slice(-4),
    });
    expect(await read(apiKeyDataSource, { id: seedIds.startKey })).toMatchObject({ name: "Emulator admin" });
    expect(await read(apiKeyDataSource, { name: "Emulator admin" })).toMatchObject({ id: seedIds.startKey });
  });

  test("distinguishes the key in use from another key with the same suffix", async () => {
    const id = await keyOf({ name: "twin" });
    await ui(emulator, "PATCH", `/keys/${id}`, { keySuffix: emulator.endpoints.managed.keyId.slice(-4) });
    expect(await read(apiKeyDataSource, { in_use: true })).toMatchObject({ id: seedIds.startKey });
    await ui(emulator, "PATCH", `/keys/${id}`, { usedAt: "2099-01-01T00:00:00.000Z" });
    expect(await refusal(apiKeyDataSource, { in_use: true })).toMatchObject({
      summary: "Cannot identify the API key in use",
      path: ["in_use"],
    });
  });

  test("fails with the existing names if no key has the name", async () => {
    expect(await refusal(apiKeyDataSource, { name: "Emulator admim" })).toMatchObject({
      summary: 'The API key "Emulator admim" does not exist',
      detail: 'The server has "Emulator admin". Did you mean "Emulator admin"?',
      path: ["name"],
    });
  });

  test.each([
    [{}],
    [{ id: seedIds.startKey, in_use: true }],
    [{ name: "a", id: seedIds.startKey }],
    [{ in_use: false }],
  ])("requires exactly one way to look up a key: %j", async (config) => {
    const found = await apiKeyDataSource.validate?.({
      config: complete(apiKeyDataSource.schema.attributes, config),
    });
    expect(found?.map(({ detail }) => detail)).toEqual([expect.stringContaining("Set exactly one of the three")]);
  });
});

describe("the data source clickstack_api_keys", () => {
  const names = async (config: ObjectValue) => {
    const { api_keys: keys } = await read(apiKeysDataSource, config);
    return (keys as readonly ObjectValue[]).map(({ name }) => name);
  };

  beforeEach(async () => {
    await keyOf({ name: "expired", expireAt: "2020-01-01T00:00:00Z" });
    await keyOf({ name: "expiring", expireAt: "2030-01-01T00:00:00Z" });
    const old = await keyOf({ name: "forgotten", state: "disabled" });
    await ui(emulator, "PATCH", `/keys/${old}`, { createdAt: "2020-01-01T00:00:00.000Z" });
    const unused = await keyOf({
      name: "long unused",
      ipAccessList: [{ source: "0.0.0.0/1" }, { source: "128.0.0.0/1" }],
    });
    await ui(emulator, "PATCH", `/keys/${unused}`, {
      createdAt: "2020-01-01T00:00:00.000Z",
      usedAt: "2021-01-01T00:00:00.000Z",
    });
  });

  test.each<[ObjectValue, readonly string[]]>([
    [{}, ["Emulator admin", "expired", "expiring", "forgotten", "long unused"]],
    [{ state: "disabled" }, ["forgotten"]],
    [{ expiring_before: "2025-01-01T00:00:00Z" }, ["expired"]],
    [{ expiring_before: "2030-01-01T02:00:00+01:00" }, ["expired", "expiring"]],
    [{ unused_since: "2022-01-01T00:00:00Z" }, ["forgotten", "long unused"]],
    [{ unused_since: "2020-06-01T00:00:00Z" }, ["forgotten"]],
    [{ without_ip_restriction: true }, ["Emulator admin", "long unused"]],
    [{ without_ip_restriction: false, state: "enabled" }, ["expired", "expiring"]],
  ])("with %j lists %j", async (config, expected) => {
    expect(await names(config)).toEqual(expected);
  });
});
