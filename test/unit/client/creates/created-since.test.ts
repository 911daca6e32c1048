import { createdSince, wasCreatedAfter } from "../../../../src/client/creates/created-object";
import { objectId } from "../../../support/client/clients";

const SENT = Date.UTC(2030, 0, 1);

/** Returns an object that was created at a time of the server. */
const createdAt = (time: number) => ({ id: objectId(), createdAt: new Date(time).toISOString() });

/** Searches four seconds after the request, whose time was read from an earlier response. */
function search(equal: readonly ReturnType<typeof createdAt>[], shift = 0, date = new Date(SENT + 5000).toUTCString()) {
  return createdSince(equal, { time: SENT - shift, at: 1000 }, 2000, { date, at: 6000 });
}

/** The earliest time that counts without a shift: the request took 4 seconds, and 2 seconds are tolerance. */
const EARLIEST = SENT - 1000;

test("an object counts as the result of a lost request from two seconds before the request on", () => {
  const [early, first, last] = [EARLIEST - 1, EARLIEST, SENT + 5000].map(createdAt);
  expect(search([early, first, last].flatMap((each) => each ?? []))).toEqual([first, last]);
});

test.each([
  ["ahead", 3000, EARLIEST - 3000],
  ["back", -3000, EARLIEST],
])("a clock that seems to move %s by three seconds is the transport of responses", (_direction, shift, earliest) => {
  const [early, first] = [createdAt(earliest - 1), createdAt(earliest)];
  expect(search([early, first], shift)).toEqual([first]);
});

test.each([3001, -3001])("a change of the server's clock by %d ms makes equal objects unclear", (shift) => {
  expect(search([createdAt(SENT)], shift)).toBeUndefined();
  expect(search([], shift)).toEqual([]);
});

test("one object from the future of the server's clock makes all equal objects unclear", () => {
  const now = SENT + 5000;
  expect(search([createdAt(SENT), createdAt(now + 3001)])).toBeUndefined();
  expect(search([createdAt(SENT), createdAt(now + 3000)])).toHaveLength(2);
});

test("equal objects are unclear if the server sends no time", () => {
  const shown = { time: SENT, at: 1000 };
  expect(createdSince([createdAt(SENT)], shown, 2000, { date: undefined, at: 6000 })).toBeUndefined();
  expect(createdSince([], shown, 2000, { date: undefined, at: 6000 })).toEqual([]);
});

test("a create takes up to fifteen minutes, both ends included", () => {
  const after = [-1, 0, 15 * 60_000, 15 * 60_000 + 1];
  expect(after.map((ms) => wasCreatedAfter(SENT, createdAt(SENT + ms)))).toEqual([false, true, true, false]);
});
