import type { Emulator } from "../../../../src/emulator";
import type { ObjectValue } from "../../../../src/plugin";
import { emulatorForEachTest } from "../../../support/emulator/emulator-for-tests";
import { KeyEngine } from "../../../support/key-engine";
import { ProviderProcess } from "../../../support/provider-process";
import { ui } from "../../../support/ui";

const DAY = 86_400_000;
/** The provider's estimate of the server's time continues between two responses. */
const MARGIN = 60_000;
const PREVIOUS = /^ci \(previous generation [0-9a-f]{12}\)$/;

const ROTATED: ObjectValue = {
  name: "ci",
  allow_any_ip: true,
  secret_in_state: true,
  rotate_every: "30d",
  overlap: "7d",
};
const KEPT: ObjectValue = { name: "ci", allow_any_ip: true, secret_in_state: true, overlap: "7d" };

interface ServerKey {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly createdAt: string;
  readonly expireAt?: string | null;
}

const provider = new ProviderProcess();
afterAll(() => provider[Symbol.asyncDispose]());

describe("a rotated key", () => {
  let now: number;
  let emulator: Emulator;
  let engine: KeyEngine;
  emulatorForEachTest(
    (each) => {
      emulator = each;
    },
    { now: () => new Date(now) },
  );

  beforeEach(() => {
    now = Date.parse("2026-03-01T00:00:00Z");
    engine = new KeyEngine(emulator, provider);
  });
  const keys = async () => ((await ui(emulator, "GET", "/keys")) as { data: readonly ServerKey[] }).data;
  const generations = async () => (await keys()).filter(({ name }) => name.startsWith("ci"));
  const working = async () =>
    (await generations()).filter(
      (key) => key.state === "enabled" && !(key.expireAt && Date.parse(key.expireAt) <= now),
    );

  /**
   * The server refuses the requests of a working key without roles with 403, and does not know a key that does not
   * work.
   */
  const statusOf = async ({ keyId, keySecret }: Credentials) => {
    const { endpoint, organizationId } = emulator.endpoints.managed;
    const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
    return (await fetch(`${endpoint}/v1/organizations/${organizationId}/keys`, { headers: { authorization } })).status;
  };
  const credentials = (): Credentials => ({
    keyId: String(engine.get("key_id")),
    keySecret: String(engine.get("key_secret")),
  });

  test("has its declared name, reports the time of its rotation, and does not change before that time", async () => {
    expect(await engine.apply(ROTATED)).toBe("created");
    expect(await generations()).toMatchObject([{ id: engine.get("id"), name: "ci", state: "enabled" }]);
    expect(engine.get("rotate_at")).toBe("2026-03-31T00:00:00.000Z");
    expect(engine.get("generations")).toEqual([]);
    now += 30 * DAY - 1000;
    expect(await engine.plan(ROTATED)).toBe("unchanged");
    now += 1000;
    expect(await engine.plan(ROTATED)).toBe("replaced");
  });

  test("keeps the old generation active until the overlap ends, and then removes it", async () => {
    await engine.apply(ROTATED);
    const old = { id: engine.get("id"), ...credentials() };
    now += 30 * DAY;
    expect(await engine.apply(ROTATED)).toBe("replaced");
    expect(engine.get("id")).not.toBe(old.id);
    const [previous, latest] = await generations();
    expect(previous).toMatchObject({ id: old.id, name: expect.stringMatching(PREVIOUS) });
    expect(latest).toMatchObject({ id: engine.get("id"), name: "ci" });
    const overlap = Date.parse(String(previous?.expireAt)) - now;
    expect(overlap).toBeGreaterThanOrEqual(7 * DAY);
    expect(overlap).toBeLessThan(7 * DAY + MARGIN);
    expect(await engine.apply(ROTATED)).toBe("unchanged");
    expect(engine.get("generations")).toEqual([{ id: old.id, expire_at: previous?.expireAt }]);
    now += 7 * DAY - 1000;
    expect(await statusOf(old)).toBe(403);
    expect(await statusOf(credentials())).toBe(403);
    now += MARGIN;
    expect(await statusOf(old)).toBe(401);
    expect(await statusOf(credentials())).toBe(403);
    expect(await engine.apply(ROTATED)).toBe("updated");
    expect(engine.get("generations")).toEqual([]);
    expect(await generations()).toMatchObject([{ id: engine.get("id"), name: "ci" }]);
    expect(await engine.apply(ROTATED)).toBe("unchanged");
  });

  test("is rotated by the server's clock and its creation time on the server, and not by its age in the state", async () => {
    await engine.apply(ROTATED);
    await ui(emulator, "PATCH", `/keys/${engine.get("id")}`, { createdAt: "2026-01-15T00:00:00.000Z" });
    expect(await engine.apply(ROTATED)).toBe("replaced");
    expect(engine.get("rotate_at")).toBe("2026-03-31T00:00:00.000Z");
  });

  test("keeps an expiry that is before the end of its overlap", async () => {
    const expire_at = "2026-04-02T00:00:00Z";
    await engine.apply({ ...ROTATED, expire_at });
    const old = engine.get("id");
    now += 30 * DAY;
    await engine.apply({ ...ROTATED, expire_at: "2026-12-31T00:00:00Z" });
    expect((await keys()).find(({ id }) => id === old)?.expireAt).toBe("2026-04-02T00:00:00.000Z");
  });

  test("is replaced when a keeper changes, but not when rotation is added or all keepers are unchanged", async () => {
    await engine.apply({ name: "ci", allow_any_ip: true, secret_in_state: true });
    const first = engine.get("id");
    expect(await engine.apply({ ...KEPT, keepers: { team: "a" } })).toBe("updated");
    expect(await engine.apply({ ...KEPT, keepers: { team: "a" } })).toBe("unchanged");
    expect(engine.get("id")).toBe(first);
    expect(await engine.apply({ ...KEPT, keepers: { team: "b" } })).toBe("replaced");
    expect(engine.get("id")).not.toBe(first);
    expect(await working()).toHaveLength(2);
  });

  test.each([
    ["shorter", "7d", "0s", 401],
    ["longer", "0s", "7d", 403],
  ])(
    "ends the overlap of the old generation by the new setting, which is %s than before",
    async (_, before, after, status) => {
      await engine.apply({ ...KEPT, overlap: before, keepers: { team: "a" } });
      const old = credentials();
      expect(await engine.apply({ ...KEPT, overlap: after, keepers: { team: "b" } })).toBe("replaced");
      now += 1000;
      expect(await statusOf(old)).toBe(status);
      expect(await statusOf(credentials())).toBe(403);
    },
  );

  test("loses the oldest generation if it is rotated again during an overlap, and the plan warns about this", async () => {
    await engine.apply({ ...KEPT, keepers: { n: "1" } });
    const first = engine.get("id");
    await engine.apply({ ...KEPT, keepers: { n: "2" } });
    const second = engine.get("id");
    expect(await engine.apply({ ...KEPT, keepers: { n: "3" } })).toBe("replaced");
    expect(engine.warnings).toContain("This rotation ends the overlap of the previous generation early");
    expect((await generations()).map(({ id }) => id)).toEqual([second, engine.get("id")]);
    expect(first).not.toBe(second);
  });

  test("is deleted together with its previous generations by a destroy", async () => {
    await engine.apply(ROTATED);
    now += 30 * DAY;
    await engine.apply(ROTATED);
    expect(await generations()).toHaveLength(2);
    expect(await engine.apply(null)).toBe("destroyed");
    expect(await generations()).toEqual([]);
  });

  test("is deleted together with its previous generations by a second destroy if the first destroy failed", async () => {
    await engine.apply({ ...KEPT, keepers: { version: "1" } });
    const previous = engine.get("id");
    await engine.apply({ ...KEPT, keepers: { version: "2" } });
    const { organizationId } = emulator.endpoints.managed;
    emulator.failNext({ method: "DELETE", path: `/v1/organizations/${organizationId}/keys/${previous}`, status: 401 });
    await expect(engine.apply(null)).rejects.toThrow("401");
    expect(await generations()).toHaveLength(2);
    expect(await engine.apply(null)).toBe("destroyed");
    expect(await generations()).toEqual([]);
  });

  test("never changes another user's key with the same name", async () => {
    await engine.apply(ROTATED);
    const first = engine.get("id");
    await ui(emulator, "PATCH", "/keys/44444444-4444-4444-8444-000000000001", { name: "ci" });
    await engine.apply(ROTATED);
    now += 30 * DAY;
    await engine.apply(ROTATED);
    await engine.apply(ROTATED);
    now += 7 * DAY + MARGIN;
    await engine.apply(ROTATED);
    expect(await generations()).toMatchObject([
      { id: "44444444-4444-4444-8444-000000000001", name: "ci", state: "enabled" },
      { id: engine.get("id"), name: expect.stringMatching(/^ci \(creating [0-9a-f]{12}\)$/) },
    ]);
    expect(new Set(engine.warnings)).toEqual(new Set(['Another API key has the name "ci"']));
    expect(engine.get("id")).not.toBe(first);
  });

  test("never changes an old generation that was used after its end, with any name", async () => {
    await engine.apply(ROTATED);
    const { id } = (await generations())[0] ?? { id: "" };
    await ui(emulator, "PATCH", `/keys/${id}`, { name: "ci (new generation)", usedAt: "2026-03-01T00:00:00.000Z" });
    now += 30 * DAY;
    expect(await engine.apply(ROTATED)).toBe("updated");
    expect(engine.warnings).toContain("This apply completes an interrupted rotation first");
    expect(await generations()).toMatchObject([{ id, name: "ci" }]);
    expect(await engine.apply(ROTATED)).toBe("replaced");
  });

  test("is rotated by its keepers after an interrupted rotation, which is completed first", async () => {
    await engine.apply({ ...KEPT, keepers: { n: "1" } });
    const first = engine.get("id");
    await ui(emulator, "PATCH", `/keys/${first}`, { name: "ci (new generation)" });
    expect(await engine.apply({ ...KEPT, keepers: { n: "2" } })).toBe("updated");
    expect(engine.get("id")).toBe(first);
    expect(await engine.apply({ ...KEPT, keepers: { n: "2" } })).toBe("replaced");
    expect(engine.get("id")).not.toBe(first);
    expect(await engine.apply({ ...KEPT, keepers: { n: "2" } })).toBe("unchanged");
  });
});

interface Credentials {
  readonly keyId: string;
  readonly keySecret: string;
}
