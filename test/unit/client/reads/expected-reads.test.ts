import { ListCache } from "../../../../src/client/reads/list-cache";

/** Reads of the objects `a`, `b` and `c` of one resource type, and the requests that they send. */
function reads() {
  const asked: string[] = [];
  const record = (id: string) => ({ id });
  const serverTime = { date: undefined, at: 0 };
  const shared = new ListCache({
    plural: "things",
    byId: () => true,
    confirmMissing: async () => undefined,
    get: async (id) => {
      asked.push(`get ${id}`);
      return record(id);
    },
    list: async () => {
      asked.push("list");
      const ids = ["a", "b", "c"];
      return {
        records: new Map(ids.map((id) => [id, record(id)])),
        hidesSome: false,
        unreadable: [],
        torn: false,
        serverTime,
      };
    },
  });
  return { asked, shared };
}

describe("the first read of a resource type", () => {
  test("is a get if no other read of the type was announced", async () => {
    const { asked, shared } = reads();
    shared.expect("a");
    expect(await shared.read("a", undefined)).toEqual({ id: "a" });
    expect(asked).toEqual(["get a"]);
  });

  test("is a get if no read was announced", async () => {
    const { asked, shared } = reads();
    expect(await shared.read("a", undefined)).toEqual({ id: "a" });
    expect(asked).toEqual(["get a"]);
  });

  test("is a list request that later reads share if another read was announced", async () => {
    const { asked, shared } = reads();
    shared.expect("a");
    shared.expect("b");
    expect(await shared.read("a", undefined)).toEqual({ id: "a" });
    shared.expect("c");
    expect(await shared.read("c", undefined)).toEqual({ id: "c" });
    expect(await shared.read("b", undefined)).toEqual({ id: "b" });
    expect(asked).toEqual(["list"]);
  });

  test("includes the reads and announcements of the same turn of the event loop", async () => {
    const { asked, shared } = reads();
    const first = shared.read("a", undefined);
    shared.expect("b");
    expect(await Promise.all([first, shared.read("c", undefined)])).toEqual([{ id: "a" }, { id: "c" }]);
    expect(asked).toEqual(["list"]);
  });

  test("does not wait for an announced read that never starts", async () => {
    const { asked, shared } = reads();
    shared.expect("a");
    shared.expect("b");
    expect(await shared.read("a", undefined)).toEqual({ id: "a" });
    expect(asked).toEqual(["list"]);
  });

  test("is a get if only objects of another resource type were announced", async () => {
    const dashboards = reads();
    const alerts = reads();
    dashboards.shared.expect("a");
    dashboards.shared.expect("b");
    alerts.shared.expect("a");
    await dashboards.shared.read("a", undefined);
    await alerts.shared.read("a", undefined);
    expect(dashboards.asked).toEqual(["list"]);
    expect(alerts.asked).toEqual(["get a"]);
  });
});

test("the second read of a resource type is a list request", async () => {
  const { asked, shared } = reads();
  await shared.read("a", undefined);
  expect(await shared.read("b", undefined)).toEqual({ id: "b" });
  expect(asked).toEqual(["get a", "list"]);
});
