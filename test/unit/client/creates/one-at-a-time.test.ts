import { OneAtATime } from "../../../../src/client/waiting";
import { rejection } from "../../../support/client/clients";

/** Returns work that the test ends, and a list of the work that has started so far. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("tasks with the same key run in order, and tasks with other keys run at the same time", async () => {
  const queue = new OneAtATime();
  const { begun, work, end } = works();
  const first = queue.run("a", undefined, work("first"));
  const second = queue.run("a", undefined, work("second"));
  void queue.run("b", undefined, work("other"));
  await settled();
  expect(begun).toEqual(["first", "other"]);
  end("first");
  expect(await first).toBe("first");
  await settled();
  const third = queue.run("a", undefined, work("third"));
  await settled();
  expect(begun).toEqual(["first", "other", "second"]);
  end("second");
  await second;
  await settled();
  end("third");
  expect(await third).toBe("third");
});

test("a failed task lets the next task start", async () => {
  const queue = new OneAtATime();
  const failed = rejection(queue.run("a", undefined, () => Promise.reject(new Error("no"))));
  const next = queue.run("a", undefined, async () => "next");
  expect(await failed).toEqual(new Error("no"));
  expect(await next).toBe("next");
});

test("an aborted task that waits is not started, and its wait ends after the running task", async () => {
  const queue = new OneAtATime();
  const { begun, work, end } = works();
  const stop = new AbortController();
  void queue.run("a", undefined, work("first"));
  const stopped = rejection(queue.run("a", stop.signal, work("stopped")));
  stop.abort(new Error("the stop"));
  expect(await stopped).toEqual(new Error("the stop"));
  const last = queue.run("a", undefined, work("last"));
  await settled();
  expect(begun).toEqual(["first"]);
  end("first");
  await settled();
  end("last");
  expect(await last).toBe("last");
});
