import type { Deployment } from "../../../../src/client";
import { type FailedTry, type Failure, RetryPlan } from "../../../../src/client/retry/retry-policy";

const MIDDLE = () => 0.5;

/** Returns a failed try that took no time, with these other properties. */
function failed(failure: Failure, more: Partial<FailedTry> = {}): FailedTry {
  return { failure, tookMs: 0, waitedMs: 0, ...more };
}

function delays(deployment: Deployment, failure: Failure, more: Partial<FailedTry> = {}): number[] {
  const plan = new RetryPlan(deployment, MIDDLE);
  const found: number[] = [];
  for (let delay = plan.next(failed(failure, more)); delay !== undefined && found.length < 60; ) {
    found.push(delay);
    delay = plan.next(failed(failure, more));
  }
  return found;
}

test("broken connections are retried with doubling pauses for up to one minute", () => {
  expect(delays("managed", "broken")).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 16_000]);
});

test("the time of failed tries counts against the time limit", () => {
  expect(delays("managed", "broken", { tookMs: 30_000 })).toEqual([250]);
  expect(delays("managed", "broken", { tookMs: 59_750 })).toEqual([250]);
  expect(delays("managed", "broken", { tookMs: 59_751 })).toEqual([]);
});

test("a server error is retried for one minute on the managed service, and three times on open source", () => {
  expect(delays("managed", "server_fault")).toEqual([1000, 2000, 4000, 8000, 16_000, 16_000]);
  expect(delays("open_source", "server_fault")).toEqual([500, 1000, 2000]);
  expect(delays("open_source", "broken")).toEqual(delays("managed", "broken"));
});

test("an unreachable server causes an error within seconds", () => {
  expect(delays("open_source", "unreached")).toEqual([250, 500, 1000, 2000]);
});

test("a request for a key that some servers do not know yet is repeated nine times, and after an unreadable response three times", () => {
  expect(delays("managed", "spreading")).toEqual([1000, 2000, 4000, 5000, 5000, 5000, 5000, 5000, 5000]);
  expect(delays("managed", "unreadable")).toEqual([500, 1000, 2000]);
});

test("failures of different classes are counted separately, and share one time limit", () => {
  const plan = new RetryPlan("managed", MIDDLE);
  expect(plan.next(failed("broken"))).toBe(250);
  expect(plan.next(failed("server_fault"))).toBe(1000);
  expect(plan.next(failed("broken"))).toBe(500);
  expect(plan.next(failed("server_fault", { tookMs: 56_250 }))).toBe(2000);
  expect(plan.next(failed("broken"))).toBeUndefined();
});

test("a retry does not add a second wait to the wait of the rate limiter", () => {
  expect(new RetryPlan("open_source").next(failed("rate_limited", { tookMs: 5, requestedWaitMs: 60_000 }))).toBe(0);
});

test("a requested wait of more than five minutes causes an error immediately", () => {
  expect(new RetryPlan("open_source").next(failed("rate_limited", { requestedWaitMs: 300_000 }))).toBe(0);
  expect(new RetryPlan("open_source").next(failed("rate_limited", { requestedWaitMs: 300_001 }))).toBeUndefined();
});

describe("the total of ten minutes for retries after rate limit refusals", () => {
  test("includes the retry pauses if the server sends no wait", () => {
    const expected = [1000, 2000, 4000, 8000, ...Array(36).fill(16_000)];
    expect(delays("managed", "rate_limited", { waitedMs: 100_000 })).toEqual(expected);
  });

  test("includes the time in the queue and of the tries if the server sends a wait", () => {
    expect(delays("managed", "rate_limited", { requestedWaitMs: 1, waitedMs: 60_000 })).toEqual(Array(11).fill(0));
    expect(delays("managed", "rate_limited", { requestedWaitMs: 1, tookMs: 60_000 })).toEqual(Array(10).fill(0));
    expect(delays("managed", "rate_limited", { requestedWaitMs: 1, tookMs: 10_000, waitedMs: 50_000 })).toHaveLength(
      10,
    );
  });
});

test("the client waits for a Retry-After that is longer than the retry pause", () => {
  expect(new RetryPlan("managed", MIDDLE).next(failed("broken", { requestedWaitMs: 5000 }))).toBe(5000);
  expect(new RetryPlan("managed", MIDDLE).next(failed("broken", { requestedWaitMs: 100 }))).toBe(250);
});

test("a refusal of any other class is not retried", () => {
  expect(delays("managed", "final")).toEqual([]);
});

test("pauses vary randomly by up to a fifth in both directions", () => {
  const first = (chance: number) => new RetryPlan("managed", () => chance).next(failed("broken"));
  expect(first(0)).toBe(200);
  expect(first(1)).toBe(300);
});
