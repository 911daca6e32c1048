import { type Schedule, SlidingWindowSchedule } from "../../../src/client/rate-limit-windows";
import { RateLimiter } from "../../../src/client/rate-limiter";
import { rejection } from "../clients";
import { ManualClock } from "../manual-clock";

const GOOD = { status: 200 };

function rateLimiter(schedule: Schedule = new SlidingWindowSchedule(1, 1000)) {
  const clock = new ManualClock();
  return { clock, rateLimiter: new RateLimiter(schedule, clock) };
}

test("requests go in the order they came, repeated ones first", async () => {
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
  const again = queue.reenter().then((permit) => {
    order.push("again");
    permit.onResponse(GOOD);
  });
  first.onResponse(GOOD);
  await clock.advance(5000);
  await Promise.all([second, third, again]);
  expect(order).toEqual(["again", "second", "third"]);
});

test("an abort leaves the queue with the signal's reason and lets the next one through", async () => {
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

test("a signal that is aborted already never joins the queue", async () => {
  const { rateLimiter: queue } = rateLimiter();
  expect(await rejection(queue.enter(AbortSignal.abort(new Error("before"))))).toEqual(new Error("before"));
  expect((await queue.enter()).waitedMs).toBe(0);
});
