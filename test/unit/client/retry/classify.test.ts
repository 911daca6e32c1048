import { ApiError, type ApiErrorFields, ConnectionError, UnexpectedResponseError } from "../../../../src/client";
import { classify, type Failure, mayHaveActed } from "../../../../src/client/retry/retry-policy";

const WHERE = { method: "PUT", path: "/x" };

function connection(reached: "never" | "perhaps", lasting: boolean): ConnectionError {
  return new ConnectionError({ host: "h", code: "C", reason: "r", cause: undefined, reached, lasting });
}

function refusal(status: number, kind: ApiErrorFields["kind"], text = ""): ApiError {
  return new ApiError({ ...WHERE, status, kind, text });
}

function unexpected(status: number, mayPass: boolean): UnexpectedResponseError {
  return new UnexpectedResponseError({ ...WHERE, status, mayPass, what: "a page" });
}

const NEW_KEY = "OpenAPI key 5f0 does not belong to the organization 7aa";

/** Errors, with their classes. The last value is true if the server may have carried out the request. */
const ENDS: readonly (readonly [string, unknown, Failure, boolean])[] = [
  ["a server that does not listen", connection("never", false), "unreached", false],
  ["a lost connection", connection("perhaps", false), "broken", true],
  ["a certificate that is refused", connection("never", true), "final", false],
  ["a response that is too large", connection("perhaps", true), "final", true],
  ["a page with status 200", unexpected(200, true), "unreadable", false],
  ["a page of another server", unexpected(200, false), "final", false],
  ["a rate limit", refusal(429, "rate_limited"), "rate_limited", false],
  ["the server's own error", refusal(500, "server_error"), "server_fault", true],
  ["a gateway that found no server", refusal(502, "server_error"), "broken", true],
  ["a gateway whose wait timed out", refusal(504, "server_error"), "broken", true],
  ["a server that does not know the method", refusal(501, "server_error"), "final", false],
  ["a server that does not know the version of HTTP", refusal(505, "server_error"), "final", false],
  ["a key that is not known everywhere yet", refusal(400, "invalid_request", NEW_KEY), "spreading", false],
  ["the text about an unknown key with another status", refusal(403, "forbidden", NEW_KEY), "final", false],
  ["an invalid request", refusal(400, "invalid_request", "name: Required"), "final", false],
  ["an object that does not exist", refusal(404, "not_found"), "final", false],
  ["a defect of this program", new TypeError("x is not a function"), "final", false],
];

test.each(ENDS)("an error is classified as %s (row %#)", (_name, error, failure, acted) => {
  expect(classify(error)).toBe(failure);
  expect(mayHaveActed(error)).toBe(acted);
});
