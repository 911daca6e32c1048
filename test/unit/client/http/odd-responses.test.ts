import type { ServerResponse } from "node:http";
import { ApiError, UnexpectedResponseError } from "../../../../src/client";
import { ACCESS_KEY, KEY_SECRET, managedClient, openSourceClient, rejection } from "../../../support/client/clients";
import { html, json, TestServer, text } from "../../../support/client/http-server";

const ID = "650000000000000000000001";

/** Returns the results of the clients of both deployments for the same response to `get`. */
async function getDashboard(
  deployment: "open_source" | "managed",
  respond: (response: ServerResponse) => void,
): Promise<unknown> {
  await using server = await TestServer.start((_request, response) => respond(response));
  await using client = deployment === "managed" ? managedClient(server.endpoint) : openSourceClient(server.endpoint);
  return await client.dashboards.get(ID).then(
    (dashboard) => ({ dashboard }),
    (error: unknown) => error,
  );
}

test("a dashboard whose response has no tiles field has no tiles", async () => {
  const dashboard = { id: ID, name: "Empty" };
  expect(await getDashboard("open_source", (response) => json(response, 200, { data: dashboard }))).toEqual({
    dashboard: { ...dashboard, tiles: [] },
  });
});

test.each<[string, "open_source" | "managed", (response: ServerResponse) => void]>([
  ["a page", "open_source", (response) => html(response, 404, "<pre>Cannot GET /api/v2/dashboards</pre>")],
  ["a page", "managed", (response) => html(response, 404, "<pre>Cannot GET /v1</pre>")],
  ["a proxy's text", "open_source", (response) => text(response, 404, "404 page not found")],
  ["a gateway's text", "open_source", (response) => text(response, 404, "Not Found")],
  [
    "a gateway's JSON",
    "open_source",
    (response) => json(response, 404, { message: "no Route matched with those values" }),
  ],
  ["bare text", "managed", (response) => text(response, 404, "Not Found")],
  ["an empty body", "open_source", (response) => text(response, 404, "")],
])("a 404 with %s on %s and on the list request does not remove the object", async (_name, deployment, respond) => {
  const error = await getDashboard(deployment, respond);
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).kind).toBe("route_missing");
  expect((error as ApiError).message).toContain("address");
});

test.each<["open_source" | "managed", number, (response: ServerResponse) => void, string, string]>([
  ["open_source", 401, (response) => text(response, 401, "Unauthorized"), "unauthorized", "Unauthorized"],
  ["open_source", 403, (response) => text(response, 403, "Forbidden"), "forbidden", "Forbidden"],
  [
    "open_source",
    403,
    (response) => json(response, 403, { error: "Team context missing" }),
    "forbidden",
    "Team context missing",
  ],
  ["managed", 401, (response) => json(response, 401, { error: "Unauthorized" }), "unauthorized", "Unauthorized"],
  [
    "open_source",
    413,
    (response) => json(response, 413, { message: "Something went wrong :(" }),
    "invalid_request",
    "Something went wrong :(",
  ],
  ["open_source", 409, (response) => json(response, 409, { message: "in use" }), "conflict", "in use"],
  ["managed", 418, (response) => html(response, 418, "I am a teapot"), "other", "I am a teapot"],
  [
    "open_source",
    501,
    (response) => html(response, 501, "<h1>Not&nbsp;Implemented</h1>"),
    "server_error",
    "Not Implemented",
  ],
])("a refusal of %s with %d contains the server's text (%#)", async (deployment, status, respond, kind, words) => {
  const error = await getDashboard(deployment, respond);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status, kind, text: words, method: "GET" });
});

test("an error of the managed API contains its code, request id and findings", async () => {
  const error = await getDashboard("managed", (response) =>
    json(response, 400, {
      status: 400,
      error: "BAD_REQUEST: Body validation failed: name: Required",
      requestId: "8a7b0000-0000-4000-8000-000000000000",
    }),
  );
  expect(error).toMatchObject({
    kind: "invalid_request",
    code: "BAD_REQUEST",
    text: "Body validation failed: name: Required",
    requestId: "8a7b0000-0000-4000-8000-000000000000",
    findings: [{ part: "body", path: "name", message: "Required" }],
  });
});

test.each<[string, "open_source" | "managed", (response: ServerResponse) => void, string]>([
  ["a page of the user interface", "open_source", (response) => html(response, 200, "HyperDX"), "port 8080"],
  ["text", "managed", (response) => text(response, 200, "hello"), "api.clickhouse.cloud"],
  ["an empty body", "open_source", (response) => text(response, 200, ""), "an empty body"],
  [
    "incomplete JSON",
    "open_source",
    (response) => text(response, 200, '{"data":{"id"', "application/json"),
    "not valid JSON",
  ],
  ["result null", "managed", (response) => json(response, 200, { status: 200, result: null }), 'an empty "result"'],
  ["no data", "open_source", (response) => json(response, 200, {}), 'no "data"'],
  ["an array", "open_source", (response) => json(response, 200, []), "not an object"],
  ["an object without id", "open_source", (response) => json(response, 200, { data: { name: "a" } }), "without an id"],
])(
  "a response with %s instead of an object causes an error and no crash",
  async (_name, deployment, respond, words) => {
    const error = await getDashboard(deployment, respond);
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect((error as Error).message).toContain(words);
  },
);

test("a redirect is not followed, so that the key is not sent to another server", async () => {
  await using elsewhere = await TestServer.start((_request, response) => json(response, 200, { data: [] }));
  await using server = await TestServer.start((_request, response) =>
    response.writeHead(307, { location: `${elsewhere.endpoint}/login?token=abc` }).end(),
  );
  await using client = openSourceClient(server.endpoint);
  const error = await rejection(client.dashboards.list());
  expect(error).toBeInstanceOf(UnexpectedResponseError);
  expect((error as Error).message).toContain(`a redirect to ${elsewhere.endpoint}/login`);
  expect((error as Error).message).not.toContain("abc");
  expect(elsewhere.seen).toEqual([]);
});

test("a response with null instead of a list is not an empty list", async () => {
  await using server = await TestServer.start((_request, response) =>
    json(response, 200, { status: 200, result: null }),
  );
  await using client = managedClient(server.endpoint);
  expect(await rejection(client.apiKeys.list())).toBeInstanceOf(UnexpectedResponseError);
});

test("credentials and secrets that the server repeats are masked", async () => {
  const basic = Buffer.from(`keyIdOfTheTests:${KEY_SECRET}`).toString("base64");
  const echo = (response: ServerResponse) =>
    json(response, 400, { error: `BAD_REQUEST: ${KEY_SECRET} ${basic} ${ACCESS_KEY}`, message: `key ${ACCESS_KEY}` });
  const managed = (await getDashboard("managed", echo)) as ApiError;
  const openSource = (await getDashboard("open_source", echo)) as ApiError;
  expect(managed.message).not.toContain(KEY_SECRET);
  expect(managed.message).not.toContain(basic);
  expect(openSource.text).toBe("key ***");
});

test("the secrets in a webhook's body are masked if the server repeats them", async () => {
  await using server = await TestServer.start((request, response) =>
    json(response, 400, { message: `cannot use ${JSON.stringify(request.body)}` }),
  );
  await using client = openSourceClient(server.endpoint);
  const error = (await rejection(
    client.webhooks.create({
      name: "hook",
      service: "generic",
      url: "https://hooks.example/services/T0/B0/geheim1",
      headers: { authorization: "geheim2" },
      queryParams: { token: "geheim3" },
    }),
  )) as ApiError;
  expect(error.message).not.toContain("geheim");
  expect(error.message).toContain("https://hooks.example***");
});

test.each(["", ".", ".."])("an id %j that would change the request path is refused before any request", async (id) => {
  await using server = await TestServer.start((_request, response) => json(response, 200, { data: [] }));
  await using client = openSourceClient(server.endpoint);
  expect(await rejection(client.dashboards.delete(id))).toBeInstanceOf(RangeError);
  expect(server.seen).toEqual([]);
});

describe("a successful response that does not come from this API", () => {
  const DASHBOARD = { id: ID, name: "Checkout", tiles: [] };
  const GOOD = {
    get: { data: DASHBOARD },
    list: { data: [DASHBOARD] },
    update: { data: DASHBOARD },
    delete: {},
  } as const;
  const ODD: readonly (readonly [string, (response: ServerResponse) => void])[] = [
    ["other JSON", (response) => json(response, 200, { hello: "from a gateway" })],
    ["half a body", (response) => json(response, 200, '{"data": {"id": "65')],
    [
      "a body in an encoding",
      (response) => response.writeHead(200, { "content-encoding": "gzip" }).end("not compressed"),
    ],
  ];

  test.each(
    (Object.keys(GOOD) as (keyof typeof GOOD)[]).flatMap((name) =>
      ODD.map(([odd, send]) => [name, odd, send] as const),
    ),
  )("is requested again, and then the %s returns the response of the API (%s)", async (name, _odd, send) => {
    await using server = await TestServer.start((_request, response, count) =>
      count === 1 ? send(response) : json(response, 200, GOOD[name]),
    );
    await using client = openSourceClient(server.endpoint);
    const { dashboards } = client;
    const done = {
      get: () => dashboards.get(ID),
      list: () => dashboards.list(),
      update: () => dashboards.update(ID, { name: "Checkout", tiles: [] }),
      delete: () => dashboards.delete(ID),
    };
    expect(await done[name]()).toEqual(
      { get: DASHBOARD, list: [DASHBOARD], update: DASHBOARD, delete: undefined }[name],
    );
    expect(server.seen).toHaveLength(2);
  });

  test("does not complete a delete", async () => {
    await using server = await TestServer.start((_request, response) => json(response, 200, { data: DASHBOARD }));
    await using client = openSourceClient(server.endpoint);
    expect(await rejection(client.dashboards.delete(ID))).toBeInstanceOf(UnexpectedResponseError);
  });

  test("is not requested again if it is an HTML page, because the address is wrong", async () => {
    await using server = await TestServer.start((_request, response) => html(response, 200, "<html>HyperDX</html>"));
    await using client = openSourceClient(server.endpoint);
    expect(await rejection(client.dashboards.list())).toBeInstanceOf(UnexpectedResponseError);
    expect(server.seen).toHaveLength(1);
  });
});
