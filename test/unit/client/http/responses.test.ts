import { UnexpectedResponseError } from "../../../../src/client";
import type { RawResponse } from "../../../../src/client/http/http-exchange";
import { type ResponseContext, type ResponseForm, requestPath, SecretMask } from "../../../../src/client/http/request";
import { readResponse } from "../../../../src/client/http/response";

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
describe("a successful response", () => {
  const read = (body: unknown, form: ResponseForm, more: Partial<ResponseContext> = {}) =>
    readResponse(reply(200, body, { date: "x" }), context({ form, ...more }));

  test("is read from the envelope of its deployment, together with the fields next to the data", () => {
    const body = { data: 1, result: 2, meta: 3 };
    const parts = { envelope: body, headers: { date: "x" }, headersAt: 7 };
    expect(read(body, "enveloped")).toEqual({ value: 1, ...parts });
    expect(read(body, "enveloped", MANAGED)).toEqual({ value: 2, ...parts });
    expect(read(body, "bare_on_open_source", MANAGED)).toEqual({ value: 2, ...parts });
    expect(read(body, "bare_on_open_source")).toEqual({ value: body, ...parts });
  });

  test.each(["", " \n", "{}", '{"status":200,"requestId":"r"}'])(
    "has no value after a delete if its body is %j",
    (body) => {
      expect(read(body, "none").value).toBeUndefined();
    },
  );

  const refusal = (of: RawResponse, more: Partial<ResponseContext> = {}): UnexpectedResponseError => {
    try {
      readResponse(of, context(more));
    } catch (error) {
      if (error instanceof UnexpectedResponseError) {
        return error;
      }
      throw error;
    }
    throw new Error("it was read");
  };

  test.each<[string, RawResponse, Partial<ResponseContext>, boolean]>([
    ["with JSON that is not a response to a delete", reply(200, { data: 1 }), { form: "none" }, true],
    ["with JSON that is not an object", reply(200, []), {}, true],
    ["with a body that is not valid JSON (no content type, 5 bytes)", reply(200, "hello"), {}, true],
    ["with an empty body (no content type, 0 bytes)", reply(200, ""), {}, true],
    [`with a page instead of JSON (no content type, ${PAGE.length} bytes)`, reply(200, PAGE), {}, false],
    [
      "with a page instead of JSON (text/html, 8 bytes)",
      reply(200, "<b>t</b>", { "content-type": "text/html" }),
      {},
      true,
    ],
    ['with no "data" instead of an object', reply(200, { result: 1 }), {}, true],
    ['with no "result" instead of an object', reply(200, { data: 1 }), MANAGED, true],
    ['with an empty "data" instead of an object', reply(200, { data: null }), {}, true],
    ["with a redirect to nowhere, which is not followed", reply(302, ""), {}, false],
    ["with a redirect to /login, which is not", reply(302, "", { location: "/login?token=abc" }), {}, false],
    ["with a redirect to https://a.example/b, which", reply(399, "", { location: "https://a.example/b?c" }), {}, false],
    ["with a redirect to an invalid address,", reply(300, "", { location: "http://[" }), {}, false],
    [
      "with a body encoded as br, which the client did not request",
      reply(200, "x", { "content-encoding": "br" }),
      {},
      true,
    ],
  ])("is refused if it is a response %s", (words, of, more, mayPass) => {
    const error = refusal(of, more);
    expect(error.message).toContain(`returned ${of.status} ${words}`);
    expect(error).toMatchObject({ status: of.status, method: "GET", mayPass });
  });

  test.each([
    ["text", `${SECRET} ${"x".repeat(200)}`],
    ["JSON that is cut off", `{"result":{"keySecret":"${SECRET}`],
    ["a page", `<html><body>${SECRET}</body></html>`],
    ["JSON with another structure", `{"secret":"${SECRET}"}`],
  ])("is never quoted if it does not come from the API (%s)", (_name, body) => {
    const error = refusal(reply(200, body, { "content-type": "application/json; charset=utf-8" }));
    expect(error.message).not.toContain(SECRET.slice(0, 5));
    expect(JSON.stringify(error)).not.toContain(SECRET.slice(0, 5));
    expect(error.cause).toBeUndefined();
  });

  test("causes a hint about the address if it is not JSON", () => {
    const error = refusal(reply(200, "hello", { "content-type": "text/plain; charset=utf-8" }));
    expect(error.message).toContain("a body that is not valid JSON (text/plain, 5 bytes)");
    expect(error.message).toContain("port 8000 by default");
  });

  test("is refused with an error that omits an invalid content type", () => {
    const error = refusal(reply(200, "hello", { "content-type": `${SECRET} \u001b[31m` }));
    expect(error.message).toContain("(no content type, 5 bytes)");
  });
});

describe("a request path", () => {
  test("has encoded segments and a query", () => {
    const segments = ["a b", "c/d"];
    expect(requestPath("/base", { segments })).toBe("/base/a%20b/c%2Fd");
    expect(requestPath("", { segments, query: { limit: 10, offset: 20 } })).toBe("/a%20b/c%2Fd?limit=10&offset=20");
    expect(requestPath("", { segments: ["...", "a"], query: {} })).toBe("/.../a");
  });

  test.each(["", ".", ".."])("is refused for the id %j, which would change the path", (id) => {
    expect(() => requestPath("", { segments: ["a", id] })).toThrow(new RangeError(`"${id}" is not an id`));
  });
});

describe("the masking of secrets", () => {
  test("hides every secret of at least six characters, the longest secrets first", () => {
    const mask = new SecretMask(["abcdef", "abcdefgh", undefined, "short"]);
    expect(mask.apply("abcdefgh abcdef abcdef short")).toBe("*** *** *** short");
  });

  test("accepts more secrets later, and changes no text without secrets", () => {
    const mask = new SecretMask(["abcdef"]);
    expect(mask.with([])).toBe(mask);
    expect(mask.with(["secret"]).apply("abcdef secret")).toBe("*** ***");
    expect(mask.apply("secret")).toBe("secret");
  });

  test("hides a secret inside a JSON text and in an address", () => {
    const secret = 'pass"word/\u00fc';
    const mask = new SecretMask([secret]);
    const texts = [secret, JSON.stringify({ secret }), encodeURIComponent(secret), encodeURI(secret)];
    expect(texts.map((text) => mask.apply(text))).toEqual(["***", '{"secret":"***"}', "***", "***"]);
  });
});
