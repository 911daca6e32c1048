import type { Emulator } from "../../../../src/emulator";
import { type ObjectValue, valuesEqual } from "../../../../src/plugin";
import { provider } from "../../../../src/provider/provider";
import { emulatorForEachTest, startEmulator } from "../../../support/emulator/emulator-for-tests";
import { type Held, ProviderRun } from "../../../support/provider-in-process";
import { ui } from "../../../support/ui";

const CONFIG: ObjectValue = { name: "ci", allow_any_ip: true, secret_in_state: true, roles: ["developer"] };

const key = (() => {
  const found = provider.resources?.clickstack_api_key;
  if (!found) {
    throw new Error("There is no resource clickstack_api_key.");
  }
  return found;
})();

describe.each([true, false])("an organization that still has the deprecated roles: %s", (rolesNotFrozen) => {
  let emulator: Emulator;
  let run: ProviderRun;

  const connect = () => {
    const { managed } = emulator.endpoints;
    return new ProviderRun({ managed: { ...managed, product: "clickstack", requestsPerWindow: 9999 } });
  };
  const refreshed = async (held: Held): Promise<Held> => {
    await using later = connect();
    const read = await later.refresh(key, held);
    if (!read) {
      throw new Error("The key was deleted.");
    }
    return read;
  };
  /** Updates the key in a new process. */
  const applied = async (config: ObjectValue, held: Held): Promise<Held> => {
    await using later = connect();
    return later.apply(key, config, held);
  };
  /** Sends a request of another user. */
  const patch = (held: Held, roles: readonly ("admin" | "developer")[]) =>
    run.session.client.apiKeys.update(String(held.state.id), { roles });
  const isPlannedEmpty = async (held: Held) => {
    await using later = connect();
    return valuesEqual((await later.plan(key, CONFIG, held)).plan, held.state);
  };
  emulatorForEachTest(
    (each) => {
      emulator = each;
    },
    { switches: { rolesNotFrozen } },
  );

  beforeEach(() => {
    run = connect();
  });

  afterEach(async () => {
    await run[Symbol.asyncDispose]();
  });

  test("shows a change of these roles elsewhere only in their attribute, and an apply restores the roles", async () => {
    const held = await run.apply(key, CONFIG);
    const seen = await refreshed(held);
    expect(await isPlannedEmpty(seen)).toBe(true);
    await patch(seen, ["admin"]);
    const drifted = await refreshed(seen);
    expect(drifted.state.roles).toEqual(rolesNotFrozen ? ["admin"] : ["developer"]);
    if (!rolesNotFrozen) {
      return;
    }
    const again = await refreshed(drifted);
    expect(again.state.roles).toEqual(["admin"]);
    const reverted = await applied(CONFIG, again);
    const { data } = (await ui(emulator, "GET", `/keys/${held.state.id}`)) as { data: { roles: unknown } };
    expect(data.roles).toEqual(["developer"]);
    expect(await isPlannedEmpty(await refreshed(reverted))).toBe(true);
  });

  test("accepts a change in the configuration, and later plans are empty even if the server returns the old role", async () => {
    const held = await run.apply(key, CONFIG);
    const changed = await applied({ ...CONFIG, roles: ["admin"] }, await refreshed(held));
    expect((await refreshed(await refreshed(changed))).state.roles).toEqual(["admin"]);
  });
});

test("a key can be limited to ranges of IPv6 addresses, in any notation", async () => {
  await using emulator = await startEmulator();
  const { managed } = emulator.endpoints;
  await using run = new ProviderRun({ managed: { ...managed, product: "clickstack", requestsPerWindow: 9999 } });
  const config: ObjectValue = {
    name: "ci",
    secret_in_state: true,
    ip_access_list: [{ source: "2001:DB8:0::/32" }, { source: "203.0.113.0/24" }],
  };
  const held = await run.apply(key, config);
  const { data } = (await ui(emulator, "GET", `/keys/${held.state.id}`)) as { data: { ipAccessList: unknown } };
  expect(data.ipAccessList).toEqual([{ source: "2001:db8::/32" }, { source: "203.0.113.0/24" }]);
  await using later = new ProviderRun({ managed: { ...managed, product: "clickstack", requestsPerWindow: 9999 } });
  const seen = await later.refresh(key, held);
  expect(seen && valuesEqual((await later.plan(key, config, seen)).plan, seen.state)).toBe(true);
});
