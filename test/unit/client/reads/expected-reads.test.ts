import { ClientReads, ListCache } from "../../../../src/client/reads/list-cache";
import { ManualClock } from "../manual-clock";

/** Reads of three objects, and what they ask the server. */
function reads() {
  const clock = new ManualClock();
  const { asked, shared } = readsOf("things", clock, new ClientReads());
  return { clock, asked, shared };
}

function readsOf(plural: string, clock: ManualClock, client: ClientReads) {
  const asked: string[] = [];
  const record = (id: string) => ({ id });
  const serverTime = { date: undefined, at: 0 };
  const shared = new ListCache(
    {
      plural,
      byId: () => true,
      confirmMissing: async () => undefined,
      get: async (id) => {
        asked.push(`get ${id}`);
        return record(id);
      },
      list: async () => {
        asked.push("list");
        const ids = ["a", "b", "c"];
        return { records: new Map(ids.map((id) => [id, record(id)])), hidesSome: false, torn: false, serverTime };
      },
    },
    clock,
    client,
  );
  return { asked, shared };
}

describe("an announced read", () => {
  test("does not wait if no other read was announced", async () => {
    const { clock, asked, shared } = reads();
    shared.expect("a");
    const read = shared.read("a", undefined);
    await clock.advance(3);
    expect(await read).toEqual({ id: "a" });
    expect(asked).toEqual(["get a"]);
  });

  test("waits for the other announced reads and shares their list", async () => {
    const { clock, asked, shared } = reads();
    shared.expect("a");
    shared.expect("b");
    const first = shared.read("a", undefined);
    await clock.advance(4);
    shared.expect("c");
    const second = shared.read("b", undefined);
    await clock.advance(4);
    expect(asked).toEqual([]);
    const third = shared.read("c", undefined);
    await clock.advance(3);
    expect(await Promise.all([first, second, third])).toEqual([{ id: "a" }, { id: "b" }, { id: "c" }]);
    expect(asked).toEqual(["list"]);
  });

  test("does not wait forever for an announced read that never comes", async () => {
    const { clock, asked, shared } = reads();
    shared.expect("a");
    shared.expect("b");
    const read = shared.read("a", undefined);
    await clock.advance(14);
    expect(asked).toEqual([]);
    await clock.advance(1);
    expect(await read).toEqual({ id: "a" });
    expect(asked).toEqual(["get a"]);
  });
});

test("a read without an announcement waits for others", async () => {
  const { clock, asked, shared } = reads();
  const read = shared.read("a", undefined);
  await clock.advance(14);
  expect(asked).toEqual([]);
  await clock.advance(1);
  expect(await read).toEqual({ id: "a" });
  expect(asked).toEqual(["get a"]);
});

describe("a read among those of another resource type", () => {
  function readsOfTwoTypes() {
    const clock = new ManualClock();
    const client = new ClientReads();
    return { clock, dashboards: readsOf("dashboards", clock, client), alerts: readsOf("alerts", clock, client) };
  }

  test("waits for others of its type while many objects of the other type are read", async () => {
    const { clock, dashboards, alerts } = readsOfTwoTypes();
    const reads = [dashboards.shared.read("a", undefined), dashboards.shared.read("b", undefined)];
    alerts.shared.expect("a");
    const first = alerts.shared.read("a", undefined);
    await clock.advance(14);
    expect(alerts.asked).toEqual([]);
    const second = alerts.shared.read("b", undefined);
    await clock.advance(1);
    expect(await Promise.all([first, second])).toEqual([{ id: "a" }, { id: "b" }]);
    await Promise.all(reads);
    expect([dashboards.asked, alerts.asked]).toEqual([["list"], ["list"]]);
  });

  test("is a get if no other read of its type comes, for any number of reads of the other type", async () => {
    const { clock, dashboards, alerts } = readsOfTwoTypes();
    const reads = [dashboards.shared.read("a", undefined), dashboards.shared.read("b", undefined)];
    alerts.shared.expect("a");
    const lone = alerts.shared.read("a", undefined);
    await clock.advance(15);
    expect(await lone).toEqual({ id: "a" });
    await Promise.all(reads);
    expect([dashboards.asked, alerts.asked]).toEqual([["list"], ["get a"]]);
  });

  test("is a get without waiting if each type has one object", async () => {
    const { clock, dashboards, alerts } = readsOfTwoTypes();
    for (const { shared } of [dashboards, alerts]) {
      shared.expect("a");
      const read = shared.read("a", undefined);
      await clock.advance(3);
      expect(await read).toEqual({ id: "a" });
    }
    expect([dashboards.asked, alerts.asked]).toEqual([["get a"], ["get a"]]);
  });

  test("waits while another announced read is expected", async () => {
    const { clock, dashboards, alerts } = readsOfTwoTypes();
    dashboards.shared.expect("a");
    alerts.shared.expect("a");
    const first = dashboards.shared.read("a", undefined);
    await clock.advance(6);
    expect(dashboards.asked).toEqual([]);
    const other = alerts.shared.read("a", undefined);
    const second = dashboards.shared.read("b", undefined);
    await clock.advance(3);
    expect(await Promise.all([first, second])).toEqual([{ id: "a" }, { id: "b" }]);
    await clock.advance(12);
    expect(await other).toEqual({ id: "a" });
    expect([dashboards.asked, alerts.asked]).toEqual([["list"], ["get a"]]);
  });
});
