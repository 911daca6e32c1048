import type { LimitSignals } from "../../../../src/client/http/rate-limit-headers";
import { SlidingWindowSchedule } from "../../../../src/client/limits/rate-limit-windows";
import { type SimulatedServer, simulate } from "./simulate";

const GOOD: LimitSignals = { status: 200 };

class SlidingWindowServer implements SimulatedServer {
  readonly #times: number[] = [];

  respond(arrival: number): LimitSignals {
    const recent = this.#times.filter((time) => time > arrival - 10_000).length;
    this.#times.push(arrival);
    return recent >= 10 ? { status: 429, waitFor: 1 } : GOOD;
  }
}

test("ten requests are sent immediately, and the eleventh waits for a response", () => {
  const schedule = new SlidingWindowSchedule(10, 10_000);
  const requests = Array.from({ length: 10 }, () => {
    expect(schedule.delay(0)).toBe(0);
    return schedule.sent(0);
  });
  expect(schedule.delay(0)).toBe(Number.POSITIVE_INFINITY);
  for (const request of requests) {
    schedule.onResponse(request, 100, GOOD);
  }
  expect(schedule.delay(100)).toBe(10_010);
  expect(schedule.delay(10_110)).toBe(0);
});

test("a request without a response counts against the window", () => {
  const schedule = new SlidingWindowSchedule(1, 10_000);
  schedule.onFailure(schedule.sent(0), 3000);
  expect(schedule.delay(3000)).toBe(10_010);
});

test("a refusal delays all requests for the requested time and one second", () => {
  const schedule = new SlidingWindowSchedule(10, 10_000);
  schedule.onResponse(schedule.sent(0), 0, { status: 429, waitFor: 2.5 });
  expect(schedule.delay(0)).toBe(3500);
});

test("a refusal without a time does not block the queue", () => {
  const schedule = new SlidingWindowSchedule(10, 10_000);
  schedule.onResponse(schedule.sent(0), 0, { status: 429 });
  expect(schedule.delay(0)).toBe(0);
});

test.each([5, 50, 150])("the server never sees an eleventh request in ten seconds (latency %d ms)", (latency) => {
  const { arrivals, endedAt } = simulate(
    new SlidingWindowSchedule(10, 10_000),
    new SlidingWindowServer(),
    200,
    latency,
  );
  expect(arrivals.filter(({ status }) => status === 429)).toEqual([]);
  expect(endedAt).toBeLessThan(19 * 10_000 * 1.02);
});

test("the wait after a refusal gets shorter with time, and the longest of several concurrent refusals counts", () => {
  const schedule = new SlidingWindowSchedule(10, 10_000);
  const [first, second, third] = [schedule.sent(0), schedule.sent(0), schedule.sent(0)];
  schedule.onResponse(first, 100, { status: 429, waitFor: 2.5 });
  schedule.onResponse(second, 110, { status: 429, waitFor: 4.5 });
  schedule.onResponse(third, 120, { status: 429, waitFor: 1 });
  expect(schedule.delay(120)).toBe(5490);
  expect(schedule.delay(1120)).toBe(4490);
});

test("after a refusal, the client sends one request at a time, with a shorter wait than before", () => {
  const schedule = new SlidingWindowSchedule(10, 10_000, () => 0);
  schedule.onResponse(schedule.sent(0), 0, { status: 429, waitFor: 2.5 });
  expect(schedule.delay(3500)).toBe(0);
  const probe = schedule.sent(3500);
  expect(schedule.delay(3500)).toBe(Number.POSITIVE_INFINITY);
  schedule.onResponse(probe, 3600, { status: 429, waitFor: 2.5 });
  expect(schedule.delay(3600)).toBe(2500);
  schedule.onResponse(schedule.sent(6100), 6200, GOOD);
  schedule.sent(6200);
  expect(schedule.delay(6200)).toBe(0);
});

test("a failed request does not change the number of other allowed requests", () => {
  const schedule = new SlidingWindowSchedule(2, 10_000);
  schedule.onFailure(schedule.sent(0), 10);
  expect(schedule.delay(10)).toBe(0);
  schedule.sent(10);
  expect(schedule.delay(10)).toBe(10_010);
});

test("a refused process waits a random extra time before each further request", () => {
  const chances = [1, 0];
  const schedule = new SlidingWindowSchedule(3, 10_000, () => chances.shift() ?? 0);
  schedule.onResponse(schedule.sent(0), 0, { status: 429, waitFor: 0.5 });
  schedule.onResponse(schedule.sent(1500), 1600, GOOD);
  schedule.onResponse(schedule.sent(1600), 1610, GOOD);
  expect(schedule.delay(1610)).toBe(10_010);
  expect(schedule.delay(11_620)).toBe(0);
  schedule.sent(11_620);
  expect(schedule.delay(11_620)).toBe(240);
});
