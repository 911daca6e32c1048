import {
  FixedWindowSchedule,
  SlidingWindowSchedule,
  type WindowSchedule,
} from "../../../../src/client/limits/rate-limit-windows";
import { RateLimiter } from "../../../../src/client/limits/rate-limiter";
import { rejection } from "../../../support/client/clients";
import { ManualClock } from "../manual-clock";

const GOOD = { status: 200 };

function rateLimiter(schedule: WindowSchedule = new SlidingWindowSchedule(1, 1000)) {
  const clock = new ManualClock();
  return { clock, rateLimiter: new RateLimiter(schedule, clock) };
}

test("requests are sent in order, and repeated requests are sent first", async () => {
  const { clock, rateLimiter: queue } = rateLimiter();
  const order: string[] = [];
  const first = await queue.enter();
  const second = queue.enter().then((permit) => {
    order.push("second");
    permit.onResponse(GOOD);
  });
  const third = queue.enter().then((permit) => {
    order.push("third");
    permit.onResponse(GOOD);
  });
  const again = queue.enter(undefined, undefined, true).then((permit) => {
    order.push("again");
    permit.onResponse(GOOD);
  });
  first.onResponse(GOOD);
  await clock.advance(5000);
  await Promise.all([second, third, again]);
  expect(order).toEqual(["again", "second", "third"]);
});

test("an aborted request leaves the queue with the signal's reason, and the next request is sent", async () => {
  const { clock, rateLimiter: queue } = rateLimiter();
  const first = await queue.enter();
  const controller = new AbortController();
  const aborted = rejection(queue.enter(controller.signal));
  const next = queue.enter();
  controller.abort(new Error("enough"));
  expect(await aborted).toEqual(new Error("enough"));
  first.onResponse(GOOD);
  await clock.advance(1010);
  expect((await next).waitedMs).toBe(1010);
});

test("a request with an aborted signal never joins the queue", async () => {
  const { rateLimiter: queue } = rateLimiter();
  expect(await rejection(queue.enter(AbortSignal.abort(new Error("before"))))).toEqual(new Error("before"));
  expect((await queue.enter()).waitedMs).toBe(0);
});

test("a permit contains the time that its request waited in the queue", async () => {
  const { clock, rateLimiter: queue } = rateLimiter();
  await clock.advance(5000);
  const first = await queue.enter();
  const second = queue.enter();
  first.onResponse(GOOD);
  await clock.advance(2000);
  expect(first.waitedMs).toBe(0);
  expect((await second).waitedMs).toBe(1010);
});

/** Returns the rate limiter after a response that reports a full window, which ends after these seconds. */
async function full(reset: number) {
  const made = rateLimiter(new FixedWindowSchedule());
  const permit = await made.rateLimiter.enter();
  permit.onResponse({ status: 200, remaining: 0, reset });
  return made;
}

test("a wait of five minutes is allowed, and a longer wait is refused", async () => {
  const { clock, rateLimiter: queue } = await full(299.95);
  const admitted = queue.enter();
  await clock.advance(300_000);
  expect((await admitted).waitedMs).toBe(300_000);
  const longer = await full(300);
  expect(await rejection(longer.rateLimiter.enter())).toMatchObject({ waitMs: 300_050 });
});

test("each request that waits for more than 75 seconds causes one notification", async () => {
  const told: string[] = [];
  const tell = (name: string) => (ms: number) => void told.push(`${name} ${ms}`);
  const short = await full(74.95);
  void short.rateLimiter.enter(undefined, tell("short"));
  expect(told).toEqual([]);
  const { clock, rateLimiter: queue } = await full(90);
  void queue.enter(undefined, tell("first"));
  await clock.advance(1000);
  void queue.enter(undefined, tell("second"));
  void queue.enter(undefined, tell("third"), true);
  await clock.advance(1000);
  expect(told).toEqual(["first 90050", "second 89050", "third 89050"]);
});

test("requests that wait for the first request are sent if the first request gets no response", async () => {
  const { rateLimiter: queue } = rateLimiter(new FixedWindowSchedule());
  const first = await queue.enter();
  const second = queue.enter();
  first.onFailure();
  expect((await second).waitedMs).toBe(0);
});
