import { ManagedObjects } from "../../../src/resources/shared/managed-objects";

const DASHBOARD = "clickstack_dashboard";
const never = new AbortController().signal;

/** A time that is longer than the pauses inside a plan. */
const QUIET_MS = 200;

describe("the list of a plan's objects", () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test("is complete when the engine sends no more calls", async () => {
    const managed = new ManagedObjects();
    managed.note(DASHBOARD, { id: "a" });
    const ended = jest.fn();
    void managed.settled(never).then(ended);
    await jest.advanceTimersByTimeAsync(QUIET_MS);
    expect(ended).toHaveBeenCalled();
  });

  test("is complete only after all running reads have ended, for any duration of a read", async () => {
    const managed = new ManagedObjects();
    const response = deferred<string>();
    const read = managed.reading(DASHBOARD, { id: "a" }, () => response.promise);
    const ended = jest.fn();
    void managed.settled(never).then(ended);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(ended).not.toHaveBeenCalled();
    response.resolve("record");
    expect(await read).toBe("record");
    await jest.advanceTimersByTimeAsync(QUIET_MS);
    expect(ended).toHaveBeenCalled();
  });

  test("is complete after a maximum wait even if the engine still sends calls", async () => {
    const managed = new ManagedObjects();
    const ended = jest.fn();
    void managed.settled(never).then(ended);
    for (let call = 0; call < 100; call += 1) {
      managed.note(DASHBOARD, { id: String(call) });
      await jest.advanceTimersByTimeAsync(50);
    }
    expect(ended).toHaveBeenCalled();
  });
});

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
