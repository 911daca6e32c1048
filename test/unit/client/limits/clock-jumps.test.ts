import { FixedWindowSchedule } from "../../../../src/client/limits/rate-limit-windows";
import { RateLimiter } from "../../../../src/client/limits/rate-limiter";
import { type Clock, systemClock } from "../../../../src/client/waiting";
import { createClient } from "../../../../src/resources/client";
import { ACCESS_KEY } from "../../../support/client/clients";
import { json, TestServer, text } from "../../../support/client/http-server";

const DAY_MS = 86_400_000;

afterEach(() => jest.restoreAllMocks());

/**
 * Refuses the first request with a wait of at least one second, and changes the system clock when the client starts to
 * wait.
 */
async function requestTimesWith(jumpMs: number, refusal: () => Record<string, string>): Promise<readonly number[]> {
  const times: number[] = [];
  const realNow = Date.now;
  await using server = await TestServer.start((_request, response, count) => {
    times.push(performance.now());
    if (count > 1) {
      return json(response, 200, { data: [] });
    }
    response.removeHeader("date");
    response.sendDate = false;
    for (const [name, value] of Object.entries(refusal())) {
      response.setHeader(name, value);
    }
    text(response, 429, "Too many requests, please try again later.", "text/html");
  });
  const clock: Clock = {
    now: systemClock.now,
    sleep: (ms, signal) => {
      jest.spyOn(Date, "now").mockImplementation(() => realNow() + jumpMs);
      return systemClock.sleep(ms, signal);
    },
  };
  const openSource = { endpoint: server.endpoint, accessKey: ACCESS_KEY };
  const client = createClient({ openSource, userAgent: "tests" }, clock);
  try {
    await client.dashboards.list();
  } finally {
    await client.close();
  }
  return times;
}

describe.each([
  ["a day forward", DAY_MS],
  ["a day back", -DAY_MS],
])("a system clock that jumps %s during a wait for the rate limit", (_, jumpMs) => {
  test.each([
    [
      "seconds",
      () => ({ "retry-after": "1", "ratelimit-limit": "100", "ratelimit-remaining": "0", "ratelimit-reset": "1" }),
    ],
    ["a date", () => ({ "retry-after": new Date(Date.now() + 2000).toUTCString() })],
  ])("does not skip or lengthen a wait that the server sends as %s", async (_form, refusal) => {
    const [refused = 0, admitted = 0, ...more] = await requestTimesWith(jumpMs, refusal);
    expect(more).toEqual([]);
    expect(admitted - refused).toBeGreaterThanOrEqual(900);
    expect(admitted - refused).toBeLessThan(15_000);
  });
});

/** Clock whose timers fire too early or too late, like a coarse timer or a suspended machine. */
class UnreliableClock implements Clock {
  time = 0;
  readonly sleeps: number[] = [];

  constructor(private readonly elapsed: (ms: number) => number) {}

  now(): number {
    return this.time;
  }

  async sleep(ms: number): Promise<void> {
    this.sleeps.push(ms);
    await new Promise((resolve) => setImmediate(resolve));
    this.time += this.elapsed(ms);
  }
}

/** Joins the queue after a refusal that requests 10 seconds. */
async function enterAfterRefusal(clock: UnreliableClock): Promise<void> {
  const limiter = new RateLimiter(new FixedWindowSchedule(), clock);
  const first = await limiter.enter();
  first.onResponse({ status: 429, remaining: 0, reset: 10, retryAfter: 10 });
  await limiter.enter(undefined, undefined, true);
}

test("a timer that fires too early does not shorten the wait", async () => {
  const clock = new UnreliableClock((ms) => Math.ceil(ms / 2));
  await enterAfterRefusal(clock);
  expect(clock.time).toBeGreaterThanOrEqual(10_000);
  expect(clock.time).toBeLessThan(12_000);
});

test("a machine that was suspended during a wait sends the request after it resumes", async () => {
  const clock = new UnreliableClock((ms) => ms + DAY_MS);
  await enterAfterRefusal(clock);
  expect(clock.sleeps).toHaveLength(1);
});
