import { ListCache } from "../../../src/client/list-cache";
import { ManualClock } from "../manual-clock";

/** Reads of three objects, and what they ask the server. */
function reads() {
  const clock = new ManualClock();
  const asked: string[] = [];
  const record = (id: string) => ({ id });
  const serverTime = { date: undefined, at: 0 };
  const shared = new ListCache(
    {
      plural: "things",
      byId: () => true,
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
  );
  return { clock, asked, shared };
}

describe("a read that was announced", () => {
  test("does not wait for others when no other was", async () => {
    const { clock, asked, shared } = reads();
    shared.expect("a");
    const read = shared.read("a", undefined);
    await clock.advance(3);
    expect(await read).toEqual({ id: "a" });
    expect(asked).toEqual(["get a"]);
  });

  test("waits for those that were announced too, and shares their list", async () => {
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

  test("does not wait for ever for one that never comes", async () => {
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

test("a read that nobody announced waits for others", async () => {
  const { clock, asked, shared } = reads();
  const read = shared.read("a", undefined);
  await clock.advance(14);
  expect(asked).toEqual([]);
  await clock.advance(1);
  expect(await read).toEqual({ id: "a" });
  expect(asked).toEqual(["get a"]);
});
