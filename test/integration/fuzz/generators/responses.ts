import fc from "fast-check";
import type { ExactJson } from "../../../../src/plugin";
import { anyCharacter } from "../../../support/any-character";
import { changedJsonText, strangeJson } from "./json";

/** A complete or partial response of a server. */
export interface HostileResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The connection ends in the middle of the body. */
  readonly isCut: boolean;
}

const PAGE = "<!DOCTYPE html><html><head><title>t</title></head><body><h1>Bad Gateway</h1></body></html>";

/** Numbers of seconds, and other values instead of them. */
const seconds = fc.constantFrom(
  "0",
  "1",
  "0.5",
  "60",
  "3600",
  "86400",
  "1780000000",
  "-1",
  "1e99",
  "NaN",
  "",
  "soon",
  "Sun, 22 Nov 2026 12:00:00 GMT",
);

const headers = fc.record(
  {
    "content-type": fc.constantFrom(
      "application/json",
      "application/json; charset=utf-8",
      "text/html",
      "text/plain",
      "",
      "\u00ff",
    ),
    "ratelimit-limit": seconds,
    "ratelimit-remaining": seconds,
    "ratelimit-reset": seconds,
    "retry-after": seconds,
    "x-ratelimit-reset": seconds,
    "x-total-count": fc.constantFrom("0", "1", "999999999999", "-1", "many"),
    "x-request-id": fc.constantFrom("r", "", "x".repeat(2000)),
    "content-encoding": fc.constantFrom("identity", "gzip", "br", "x"),
    date: fc.constantFrom("Sun, 22 Nov 2026 12:00:00 GMT", "soon", "Thu, 01 Jan 1970 00:00:00 GMT"),
    location: fc.constantFrom("/", "https://example.com/?token=abc", "http://[", ""),
  },
  { requiredKeys: [], noNullPrototype: true },
);

const status = fc.oneof(
  { arbitrary: fc.constant(200), weight: 8 },
  {
    arbitrary: fc.constantFrom(
      201,
      204,
      206,
      301,
      304,
      307,
      400,
      401,
      403,
      404,
      409,
      413,
      418,
      429,
      500,
      501,
      502,
      503,
    ),
    weight: 5,
  },
);

/** The texts with which servers refuse requests, and similar texts. */
const refusal = fc.oneof(
  fc.constantFrom(
    "Not Found",
    "Unauthorized",
    "Something went wrong :(",
    "Body validation failed: name: Required; tiles.0.x: Expected number, received string",
  ),
  fc.constantFrom(
    "BAD_REQUEST: request body.source.postgres.port: '0'",
    "request body property can't be validated: id",
    ": ; : ;",
    "; ".repeat(300),
  ),
  fc.string({ unit: anyCharacter }),
);

const refusalBody = fc
  .tuple(fc.constantFrom("message", "error", "errors"), fc.oneof(refusal, strangeJson))
  .map(([name, value]) => JSON.stringify({ status: 400, [name]: value, requestId: "r" }));

/**
 * Generates responses to a request whose normal response is known: the normal response with changes, refusals, pages
 * and any other content.
 */
export function hostileResponse(good: ExactJson): fc.Arbitrary<HostileResponse> {
  const body = fc.oneof(
    { arbitrary: changedJsonText(fc.constant(good)), weight: 10 },
    { arbitrary: refusalBody, weight: 2 },
    { arbitrary: refusal, weight: 1 },
    { arbitrary: fc.constantFrom("", PAGE, "<".repeat(20_000), "null", "[]", "{}"), weight: 2 },
  );
  const isCut = fc.nat(19).map((number) => number === 0);
  return fc.record({
    status,
    headers: fc.oneof({ arbitrary: fc.constant(JSON_TYPE), weight: 3 }, { arbitrary: headers, weight: 1 }),
    body,
    isCut,
  });
}

const JSON_TYPE: Readonly<Record<string, string>> = { "content-type": "application/json; charset=utf-8" };
