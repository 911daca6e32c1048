import { type LogLine, resolveSettings } from "../../../../src/client";
import { complaintsAboutHeaders } from "../../../../src/client/settings";
import { ACCESS_KEY, managedClient, openSourceClient, rejection } from "../../../support/client/clients";
import { json, TestServer } from "../../../support/client/http-server";

const HEADERS = { "X-Proxy-Token": "Token secretOfTheProxy4711", "CF-Access-Client-Id": "idOfTheClient4711.access" };
const SECRETS = ["secretOfTheProxy4711", "idOfTheClient4711"];
const CLOUD = { cloudApiKey: "id", cloudApiSecret: "secret", organizationId: "aaaaaaaa-0000-4000-8000-000000000001" };

const problemsOf = (...args: Parameters<typeof resolveSettings>) => {
  const resolved = resolveSettings(...args);
  return resolved.ok ? [] : resolved.problems;
};

test("configured headers are sent with every request to the open-source server, and never to ClickHouse Cloud", async () => {
  await using server = await TestServer.start((_request, response) => json(response, 200, { data: [], result: [] }));
  const openSource = { endpoint: server.endpoint, accessKey: ACCESS_KEY, headers: HEADERS };
  await using client = managedClient(server.endpoint, { openSource });
  await client.dashboards.list();
  await client.roles.list();
  const [toOpenSource, toCloud] = server.seen.map(({ headers }) => headers);
  expect(toOpenSource).toMatchObject({
    authorization: `Bearer ${ACCESS_KEY}`,
    "x-proxy-token": HEADERS["X-Proxy-Token"],
    "cf-access-client-id": HEADERS["CF-Access-Client-Id"],
  });
  expect(JSON.stringify(toCloud)).not.toMatch(new RegExp(SECRETS.join("|")));
});

test("neither a log nor an error contains a configured header that the server repeats", async () => {
  const lines: LogLine[] = [];
  await using server = await TestServer.start((request, response) =>
    json(response, 400, { message: `Refused: ${JSON.stringify(request.headers)} secretOfTheProxy4711` }),
  );
  await using client = openSourceClient(server.endpoint, {
    openSource: { endpoint: server.endpoint, accessKey: ACCESS_KEY, headers: HEADERS },
    log: (line) => lines.push(line),
  });
  const error = (await rejection(client.dashboards.list())) as Error;
  expect(error.message).toContain("***");
  const texts = `${error.message}${error.stack}${JSON.stringify(error)}${JSON.stringify(lines)}`;
  for (const secret of SECRETS) {
    expect(texts).not.toContain(secret);
  }
});

test("configured headers come from an argument or from JSON in the environment, and the argument has priority", () => {
  const env = { CLICKSTACK_API_KEY: "key", CLICKSTACK_HTTP_HEADERS: JSON.stringify(HEADERS) };
  const headersOf = (...args: Parameters<typeof resolveSettings>) => {
    const resolved = resolveSettings(...args);
    return resolved.ok && resolved.settings.openSource?.headers;
  };
  expect(headersOf({}, env)).toEqual(HEADERS);
  expect(headersOf({ httpHeaders: { "X-One": "1" } }, env)).toEqual({ "X-One": "1" });
  expect(headersOf({}, { CLICKSTACK_API_KEY: "key" })).toBeUndefined();
});

test.each([
  ["not JSON", "X-Proxy-Token: secretOfTheProxy4711"],
  ["a list", '["secretOfTheProxy4711"]'],
  ["empty", "null"],
  ["a text", '"secretOfTheProxy4711"'],
])("an environment variable that is %s is refused without showing its value", (_, text) => {
  const problems = problemsOf({}, { CLICKSTACK_API_KEY: "key", CLICKSTACK_HTTP_HEADERS: text });
  expect(problems.map(({ argument, summary }) => [argument, summary])).toEqual([
    ["httpHeaders", "Not a set of headers"],
  ]);
  expect(JSON.stringify(problems)).not.toContain("secretOfTheProxy");
});

test("configured headers without an open-source server are refused as an argument and ignored in the environment", () => {
  expect(problemsOf({ ...CLOUD, httpHeaders: HEADERS }, {}).map(({ argument }) => argument)).toEqual(["httpHeaders"]);
  expect(problemsOf(CLOUD, { CLICKSTACK_HTTP_HEADERS: "{}x" })).toEqual([]);
});

test.each<[string, Record<string, unknown>, string]>([
  ["the header of the access key", { Authorization: "Basic secretOfTheProxy4711" }, "Set api_key instead"],
  ["the header of the team", { "X-HDX-Team": "blue" }, "Set team instead."],
  ["a header of the connection", { "Transfer-Encoding": "chunked" }, "The provider sets it."],
  ["a header without a name", { "": "secretOfTheProxy4711" }, "A header's name consists of letters"],
  ["a name that contains a value", { "X-Token: secretOfTheProxy4711": "a" }, "A header's name consists of letters"],
  ["a header with a line break", { "X-A": "secretOfTheProxy4711\r\nX-B: c" }, "visible ASCII"],
  ["a header without a value", { "X-A": "" }, "visible ASCII"],
  ["a header whose value is not a text", { "X-A": 5 }, "visible ASCII"],
  ["a header that is set twice", { "X-A": "1", "x-a": "2" }, "is set twice"],
])("the argument is refused for %s", (_, headers, text) => {
  const complaints = complaintsAboutHeaders(headers);
  expect(complaints).toEqual([expect.stringContaining(text)]);
  expect(complaints.join()).not.toContain("secretOfTheProxy");
});

test.each([
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
])("the header %s is reserved in upper and lower case", (name) => {
  for (const written of [name, name.toUpperCase()]) {
    expect(complaintsAboutHeaders({ [written]: "a" })).toEqual([expect.stringContaining("The provider sets it.")]);
  }
});

test("50 headers are accepted", () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`X-${index}`, "1"]));
  expect(complaintsAboutHeaders(many)).toEqual([]);
});

test("51 headers are refused", () => {
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`X-${index}`, "1"]));
  expect(complaintsAboutHeaders(many)).toEqual(["At most 50 headers are allowed; there are 51."]);
});
