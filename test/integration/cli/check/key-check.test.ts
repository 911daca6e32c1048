import { checkKey, type KeyExpectation } from "../../../../src/cli/commands/check/key-check";
import { type Emulator, seedIds } from "../../../../src/emulator";
import { createClient } from "../../../../src/resources/client";
import { ImpatientClock } from "../../../support/client/impatient-clock";
import { emulatorForEachTest } from "../../../support/emulator/emulator-for-tests";
import { ui } from "../../../support/ui";

const anywhere = [{ source: "0.0.0.0/0" }];
let emulator: Emulator;
emulatorForEachTest((each) => {
  emulator = each;
});

interface MadeKey {
  readonly key: { readonly id: string };
  readonly keyId: string;
  readonly keySecret: string;
}

const clientWith = (keyId: string, keySecret: string) => {
  const { endpoint, organizationId, serviceId } = emulator.endpoints.managed;
  const managed = {
    endpoint,
    organizationId,
    serviceId,
    keyId,
    keySecret,
    product: "clickstack",
    requestsPerWindow: 1000,
  };
  return createClient({ managed, userAgent: "tests", environment: {} }, new ImpatientClock());
};

const made = async (assignedRoleIds: readonly string[] = [], ipAccessList = anywhere): Promise<MadeKey> => {
  const { keyId, keySecret } = emulator.endpoints.managed;
  const client = clientWith(keyId, keySecret);
  const created = await client.apiKeys.create({ name: "k", assignedRoleIds, ipAccessList });
  await client.close();
  return created as MadeKey;
};

/** Returns the result of the check, and the pauses in seconds. */
const check = async ({ key, keyId, keySecret }: MadeKey, expected: Partial<KeyExpectation> = {}) => {
  const [client, clock] = [clientWith(keyId, keySecret), new ImpatientClock()];
  const verdict = await checkKey(client, { id: key.id, state: "enabled", mayRead: "nothing", ...expected }, clock);
  await client.close();
  return { ...verdict, waited: clock.pauses.reduce((sum, pause) => sum + pause, 0) / 1000 };
};

test("a key without roles works, and cannot read any object", async () => {
  const key = await made();
  expect(await check(key)).toEqual({ passed: true, findings: [`The key ${key.key.id} works.`], waited: 0 });
  expect(await check(key, { mayRead: "keys" })).toMatchObject({
    passed: false,
    findings: [expect.stringContaining("does not let it read keys")],
    waited: 0,
  });
});

test("a key with a ClickStack role can read sources, and a key with an organization role can read keys", async () => {
  expect(await check(await made([seedIds.serviceAdminRole]), { mayRead: "sources" })).toMatchObject({ passed: true });
  expect(await check(await made([seedIds.adminRole]), { mayRead: "keys" })).toMatchObject({ passed: true });
});

test("a wrong secret is refused after the maximum wait for a new key, and the secret is not shown", async () => {
  const key = { ...(await made()), keySecret: "4b1dWrongSecret00000000000000000000000000" };
  const { passed, findings, waited } = await check(key);
  expect(passed).toBe(false);
  expect(waited).toBe(42);
  expect(findings.join()).toContain("The server refuses the key");
  expect(findings.join()).not.toContain("WrongSecret");
});

test("the check repeats its request while some servers do not know the new key yet", async () => {
  const key = await made();
  emulator.failNext({ method: "GET", path: "*/keys/*", status: 401, times: 3 });
  expect(await check(key)).toMatchObject({ passed: true, waited: 7 });
});

test("the check of a disabled key repeats its request while the key still works, and then fails", async () => {
  const key = await made();
  expect(await check(key, { state: "disabled" })).toEqual({
    passed: false,
    findings: [`The key ${key.key.id} is disabled and still works.`],
    waited: 42,
  });
  await ui(emulator, "PATCH", `/keys/${key.key.id}`, { state: "disabled" });
  expect(await check(key, { state: "disabled" })).toMatchObject({ passed: true, waited: 0 });
  expect(await check(key)).toMatchObject({ passed: false });
});

test("the check fails if the response does not come from the API", async () => {
  const key = await made();
  emulator.failNext({ method: "GET", path: "*/keys/*", html: 404 });
  await expect(check(key)).rejects.toThrow("404");
});
