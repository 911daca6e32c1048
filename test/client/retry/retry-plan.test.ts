import type { Deployment } from "../../../src/client";
import { type Failure, RetryPlan } from "../../../src/client/retry-policy";

const MIDDLE = () => 0.5;

function delays(
  deployment: Deployment,
  failure: Failure,
  more: { tookMs?: number; requestedWaitMs?: number } = {},
): number[] {
  const plan = new RetryPlan(deployment, MIDDLE);
  const found: number[] = [];
  for (let delay = plan.next({ failure, tookMs: 0, ...more }); delay !== undefined && found.length < 50; ) {
    found.push(delay);
    delay = plan.next({ failure, tookMs: 0, ...more });
  }
  return found;
}

test("broken connections are retried with doubling pauses within a minute", () => {
  expect(delays("managed", "broken")).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 16_000]);
});

test("the time that failed tries took counts against the budget", () => {
  expect(delays("managed", "broken", { tookMs: 30_000 })).toEqual([250]);
});

test("a managed server error is retried for a minute, an open-source one three times", () => {
  expect(delays("managed", "server_fault")).toEqual([1000, 2000, 4000, 8000, 16_000, 16_000]);
  expect(delays("open_source", "server_fault")).toEqual([500, 1000, 2000]);
});

test("a server that is not there is given up within seconds", () => {
  expect(delays("open_source", "unreached")).toEqual([250, 500, 1000, 2000]);
});

test("what the rateLimiter waits for is not waited for twice", () => {
  expect(new RetryPlan("open_source").next({ failure: "rate_limited", tookMs: 5, requestedWaitMs: 60_000 })).toBe(0);
});

test("a refusal that tells no time is backed off from", () => {
  expect(delays("managed", "rate_limited").slice(0, 3)).toEqual([1000, 2000, 4000]);
});

test("a Retry-After longer than the pause is honoured", () => {
  expect(new RetryPlan("managed", MIDDLE).next({ failure: "broken", tookMs: 0, requestedWaitMs: 5000 })).toBe(5000);
});

test("a refusal of another sort is final", () => {
  expect(delays("managed", "final")).toEqual([]);
});

test("pauses are spread by a fifth to either side", () => {
  const first = (chance: number) => new RetryPlan("managed", () => chance).next({ failure: "broken", tookMs: 0 });
  expect([first(0), first(1)]).toEqual([200, 300]);
});
