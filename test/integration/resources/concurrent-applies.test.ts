import { type Emulator, seedIds } from "../../../src/emulator";
import type { DiagnosticError, ObjectValue } from "../../../src/plugin";
import { startEmulator } from "../../support/emulator/emulator-for-tests";
import { FaultProxy } from "../../support/fault-proxy";
import { ProviderRun, resource } from "../../support/provider-in-process";
import { listed, ui } from "../../support/ui";

const SEARCH = resource("clickstack_saved_search");
const KEY = resource("clickstack_api_key");

const search = (name: string, more: ObjectValue = {}): ObjectValue => ({ name, source_id: seedIds.logs, ...more });
const names = (prefix: string) => Array.from({ length: 12 }, (_, index) => `${prefix} ${index}`);
const firstError = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    ({ diagnostics, message }: DiagnosticError) => diagnostics?.[0] ?? { summary: message },
  );

/** Returns a run of the provider whose writes first pass `beforeWrite`. */
async function proxiedRun(emulator: Emulator, beforeWrite: () => Promise<unknown>) {
  const { openSource, managed } = emulator.endpoints;
  const proxy = new FaultProxy(openSource.endpoint);
  const endpoint = await proxy.start();
  proxy.handle = async (exchange) => {
    if (exchange.request.method !== "GET") {
      await beforeWrite();
    }
    await exchange.pass();
  };
  const run = new ProviderRun({
    openSource: { ...openSource, endpoint },
    managed: { ...managed, endpoint, product: "clickstack", requestsPerWindow: 9999 },
  });
  const close = async () => {
    await run[Symbol.asyncDispose]();
    await proxy.stop();
  };
  return { run, [Symbol.asyncDispose]: close };
}

const plainRun = ({ endpoints: { openSource, managed } }: Emulator, key = managed) =>
  new ProviderRun({
    openSource,
    managed: { ...managed, ...key, product: "clickstack", requestsPerWindow: 9999 },
  });

test("two stacks with one key share its rate limit, and each stack creates its objects once", async () => {
  await using emulator = await startEmulator({ limits: { openSource: { max: 10, windowMs: 1000 } } });
  await using one = plainRun(emulator);
  await using other = plainRun(emulator);
  const stacks = [
    { run: one, wanted: names("one") },
    { run: other, wanted: names("other") },
  ];
  await Promise.all(stacks.flatMap(({ run, wanted }) => wanted.map((name) => run.apply(SEARCH, search(name)))));
  const created = (await listed(emulator, "saved-searches")).map(({ name }) => String(name));
  expect(created.sort()).toEqual(stacks.flatMap(({ wanted }) => wanted).sort());
});

describe("two concurrent applies of one stack without a lock", () => {
  test("do not overwrite each other, and the second update reports the changed attribute", async () => {
    await using emulator = await startEmulator();
    await using run = plainRun(emulator);
    const held = await run.apply(SEARCH, search("Errors"));
    const configs = ["level:error", "level:fatal"].map((where) => search("Errors", { where }));
    await using one = plainRun(emulator);
    await using other = plainRun(emulator);
    const [first, second] = configs;
    const plans = [await one.plan(SEARCH, first ?? {}, held), await other.plan(SEARCH, second ?? {}, held)];
    await using apply = plainRun(emulator);
    await apply.update(SEARCH, first ?? {}, plans[0]?.plan ?? {}, held);
    await using late = plainRun(emulator);
    expect(await firstError(late.update(SEARCH, second ?? {}, plans[1]?.plan ?? {}, held))).toMatchObject({
      summary: 'The saved search "Errors" was changed after this plan was made',
      path: ["where"],
    });
    expect(await listed(emulator, "saved-searches")).toMatchObject([{ where: "level:error" }]);
  });

  test("report a stale plan if one apply deletes the object just before the other updates it", async () => {
    await using emulator = await startEmulator();
    await using first = plainRun(emulator);
    const held = await first.apply(SEARCH, search("Errors"));
    await using proxied = await proxiedRun(emulator, () =>
      ui(emulator, "DELETE", `/api/v2/saved-searches/${held.state.id}`),
    );
    expect(await firstError(proxied.run.apply(SEARCH, search("Errors", { where: "level:error" }), held))).toEqual({
      severity: "error",
      summary: 'The saved search "Errors" was deleted after this plan was made',
      detail: `The server no longer has a saved search with the id ${held.state.id}.\nFix: Plan again. The next plan creates it again.`,
    });
    expect(await listed(emulator, "saved-searches")).toEqual([]);
  });

  test("both succeed if both applies delete the object", async () => {
    await using emulator = await startEmulator();
    await using first = plainRun(emulator);
    const held = await first.apply(SEARCH, search("Errors"));
    await using one = plainRun(emulator);
    await using other = plainRun(emulator);
    await Promise.all([one.destroy(SEARCH, held), other.destroy(SEARCH, held)]);
    expect(await listed(emulator, "saved-searches")).toEqual([]);
  });
});

describe("a key of the provider that changes during an apply", () => {
  test.each([["disabled"], ["deleted"]])(
    "causes one clear error if the key is %s, and the next apply succeeds",
    async (how) => {
      await using emulator = await startEmulator();
      const { managed } = emulator.endpoints;
      const config = (name: string): ObjectValue => ({ name, allow_any_ip: true, secret_in_state: true });
      await using run = plainRun(emulator);
      const admin = { ...config("deployer"), role_names: ["Admin"] };
      const { state: deployer } = await run.apply(KEY, admin);
      const used = { ...managed, keyId: String(deployer.key_id), keySecret: String(deployer.key_secret) };
      await using apply = plainRun(emulator, used);
      const kept = await apply.apply(KEY, config("first"));
      const path = `/keys/${deployer.id}`;
      await (how === "deleted" ? ui(emulator, "DELETE", path) : ui(emulator, "PATCH", path, { state: "disabled" }));
      const error = await firstError(apply.apply(KEY, config("second")));
      expect(error?.summary).not.toBe("");
      expect(JSON.stringify(error)).toMatch(/401/);
      expect(JSON.stringify(error)).not.toContain(used.keySecret);
      await using next = plainRun(emulator);
      expect(await next.refresh(KEY, kept)).not.toBeNull();
      await next.apply(KEY, config("second"));
      const { data } = (await ui(emulator, "GET", "/keys")) as { data: { name: string }[] };
      expect(data.filter(({ name }) => /first|second/.test(name)).map(({ name }) => name)).toEqual(["first", "second"]);
    },
  );
});
