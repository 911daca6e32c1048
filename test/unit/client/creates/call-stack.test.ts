import { Agent } from "undici";
import { objectId, openSourceClient } from "../../../support/client/clients";
import { json, TestServer } from "../../../support/client/http-server";

const { dispatch } = Agent.prototype;
const { stackTraceLimit } = Error;

/** Method and files of `src/client` of each request, from the socket to the caller. */
const sent: { readonly method: string; readonly files: readonly string[] }[] = [];

beforeEach(() => {
  Error.stackTraceLimit = 100;
  sent.length = 0;
  Agent.prototype.dispatch = function (options, handler) {
    sent.push({ method: options.method, files: clientFiles(new Error("trace").stack ?? "") });
    return dispatch.call(this, options, handler);
  };
});

afterEach(() => {
  Error.stackTraceLimit = stackTraceLimit;
  Agent.prototype.dispatch = dispatch;
});

/** Returns the files of a stack trace, without consecutive duplicates. */
function clientFiles(stack: string): readonly string[] {
  const files = [...stack.matchAll(/src\/client\/([\w/.-]+)\.ts:/g)].map(([, file = ""]) => file);
  return files.filter((file, index) => file !== files[index - 1]);
}

const FILES_OF_CREATE = [
  "http/http-exchange",
  "limits/sender",
  "retry/operation",
  "creates/create-recovery",
  "collections/collection",
];

test("a create passes five files of the client on its way to the socket, and each of them once", async () => {
  await using server = await TestServer.start((request, response) =>
    json(response, 200, { data: { ...(request.body as object), id: objectId() } }),
  );
  await using client = openSourceClient(server.endpoint);
  await client.dashboards.create({ name: "Checkout", tiles: [] });
  expect(sent).toEqual([{ method: "POST", files: FILES_OF_CREATE }]);
});

test("a create that is repeated after a lost response enters no file of the client twice", async () => {
  await using server = await TestServer.start((request, response, count) => {
    if (count === 1) {
      response.destroy();
      return;
    }
    json(response, 200, { data: request.method === "GET" ? [] : { ...(request.body as object), id: objectId() } });
  });
  await using client = openSourceClient(server.endpoint);
  await client.dashboards.create({ name: "Checkout", tiles: [] });
  expect(sent.map(({ method }) => method)).toEqual(["POST", "GET", "POST"]);
  expect(sent.at(-1)?.files).toEqual(FILES_OF_CREATE);
  for (const { files } of sent) {
    expect(new Set(files).size).toBe(files.length);
  }
});
