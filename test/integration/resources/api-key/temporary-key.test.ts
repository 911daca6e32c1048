import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seedIds } from "../../../../src/emulator";
import { findProviderExecutable, thisPlatform } from "../../../../src/install/provider-executable";
import type { ObjectValue } from "../../../../src/plugin";
import { complete } from "../../../../src/plugin/plan/nested";
import { schemaType } from "../../../../src/plugin/schema/schema";
import { readValue, writeValue } from "../../../../src/plugin/values/dynamic-message";
import { provider } from "../../../../src/provider/provider";
import { temporaryKeyEphemeral } from "../../../../src/resources/api-key/temporary-key";
import { emulatorForTests } from "../../../support/emulator/emulator-for-tests";
import { environmentFor } from "../../../support/environment";
import { type KnownSecrets, SecretSearch } from "../../../support/leaks/secret-search";
import { Host } from "../../../support/plugin/harness/host";
import { statusWith } from "../../../support/status-with";
import { ui } from "../../../support/ui";

const typeName = "clickstack_api_key";
const FIELDS = temporaryKeyEphemeral.schema.attributes;
const TYPE = schemaType(temporaryKeyEphemeral.schema);
const PROVIDER = provider.schema;
const MINUTE = 60_000;

const emulator = emulatorForTests();
let host: Host;

beforeAll(async () => {
  host = await configuredHost();
});

async function configuredHost(variables: Record<string, string> = {}): Promise<Host> {
  const environment = { ...environmentFor(emulator.endpoints), ...variables };
  const started = await new Host(findProviderExecutable(thisPlatform()), { ...environment, TF_LOG: "TRACE" }).connect();
  const config = writeValue(schemaType(PROVIDER), complete(PROVIDER.attributes, { requests_per_window: 10_000 }));
  await started.call("configureProvider", { terraformVersion: "1.11.4", config });
  return started;
}

afterAll(async () => {
  await host[Symbol.asyncDispose]();
});

interface StoredKey {
  readonly id: string;
  readonly name: string;
  readonly expireAt?: string;
  readonly ipAccessList: readonly object[];
  readonly assignedRoles: readonly { readonly roleName: string }[];
}

const keys = async () => ((await ui(emulator, "GET", "/keys")) as { data: readonly StoredKey[] }).data;
const keyOf = async (id: unknown) => (await keys()).find((key) => key.id === id);
const configOf = (more: ObjectValue) =>
  writeValue(TYPE, complete(FIELDS, { name: "deploy", allow_any_ip: true, ...more }));

async function open(more: ObjectValue = {}, by = host) {
  const opened = await by.call("openEphemeralResource", { typeName, config: configOf(more) });
  const result = (opened.result ? readValue(TYPE, opened.result) : {}) as ObjectValue;
  const memory = opened.private ? { private: opened.private } : {};
  return { ...opened, result, memory, kept: Buffer.from(opened.private ?? []).toString() };
}

const close = (memory: { private?: Uint8Array }, by = host) =>
  by.call("closeEphemeralResource", { typeName, ...memory });
const minutesFromNow = (time: unknown) => Math.round((new Date(time as string | Date).getTime() - Date.now()) / MINUTE);
const status = ({ key_id: id, key_secret: secret }: ObjectValue) =>
  statusWith(emulator.endpoints, String(id), String(secret));

test("a temporary key has roles, addresses and an expiry, works, and is deleted at the end of the run", async () => {
  const { result, memory, diagnostics } = await open({
    role_names: ["Admin"],
    allow_any_ip: null,
    ip_access_list: [{ source: "127.0.0.0/8", description: null }],
  });
  expect(diagnostics).toEqual([]);
  expect(await keyOf(result.id)).toMatchObject({
    name: expect.stringMatching(/^deploy \(run [0-9a-f]{12}, \w+\)$/),
    state: "enabled",
    assignedRoles: [{ roleName: "Admin" }],
    ipAccessList: [{ source: "127.0.0.0/8" }],
    expireAt: result.expire_at,
  });
  expect(minutesFromNow(result.expire_at)).toBe(60);
  expect(await status(result)).toBe(200);
  expect((await close(memory)).diagnostics).toEqual([]);
  expect(await keyOf(result.id)).toBeUndefined();
  expect(await status(result)).toBe(401);
});

test("a temporary key gets its full lifetime again after half of its lifetime", async () => {
  const { result, memory, renewAt } = await open({ valid_for: "20m" });
  expect(minutesFromNow(new Date(Number(renewAt?.seconds) * 1000))).toBe(10);
  await ui(emulator, "PATCH", `/keys/${result.id}`, { expireAt: new Date(Date.now() + MINUTE).toISOString() });
  const renewed = await host.call("renewEphemeralResource", { typeName, ...memory });
  expect(renewed.diagnostics).toEqual([]);
  expect(minutesFromNow((await keyOf(result.id))?.expireAt)).toBe(20);
  expect(minutesFromNow(new Date(Number(renewed.renewAt?.seconds) * 1000))).toBe(10);
  await close(renewed.private ? { private: renewed.private } : {});
  expect(await keyOf(result.id)).toBeUndefined();
});

test("a temporary key has a different name and secret in each run", async () => {
  const [one, other] = [await open(), await open()];
  expect((await keyOf(one.result.id))?.name).not.toBe((await keyOf(other.result.id))?.name);
  expect(one.result.key_secret).not.toBe(other.result.key_secret);
  await close(one.memory);
  expect(await keyOf(other.result.id)).toBeDefined();
  await close(other.memory);
});

test("a close of a temporary key that was already deleted succeeds without a message", async () => {
  const { result, memory } = await open();
  await ui(emulator, "DELETE", `/keys/${result.id}`);
  // The process that created the key waits some seconds for a server that does not know the key yet. This process does
  // not wait.
  await using later = await configuredHost();
  expect((await close(memory, later)).diagnostics).toEqual([]);
});

test("a close of a temporary key that cannot be deleted warns with the key's expiry", async () => {
  const { result, memory } = await open();
  await ui(emulator, "POST", "/faults", { method: "DELETE", path: "/v1/*", status: 403 });
  const { diagnostics } = await close(memory);
  expect(diagnostics).toMatchObject([
    { severity: 2, detail: expect.stringContaining(`It stops working at ${result.expire_at}.`) },
  ]);
  await close(memory);
});

test("only one temporary key exists after a create whose response was lost", async () => {
  const before = (await keys()).length;
  await ui(emulator, "POST", "/faults", { method: "POST", path: "/v1/*", cut: "after" });
  const { result, memory, diagnostics } = await open();
  expect(diagnostics).toEqual([]);
  expect((await keys()).length).toEqual(before + 1);
  expect(await keyOf(result.id)).toEqual(expect.objectContaining({}));
  await close(memory);
});

test("a temporary key that the engine does not close is deleted when the engine ends the provider", async () => {
  const failing = await configuredHost();
  const [first, second] = [await open({}, failing), await open({}, failing)];
  await close(second.memory, failing);
  await failing.call("stopProvider", {});
  await failing.shutdown();
  expect([await keyOf(first.result.id), await keyOf(second.result.id)]).toEqual([undefined, undefined]);
});

test("a temporary key of a killed run is deleted by the next run in the folder after its lifetime", async () => {
  const variables = { TF_DATA_DIR: mkdtempSync(join(tmpdir(), "temporary-key-")) };
  const killed = await configuredHost(variables);
  const [ended, running] = [await open({ valid_for: "20m" }, killed), await open({ valid_for: "20m" }, killed)];
  killed.process.kill("SIGKILL");
  await killed.ended;
  const soon = new Date(Date.now() + 5 * MINUTE).toISOString();
  await ui(emulator, "PATCH", `/keys/${ended.result.id}`, { expireAt: soon });
  await using next = await configuredHost(variables);
  // The lifetime of this run has no effect, because each key has its own lifetime.
  await open({ valid_for: "2h" }, next);
  expect(await keyOf(ended.result.id)).toBeUndefined();
  expect(await keyOf(running.result.id)).toMatchObject({ id: running.result.id });
});

test("an invalid temporary key is rejected with its attribute before it is created", async () => {
  const problems = async (more: ObjectValue) => {
    const { diagnostics } = await host.call("validateEphemeralResourceConfig", { typeName, config: configOf(more) });
    return diagnostics.map(({ attribute, detail }) => [attribute?.steps[0]?.selector.value, detail]);
  };
  expect(await problems({ allow_any_ip: null })).toEqual([
    ["ip_access_list", expect.stringContaining("A new key requires the addresses that can use it.")],
  ]);
  expect(await problems({ valid_for: "10s" })).toEqual([
    ["valid_for", 'Must be at least 60s, so that the run has time to extend the key; it is "10s".'],
  ]);
  const before = (await keys()).length;
  const { diagnostics } = await open({ role_names: ["Admni"] });
  expect(diagnostics).toMatchObject([{ severity: 1, detail: expect.stringContaining('Did you mean "Admin"?') }]);
  expect((await keys()).length).toBe(before);
});

test("the secret of a temporary key is sent only as a digest, and is in no log and no private state", async () => {
  const { result, memory, kept } = await open({ assigned_role_ids: [seedIds.developerRole] });
  await close(memory);
  const { stderr } = await host.shutdown();
  const { data } = (await ui(emulator, "GET", "/secrets")) as { data: { texts: readonly string[] } };
  for (const secret of [String(result.key_id), String(result.key_secret)]) {
    expect([kept, stderr, ...data.texts].filter((text) => text.includes(secret))).toEqual([]);
  }
  expect(stderr).toContain("API request");
});

test("a provider that crashes during the create of a temporary key prints no secret", async () => {
  const environment = environmentFor(emulator.endpoints);
  const other = new Host(findProviderExecutable(thisPlatform()), { ...environment, TF_LOG: "TRACE" });
  await other.connect();
  const config = writeValue(schemaType(PROVIDER), complete(PROVIDER.attributes, { requests_per_window: 10_000 }));
  await other.call("configureProvider", { terraformVersion: "1.11.4", config });
  emulator.failNext({ method: "POST", path: "/v1/organizations/*/keys", hold: "after" });
  const opened = other
    .call("openEphemeralResource", { typeName, config: configOf({}) })
    .catch((error: unknown) => error);
  await emulator.nextHeld();
  other.process.kill("SIGABRT");
  expect(await opened).toBeInstanceOf(Error);
  const { stdout, stderr } = await other.output();
  const { data } = (await ui(emulator, "GET", "/secrets")) as { data: KnownSecrets };
  expect(data.keyHashes.length).toBeGreaterThan(0);
  expect(new SecretSearch(data).in(Buffer.from(stdout + stderr).toString("latin1"))).toEqual([]);
  await other[Symbol.asyncDispose]();
});
