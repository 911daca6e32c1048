import type { LimitSignals } from "../../../../src/client/http/rate-limit-headers";
import { FixedWindowSchedule } from "../../../../src/client/limits/rate-limit-windows";
import { type SimulatedServer, simulate } from "./simulate";

/**
 * Counts like docs/internals/api-behavior.md 3.3: fixed windows of 60 s, and whole seconds rounded up.
 */
class FixedWindowServer implements SimulatedServer {
  #window = Number.NaN;
  #used = 0;

  constructor(
    private readonly limit: number,
    private readonly phase: number,
    private readonly usedByOthers = 0,
  ) {}

  respond(arrival: number): LimitSignals {
    const window = Math.floor((arrival - this.phase) / 60_000);
    if (window !== this.#window) {
      this.#window = window;
      this.#used = this.usedByOthers;
    }
    this.#used += 1;
    const end = (window + 1) * 60_000 + this.phase;
    const reset = Math.ceil((end - arrival) / 1000);
    const remaining = Math.max(0, this.limit - this.#used);
    return this.#used > this.limit
      ? { status: 429, remaining, reset, retryAfter: 60 }
      : { status: 200, remaining, reset };
  }
}

const told = (remaining: number, reset: number, status = 200): LimitSignals => ({ status, remaining, reset });

test("a single request is sent first, and the others wait for the headers of its response", () => {
  const schedule = new FixedWindowSchedule();
  expect(schedule.delay(0)).toBe(0);
  const scout = schedule.sent(0);
  expect(schedule.delay(0)).toBe(Number.POSITIVE_INFINITY);
  schedule.onResponse(scout, 20, told(99, 60));
  expect(schedule.delay(20)).toBe(0);
});

test("the number of requests in flight is at most the number of remaining requests", () => {
  const schedule = new FixedWindowSchedule();
  schedule.onResponse(schedule.sent(0), 10, told(2, 30));
  schedule.sent(10);
  schedule.sent(10);
  expect(schedule.delay(10)).toBe(30_050);
});

test("a request that failed without headers still counts against the limit", () => {
  const schedule = new FixedWindowSchedule();
  schedule.onResponse(schedule.sent(0), 10, told(1, 30));
  schedule.onFailure(schedule.sent(10), 20);
  expect(schedule.delay(20)).toBe(30_040);
});

test("the schedule uses the earliest end of the window from all responses", () => {
  const schedule = new FixedWindowSchedule();
  schedule.onResponse(schedule.sent(0), 900, told(50, 10));
  schedule.onResponse(schedule.sent(1000), 1010, told(0, 9));
  expect(schedule.delay(1010)).toBe(9050);
});

test("requests of other processes reduce the remaining count", () => {
  const schedule = new FixedWindowSchedule();
  schedule.onResponse(schedule.sent(0), 10, told(99, 60));
  schedule.onResponse(schedule.sent(10), 20, told(0, 60));
  expect(schedule.delay(20)).toBeGreaterThan(59_000);
});

test("a late response of the previous window does not change the current one", () => {
  const schedule = new FixedWindowSchedule();
  const early = schedule.sent(0);
  schedule.onResponse(early, 10, told(5, 1));
  const late = schedule.sent(500);
  const next = schedule.sent(1100);
  schedule.onResponse(next, 1110, told(99, 60));
  schedule.onResponse(late, 2000, told(3, 1));
  expect(schedule.delay(2000)).toBe(0);
  for (let request = 0; request < 99; request += 1) {
    schedule.sent(2000);
  }
  expect(schedule.delay(2000)).toBeGreaterThan(58_000);
});

test("requests to a server without limit headers are not paced", () => {
  const schedule = new FixedWindowSchedule();
  schedule.onResponse(schedule.sent(0), 10, { status: 200 });
  for (let request = 0; request < 500; request += 1) {
    expect(schedule.delay(10)).toBe(0);
    schedule.sent(10);
  }
});

test("a gateway's error page without limit headers does not turn off the rate limiter", () => {
  const schedule = new FixedWindowSchedule();
  schedule.onResponse(schedule.sent(0), 10, { status: 502 });
  schedule.sent(20);
  expect(schedule.delay(20)).toBe(Number.POSITIVE_INFINITY);
});

test("after a refusal the client waits until the reported end of the window, and ignores a longer Retry-After", () => {
  const schedule = new FixedWindowSchedule();
  schedule.onResponse(schedule.sent(0), 0, { status: 429, remaining: 0, reset: 12, retryAfter: 60 });
  expect(schedule.delay(0)).toBe(12_050);
});

test("the next request becomes the first request of a window (the scout) if the scout gets no response", () => {
  const schedule = new FixedWindowSchedule();
  schedule.onFailure(schedule.sent(0), 5);
  expect(schedule.delay(5)).toBe(0);
});

test.each([
  { phase: 0, latency: 20 },
  { phase: 17_313, latency: 80 },
  { phase: 59_990, latency: 300 },
])(
  "a thousand requests get no refusal and need less than two percent more time than necessary (%j)",
  ({ phase, latency }) => {
    const { arrivals, endedAt } = simulate(new FixedWindowSchedule(), new FixedWindowServer(100, phase), 1000, latency);
    expect(arrivals.filter(({ status }) => status === 429)).toEqual([]);
    // The optimum is a hundred requests in the current window, and a hundred at the start of each of the next nine
    // windows.
    const firstEnd = phase === 0 ? 60_000 : phase;
    expect(endedAt).toBeLessThan((firstEnd + 8 * 60_000 + latency) * 1.02);
  },
);

test("no request is refused while other processes use the limit", () => {
  const { arrivals } = simulate(new FixedWindowSchedule(), new FixedWindowServer(100, 5000, 40), 300, 50);
  expect(arrivals.filter(({ status }) => status === 429)).toEqual([]);
});

test("a request that is in flight at the end of its window delays no other request, with or without an earlier limit", () => {
  const limited = new FixedWindowSchedule();
  limited.onResponse(limited.sent(0), 10, told(5, 1));
  limited.sent(20);
  expect(limited.delay(1100)).toBe(0);
  const unlimited = new FixedWindowSchedule();
  unlimited.onResponse(unlimited.sent(0), 10, { status: 200 });
  const [first] = [unlimited.sent(20), unlimited.sent(20)];
  unlimited.onResponse(first, 30, told(5, 1));
  expect(unlimited.delay(1100)).toBe(0);
});

test("all requests wait for the first request of a window (the scout), even if another request fails", () => {
  const schedule = new FixedWindowSchedule();
  schedule.onResponse(schedule.sent(0), 10, told(5, 1));
  const late = schedule.sent(20);
  schedule.sent(1100);
  schedule.onResponse(late, 1110, { status: 502 });
  expect(schedule.delay(1110)).toBe(Number.POSITIVE_INFINITY);
});

test("a window ends a short time after its reported end, or with a response of the next window", () => {
  const schedule = new FixedWindowSchedule();
  schedule.onResponse(schedule.sent(0), 10, told(0, 1));
  expect(schedule.delay(1010)).toBe(50);
  expect(schedule.delay(1059)).toBe(1);
  expect(schedule.delay(1060)).toBe(0);
  const other = new FixedWindowSchedule();
  const [first, second] = [other.sent(0), other.sent(1015)];
  other.onResponse(first, 10, told(0, 1));
  other.onResponse(second, 1020, told(99, 60));
  expect(other.delay(1020)).toBe(0);
});

test("a response of the previous window is recognized by the latest known start of the current window", () => {
  const schedule = new FixedWindowSchedule();
  const late = schedule.sent(0);
  schedule.onResponse(schedule.sent(0), 900, told(50, 10));
  schedule.onResponse(schedule.sent(1500), 1510, told(50, 10));
  schedule.onResponse(late, 1600, told(0, 8.8));
  expect(schedule.delay(1600)).toBe(0);
});

test("a server error without limit headers does not turn off pacing", () => {
  const schedule = new FixedWindowSchedule();
  schedule.onResponse(schedule.sent(0), 10, { status: 500 });
  schedule.sent(20);
  expect(schedule.delay(20)).toBe(Number.POSITIVE_INFINITY);
});

test("a process that is refused a second time sends requests one second earlier until one is accepted", () => {
  const schedule = new FixedWindowSchedule(() => 0);
  const refused = { status: 429, remaining: 0, reset: 12, retryAfter: 60 };
  schedule.onResponse(schedule.sent(0), 0, refused);
  expect(schedule.delay(0)).toBe(12_050);
  schedule.onResponse(schedule.sent(12_050), 12_050, refused);
  expect(schedule.delay(12_050)).toBe(11_000);
  schedule.onResponse(schedule.sent(23_050), 23_050, told(1, 1));
  schedule.onResponse(schedule.sent(24_200), 24_200, refused);
  expect(schedule.delay(24_200)).toBe(12_050);
});
