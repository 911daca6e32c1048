import { limitSignals, refusalWait } from "../../../../src/client/http/rate-limit-headers";

const DATE = "Tue, 01 Sep 2026 12:00:00 GMT";
const NOW = Date.parse(DATE);

const wait = (headers: Record<string, string>, now?: number) =>
  refusalWait(limitSignals({ status: 429, headers }, now));

test.each<[string, Record<string, string>, number | undefined]>([
  ["the seconds to the end of the window, not the whole window", { "ratelimit-reset": "12", "retry-after": "60" }, 12],
  ["a fraction of a second", { "x-ratelimit-reset": "2.5" }, 2.5],
  ["at least a quarter of a second", { "x-ratelimit-reset": "0" }, 0.25],
  ["Retry-After in seconds", { "retry-after": "3600" }, 3600],
  ["the longer wait of a gateway", { "ratelimit-reset": "12", "retry-after": "3600" }, 3600],
  ["an HTTP date, by the server's clock", { "retry-after": "Tue, 01 Sep 2026 13:00:00 GMT", date: DATE }, 3600],
  ["an HTTP date in the past", { "retry-after": "Tue, 01 Sep 2020 13:00:00 GMT", date: DATE }, 0.25],
  ["seconds since 1970", { "x-ratelimit-reset": String(NOW / 1000 + 90), date: DATE }, 90],
  ["seconds since 1970 with a fraction", { "x-ratelimit-reset": `${NOW / 1000 + 90}.5`, date: DATE }, 90.5],
  ["milliseconds since 1970", { "x-ratelimit-reset": String(NOW + 1500), date: DATE }, 1.5],
  ["seconds since 1970 in the standard header", { "ratelimit-reset": String(NOW / 1000 + 30), date: DATE }, 30],
  ["seconds with white space around them", { "retry-after": " 12 " }, 12],
  ["a fraction of two digits", { "x-ratelimit-reset": "2.25" }, 2.25],
  ["the longest window, which is not the wait of a gateway", { "ratelimit-reset": "12", "retry-after": "60" }, 12],
  ["a second more than the longest window", { "ratelimit-reset": "12", "retry-after": "61" }, 61],
  ["a date without a comma", { "retry-after": "Tue Sep 01 2026 13:00:00 GMT", date: DATE }, 3600],
  ["a date that begins with its day", { "retry-after": "01 Sep 2026 13:00:00 GMT", date: DATE }, undefined],
  ["the earliest possible time in seconds", { "retry-after": "1000000000", date: DATE }, 0.25],
  ["the earliest possible time in milliseconds", { "retry-after": "1000000000000", date: DATE }, 0.25],
  ["no header", {}, undefined],
  ["a header that is neither a number nor a date", { "retry-after": "soon", "x-ratelimit-reset": "-1" }, undefined],
  ["a list", { "retry-after": "5, 6" }, undefined],
])("the wait that a refusal requests is read from: %s", (_name, headers, expected) => {
  expect(wait(headers)).toBe(expected);
});

test("a time in a response without a date header is compared with the local clock", () => {
  expect(wait({ "retry-after": "Tue, 01 Sep 2026 12:01:00 GMT" }, NOW)).toBe(60);
});

test.each<[string | undefined, number | undefined]>([
  ["5", 5],
  ["99", 99],
  [" 7 ", 7],
  ["0", 0],
  ["-1", undefined],
  ["1.5", undefined],
  ["many", undefined],
  [undefined, undefined],
])("the number of remaining requests in the header %j is read as %j", (text, count) => {
  const headers = text === undefined ? {} : { "ratelimit-remaining": text };
  expect(limitSignals({ status: 200, headers }).remaining).toBe(count);
});
