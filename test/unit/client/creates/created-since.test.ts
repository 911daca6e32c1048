import { createdSince, wasCreatedAfter } from "../../../../src/client/creates/created-object";
import { objectId } from "../../../support/client/clients";

const SENT = Date.UTC(2030, 0, 1);

/** Returns an object that was created at a time of the server. */
const createdAt = (time: number) => ({ id: objectId(), createdAt: new Date(time).toISOString() });

/** Searches four seconds after the request. The request's time was read from an earlier response. */
function search(equal: readonly ReturnType<typeof createdAt>[], shift = 0, date = new Date(SENT + 5000).toUTCString()) {
  return createdSince(equal, { time: SENT - shift, at: 1000 }, 2000, { date, at: 6000 });
}

/**
 * The earliest creation time that counts if the clock did not change: the request took 4 seconds, and 2 seconds are
 * tolerance.
 */
const EARLIEST = SENT - 1000;

test("an object can be the result of a lost request if it was created at most two seconds before the request", () => {
  const [early, first, last] = [EARLIEST - 1, EARLIEST, SENT + 5000].map(createdAt);
  expect(search([early, first, last].flatMap((each) => each ?? []))).toEqual([first, last]);
});

test.each([
  ["ahead", 3000, EARLIEST - 3000],
  ["back", -3000, EARLIEST],
])("a clock difference of three seconds (%s) is treated as network delay", (_direction, shift, earliest) => {
  const [early, first] = [createdAt(earliest - 1), createdAt(earliest)];
  expect(search([early, first], shift)).toEqual([first]);
});

test.each([3001, -3001])("a change of the server's clock by %d ms makes the search result unclear", (shift) => {
  expect(search([createdAt(SENT)], shift)).toBeUndefined();
  expect(search([], shift)).toEqual([]);
});

test("one object with a creation time in the future makes the search result unclear", () => {
  const now = SENT + 5000;
  expect(search([createdAt(SENT), createdAt(now + 3001)])).toBeUndefined();
  expect(search([createdAt(SENT), createdAt(now + 3000)])).toHaveLength(2);
});

test("the search result is unclear if the server sends no time", () => {
  const shown = { time: SENT, at: 1000 };
  expect(createdSince([createdAt(SENT)], shown, 2000, { date: undefined, at: 6000 })).toBeUndefined();
  expect(createdSince([], shown, 2000, { date: undefined, at: 6000 })).toEqual([]);
});

test("an object can be the result of a create for fifteen minutes, both ends included", () => {
  const after = [-1, 0, 15 * 60_000, 15 * 60_000 + 1];
  expect(after.map((ms) => wasCreatedAfter(SENT, createdAt(SENT + ms)))).toEqual([false, true, true, false]);
});
