import type { RawResponse } from "../../../../src/client/http/http-exchange";
import { readRefusal } from "../../../../src/client/http/refusal";
import { type ResponseContext, SecretMask } from "../../../../src/client/http/request";

const SECRET = "4b1dSecretOfTheTests";

function context(more: Partial<ResponseContext> = {}): ResponseContext {
  const mask = new SecretMask([SECRET]);
  return { deployment: "open_source", method: "GET", path: "/api/v2/alerts/1", form: "enveloped", mask, ...more };
}

/** Returns a response with this text or this JSON. */
function reply(status: number, body: unknown, headers: Record<string, string> = {}): RawResponse {
  return { status, headers, text: typeof body === "string" ? body : JSON.stringify(body), headersAt: 7 };
}

const MANAGED = { deployment: "managed", path: "/v1/organizations/org-1/keys" } as const;
const PAGE = "<!DOCTYPE html><html><body>Cannot GET /x</body></html>";
const LIMITER = { "ratelimit-limit": "100", "ratelimit-remaining": "99", "ratelimit-reset": "60" };

describe("a refusal", () => {
  test.each([
    [400, "invalid_request"],
    [401, "unauthorized"],
    [403, "forbidden"],
    [405, "other"],
    [409, "conflict"],
    [413, "invalid_request"],
    [422, "invalid_request"],
    [429, "rate_limited"],
    [499, "other"],
    [500, "server_error"],
    [503, "server_error"],
  ])("has the error kind of its status: %d, %s", (status, kind) => {
    const error = readRefusal(reply(status, { message: "no" }), context({ method: "PUT" }));
    expect(error).toMatchObject({
      status,
      kind,
      method: "PUT",
      path: "/api/v2/alerts/1",
      text: "no",
      mayBeGone: false,
    });
  });

  test.each<[string, unknown, Record<string, unknown>]>([
    ["its field message", { message: "first", error: "second" }, { text: "first" }],
    ["its field error", { message: 7, error: "second" }, { text: "second" }],
    ["the message in its field error", { error: { message: "third" } }, { text: "third" }],
    ["no text without a reason", { other: "x" }, { text: "" }],
    ["the visible text of a page", PAGE, { text: "Cannot GET /x" }],
    ["the text after the error code", { error: "BAD_REQUEST: a\nb" }, { code: "BAD_REQUEST", text: "a\nb" }],
    [
      "a text whose first word is not an error code",
      { error: "Bad: request" },
      { code: undefined, text: "Bad: request" },
    ],
    ["the first 2000 characters", "x".repeat(3000), { text: "x".repeat(2000) }],
    ["no secret", { error: `unknown key ${SECRET}` }, { text: "unknown key ***" }],
    ["no part of JSON that is not an object", [1], { text: "" }],
    ["no part of JSON that is cut off", `{"result":{"url":"https://hooks.example/T0`, { text: "" }],
  ])("has the text %s", (_name, body, expected) => {
    expect(readRefusal(reply(400, body), context())).toMatchObject(expected);
  });

  test("has the visible text of an HTML page, also inside JSON, and never the HTML", () => {
    const page = "<html><body>Bad <b>gateway</b></body></html>";
    expect(readRefusal(reply(502, page), context()).text).toBe("Bad gateway");
    expect(readRefusal(reply(502, { message: page }), context()).text).toBe("Bad gateway");
  });

  test("has the request id from its body, or else from its headers, without secrets", () => {
    const headers = { "x-request-id": `h-${SECRET}` };
    expect(readRefusal(reply(400, { requestId: "b-1" }, headers), context()).requestId).toBe("b-1");
    expect(readRefusal(reply(400, { requestId: 7 }, headers), context()).requestId).toBe("h-***");
    expect(readRefusal(reply(400, {}), context()).requestId).toBeUndefined();
  });

  test("has findings if the request was invalid, and no findings for other kinds", () => {
    const body = { error: "BAD_REQUEST: Body validation failed: name: Required" };
    const findings = [{ part: "body", path: "name", message: "Required" }];
    expect(readRefusal(reply(400, body), context(MANAGED)).findings).toEqual(findings);
    expect(readRefusal(reply(409, body), context(MANAGED)).findings).toEqual([]);
  });

  test("shows the encoding instead of the text if its body is encoded", () => {
    const refused = readRefusal(reply(400, "\u001f\u008b", { "content-encoding": "GZIP " }), context());
    expect(refused.text).toBe("(a body encoded as gzip)");
    const strange = { "content-encoding": "\u001b[31m" };
    expect(readRefusal(reply(400, "x", strange), context()).text).toBe("(a body encoded as something unknown)");
  });
});

describe("the hint of a refusal", () => {
  test.each(["Unauthorized", "Unauthorized."])("follows one period after the server's text %j", (text) => {
    expect(readRefusal(reply(401, text), context()).message).toMatch(/ 401: Unauthorized\.\nCheck api_key /);
  });

  test.each<[string, number, unknown, Partial<ResponseContext>]>([
    ["a conflict", 409, { message: "in use" }, {}],
    ["an invalid request", 400, { message: "name: Required" }, {}],
    ["the same text of an open-source server", 400, { message: "x does not belong to the organization" }, {}],
    ["a server error without a time", 503, { message: "x" }, {}],
    ["an object of an open-source server", 404, { message: "Alert not found" }, {}],
  ])("is absent for %s", (_name, status, body, more) => {
    expect(readRefusal(reply(status, body), context(more)).hint).toBeUndefined();
  });

  test.each<[string, string, number, unknown, Partial<ResponseContext>, Record<string, string>]>([
    ["check the open-source access key", "CLICKSTACK_API_KEY", 401, {}, {}, {}],
    ["check the cloud key", "CLICKHOUSE_CLOUD_API_SECRET", 401, {}, MANAGED, {}],
    ["check the team", "is not in a team", 403, {}, {}, {}],
    ["check the organization", "set organization_id (CLICKHOUSE_ORGANIZATION_ID), now org-1,", 403, {}, MANAGED, {}],
    [
      "wait for a new key",
      "A new key works everywhere",
      400,
      { error: "K does not belong to the organization" },
      MANAGED,
      {},
    ],
    ["check the organization id after a 404", "check organization_id", 404, { error: "NOT_FOUND: x" }, MANAGED, {}],
    ["reduce the parallelism", "Terraform's -parallelism", 429, {}, {}, {}],
    [
      "reduce the parallelism for a wait of five minutes",
      "Terraform's -parallelism",
      429,
      {},
      {},
      { "retry-after": "300" },
    ],
    ["run again after a longer wait", "asks to wait 5 minutes (until", 429, {}, {}, { "retry-after": "301" }],
    [
      "try again at the server's time",
      "The server asks to try again in 90 seconds (until",
      503,
      {},
      {},
      { "retry-after": "90" },
    ],
    [
      "check the address after an unknown path",
      "does not serve this path. Fix: set the address of the API server",
      404,
      PAGE,
      {},
      {},
    ],
    [
      "remove /api from the endpoint",
      "remove /api from the end of endpoint",
      404,
      PAGE,
      { path: "/api/api/v2/alerts" },
      {},
    ],
    [
      "remove the list from the endpoint",
      "remove /api/v2/x from",
      404,
      PAGE,
      { path: "/api/v2/x/api/v2/alerts?limit=1" },
      {},
    ],
    [
      "check the cloud address after an unknown path",
      "set the address of the ClickHouse Cloud API",
      404,
      PAGE,
      MANAGED,
      {},
    ],
    [
      "check the gateway",
      "The provider keeps the object in state. Fix: set the address",
      404,
      "x",
      { notFound: "plain_text" },
      {},
    ],
  ])("contains the expected advice: %s", (_name, words, status, body, more, headers) => {
    expect(readRefusal(reply(status, body, headers), context(more)).hint).toContain(words);
  });

  test("lists all programs that share the rate limit if a wait is too long", () => {
    const { hint } = readRefusal(reply(429, {}, { "retry-after": "3600" }), context());
    expect(hint).toMatch(
      /^The server asks to wait 60 minutes \(until .*Z\), and a request waits at most 5 minutes\. Fix: run again/,
    );
  });
});

describe("a 404", () => {
  const kind = (body: unknown, more: Partial<ResponseContext>, headers: Record<string, string> = {}) => {
    const error = readRefusal(reply(404, body, headers), context(more));
    return `${error.kind}${error.mayBeGone ? ", may be gone" : ""}`;
  };

  test.each<[unknown, Partial<ResponseContext>, string]>([
    [{ error: "NOT_FOUND: x" }, MANAGED, "not_found"],
    [{ status: 404 }, MANAGED, "not_found"],
    [{ status: 400, error: 7 }, MANAGED, "route_missing"],
    ["Not Found", MANAGED, "route_missing"],
    [{ message: "Team Not Found" }, {}, "not_found"],
    [{ message: "no Route matched" }, {}, "route_missing"],
    [" Not Found\n", {}, "not_found"],
    ["Not Found here", {}, "route_missing"],
    ["<html>Not Found</html>", {}, "route_missing"],
  ])("is classified by its body if the request has no object id: %j, %j, %s", (body, more, expected) => {
    expect(kind(body, more)).toBe(expected);
  });

  test.each<[unknown, string]>([
    [{ status: 404, error: "NOT_FOUND: x", requestId: "r" }, "not_found"],
    [{ status: 404, error: "NOT_FOUND: x" }, "not_found"],
    [{ status: 404, error: "NOT_FOUND: x", by: "gateway" }, "route_missing, may be gone"],
    [{ status: 400, error: "NOT_FOUND: x" }, "route_missing, may be gone"],
    [{ status: 404, error: "x NOT_FOUND: x" }, "route_missing, may be gone"],
    [{ status: 404, error: ["NOT_FOUND: x"] }, "route_missing, may be gone"],
    ["NOT_FOUND: x", "route_missing, may be gone"],
    [PAGE, "route_missing"],
  ])("is classified by its body for ClickHouse Cloud: %j, %s", (body, expected) => {
    expect(kind(body, { ...MANAGED, notFound: "managed" })).toBe(expected);
  });

  test.each<[unknown, string]>([
    [{ message: "Alert not found" }, "not_found"],
    [{ message: "Alert not found", path: "/x" }, "route_missing, may be gone"],
    [{ message: "Not found" }, "route_missing, may be gone"],
    ["Not Found", "route_missing, may be gone"],
    [PAGE, "route_missing"],
  ])("is classified by a body that the API does not document for a missing object: %j, %s", (body, expected) => {
    expect(kind(body, { notFound: { message: "Alert not found" } }, LIMITER)).toBe(expected);
  });

  test("counts as a response of the API if it is plain text with the headers of the API's rate limiter", () => {
    expect(kind("Not Found\n", { notFound: "plain_text" }, LIMITER)).toBe("not_found");
    expect(kind("Not found", { notFound: "plain_text" }, LIMITER)).toBe("route_missing, may be gone");
    for (const missing of Object.keys(LIMITER)) {
      const others = Object.fromEntries(Object.entries(LIMITER).filter(([name]) => name !== missing));
      expect(kind("Not Found", { notFound: "plain_text" }, others)).toBe("route_missing, may be gone");
    }
    expect(kind("<p>Not Found</p>", { notFound: "plain_text" }, { ...LIMITER, "content-type": "text/html" })).toBe(
      "route_missing",
    );
  });
});
