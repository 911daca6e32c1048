import { Contention } from "../../../../src/client/limits/contention";
import { SlidingWindowSchedule } from "../../../../src/client/limits/rate-limit-windows";
import { sharedRateLimiter } from "../../../../src/client/limits/rate-limiter";
import { ManualClock } from "../manual-clock";

const WINDOW = 10_000;

/** Returns a process that competes for ten requests in ten seconds, and uses these random numbers in order. */
function contending(...chances: readonly number[]): Contention {
  const left = [...chances];
  return new Contention(10, WINDOW, () => left.shift() ?? 0);
}

describe("the share of the rate limit that one process uses", () => {
  test("is the whole limit until a refusal, and seven tenths after each refusal, but at least one request", () => {
    const contention = contending();
    const shares = [contention.share];
    for (let at = 0; at < 10; at += 1) {
      contention.refused(at, at, undefined);
      shares.push(contention.share);
    }
    expect(shares).toEqual([10, 7, 4, 3, 2, 1, 1, 1, 1, 1, 1]);
  });

  test("grows by one request after as many requests as it allows, up to the whole limit", () => {
    const contention = contending();
    contention.refused(0, 0, undefined);
    const shares = Array.from({ length: 16 }, () => {
      contention.admitted(1);
      return contention.share;
    });
    expect(shares).toEqual([...Array(7).fill(7), ...Array(8).fill(8), 9]);
    for (let request = 0; request < 100; request += 1) {
      contention.admitted(1);
    }
    expect(contention.share).toBe(10);
  });

  test("has random pauses of up to a quarter of a second between requests while it is reduced", () => {
    const contention = contending(0.5, 1);
    expect(contention.yieldMs()).toBe(0);
    contention.refused(0, 0, undefined);
    expect(contention.yieldMs()).toBe(125);
    expect(contention.yieldMs()).toBe(250);
  });
});

describe("a rate limiter after refusals", () => {
  test("counts refusals of requests that were sent together as one", () => {
    const contention = contending();
    contention.refused(0, 100, 5);
    expect(contention.refused(99, 150, 5)).toBeUndefined();
    expect(contention.share).toBe(7);
    expect(contention.refused(100, 200, 5)).toBe(4000);
    expect(contention.share).toBe(4);
  });

  test("allows one request at a time until a later request is accepted", () => {
    const contention = contending();
    expect(contention.isProbing).toBe(false);
    contention.refused(0, 100, 5);
    contention.admitted(99);
    expect(contention.isProbing).toBe(true);
    contention.admitted(100);
    expect(contention.isProbing).toBe(false);
  });

  test("changes no wait after the first refusal, and after a refusal in which the server sends no wait", () => {
    const contention = contending();
    expect(contention.refused(0, 0, 5)).toBeUndefined();
    expect(contention.refused(1, 1, undefined)).toBeUndefined();
    contention.admitted(2);
    expect(contention.refused(3, 3, 5)).toBeUndefined();
  });
});

describe("a process that is refused a second time", () => {
  const again = (told: number, ...chances: readonly number[]) => {
    const contention = contending(...chances);
    contention.refused(0, 0, told);
    return contention.refused(1, 1, told);
  };

  test("sends its next request within five milliseconds after the time that the server sent", () => {
    expect(again(2.5, 0)).toBe(2500);
    expect(again(2.5, 1)).toBe(2505);
  });

  test("sends its next request one second before the end of a wait in whole seconds, which may be rounded up", () => {
    expect(again(7, 0)).toBe(6000);
    expect(again(7, 1)).toBe(6005);
  });

  test("sends its next requests at short intervals within the last second of the wait", () => {
    expect(again(1, 0, 0)).toBe(50);
    expect(again(1, 0, 1)).toBe(200);
  });
});

describe("a process that is refused for several windows", () => {
  /** Returns the wait after a refusal at time 0 and another refusal some windows later. */
  const afterWindows = (windows: number, told: number, ...chances: readonly number[]) => {
    const contention = contending(...chances);
    contention.refused(0, 0, told);
    return contention.refused(windows * WINDOW, windows * WINDOW, told);
  };

  test("sends requests as often as before within four windows", () => {
    expect(afterWindows(3.9, 2.5, 0.9, 1)).toBe(2504.5);
  });

  test("waits longer after every second refusal after that, up to four windows", () => {
    expect(afterWindows(4, 2.5, 0.4, 1)).toBe(2505);
    expect(afterWindows(4, 2.5, 0.5, 1)).toBe(2500 + WINDOW);
    expect(afterWindows(4, 2.5, 0.5, 0.1)).toBe(2500 + 0.1 * WINDOW);
    expect(afterWindows(6, 2.5, 0.5, 1)).toBe(2500 + 3 * WINDOW);
    expect(afterWindows(9, 2.5, 0.5, 1)).toBe(2500 + 4 * WINDOW);
  });

  test("never waits longer than five minutes", () => {
    expect(afterWindows(9, 290, 0.5, 1)).toBe(300_000);
    expect(afterWindows(9, 310, 0.5, 1)).toBe(310_000);
  });

  test("counts the windows from the first refusal after its last accepted request", () => {
    const contention = contending(0.9, 0);
    contention.refused(0, 0, 2.5);
    contention.admitted(5 * WINDOW);
    contention.refused(6 * WINDOW, 6 * WINDOW, 2.5);
    expect(contention.refused(7 * WINDOW, 7 * WINDOW, 2.5)).toBe(2504.5);
  });
});

test("each combination of server, credential and clock has one rate limiter", () => {
  const clock = new ManualClock();
  const of = (origin: string, credential: string, at = clock) =>
    sharedRateLimiter(origin, credential, at, () => new SlidingWindowSchedule(1, 1000));
  const first = of("http://a", "key");
  expect(of("http://a", "key")).toBe(first);
  for (const other of [of("http://b", "key"), of("http://a", "another"), of("http://a", "key", new ManualClock())]) {
    expect(other).not.toBe(first);
  }
});
