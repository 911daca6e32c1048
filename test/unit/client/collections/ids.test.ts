import { type ApiError, ClientError, OutcomeUnknownError, UnexpectedResponseError } from "../../../../src/client";
import { managedClient, objectId, openSourceClient, rejection, uuid } from "../../../support/client/clients";
import { json, TestServer } from "../../../support/client/http-server";

const ID = "650000000000000000000001";
const BODY = { name: "Checkout", tiles: [] };

/** Texts that are not ids of ClickStack. They must not reach a path, a state, generated code or a terminal. */
const BAD_IDS: readonly unknown[] = [
  "../../keys",
  "650000000000000000000001/../x",
  " 650000000000000000000001",
  "650000000000000000000001\n",
  '"]}\u001b[31m',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Terraform evaluates it.
  "${file(1)}",
  "__proto__",
  "",
  7,
  null,
];

test.each(["65000000000000000000000G", uuid(1), "src-7", "01J9ZK:a.b~c=@+"])(
  "the new id format %j is read, and the id is encoded in paths",
  async (id) => {
    const record = { id, name: "x", tiles: [] };
    await using server = await TestServer.start((request, response) =>
      json(response, 200, { data: request.path.endsWith("dashboards") ? [record] : record }),
    );
    await using client = openSourceClient(server.endpoint);
    expect((await client.dashboards.list()).map((each) => each.id)).toEqual([id]);
    expect((await client.dashboards.update(id, BODY)).id).toBe(id);
    expect(server.lines.at(-1)).toBe(`PUT /api/v2/dashboards/${encodeURIComponent(id)}`);
  },
);

describe.each(BAD_IDS)("the invalid id %j", (id) => {
  test("is refused in a list, in a get and in the response to an update", async () => {
    await using server = await TestServer.start((request, response) => {
      const record = { id, name: "x", tiles: [] };
      json(response, 200, { data: request.path.endsWith("dashboards") ? [record] : record });
    });
    await using client = openSourceClient(server.endpoint);
    const { dashboards } = client;
    const calls = [dashboards.list(), dashboards.readAll(), dashboards.get(ID), dashboards.update(ID, BODY)];
    for (const error of await Promise.all(calls.map(rejection))) {
      expect(error).toBeInstanceOf(ClientError);
      expect(String(error)).toMatch(/without an id|whose id is not a text of letters, digits and hyphens/);
      // The message does not contain the id, because the id can contain anything.
      expect(String(error)).not.toContain(String(id === "" || id === null || id === 7 ? "\u0000" : id));
    }
  });

  test("is ignored in the response to a create, and the created object is found in the list", async () => {
    const made = { ...BODY, id: objectId() };
    await using server = await TestServer.start((request, response) =>
      json(response, 200, { data: request.method === "POST" ? { ...made, id } : [made] }),
    );
    await using client = openSourceClient(server.endpoint);
    expect((await client.dashboards.create(BODY)).id).toBe(made.id);
    expect(server.lines).toEqual(["POST /api/v2/dashboards", "GET /api/v2/dashboards"]);
  });

  test("causes an error about a possible object if the list contains the invalid id too, and no second create", async () => {
    await using server = await TestServer.start((request, response) => {
      const made = { ...BODY, id };
      json(response, 200, { data: request.method === "POST" ? made : [made] });
    });
    await using client = openSourceClient(server.endpoint);
    const error = (await rejection(client.dashboards.create(BODY))) as Error;
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error.message).toMatch(
      /create the dashboard "Checkout" was sent at 20\d\d-.*Z and may have been carried out/,
    );
    expect(error.cause).toBeInstanceOf(UnexpectedResponseError);
    expect(server.seen.filter(({ method }) => method === "POST")).toHaveLength(1);
  });
});

test("a response with another object's id is refused", async () => {
  const other = { id: objectId(), name: "x", tiles: [] };
  await using server = await TestServer.start((_request, response) => json(response, 200, { data: other }));
  await using client = openSourceClient(server.endpoint);
  for (const call of [client.dashboards.get(ID), client.dashboards.update(ID, BODY)]) {
    expect(String(await rejection(call))).toContain(`another object, ${other.id}`);
  }
});

describe("the ids of keys and roles", () => {
  test.each(["key 1", "../x"])("cannot contain spaces and slashes: %j is refused", async (id) => {
    await using server = await TestServer.start((_request, response) =>
      json(response, 200, { status: 200, result: [{ id, name: "x" }] }),
    );
    await using client = managedClient(server.endpoint);
    for (const call of [client.apiKeys.list(), client.roles.list()]) {
      expect(String(await rejection(call))).toContain("an object whose id is not a text such as a UUID");
    }
  });

  test("can be UUIDs in upper or lower case", async () => {
    const id = "AAAAAAAA-0000-4000-8000-00000000000A";
    await using server = await TestServer.start((_request, response) =>
      json(response, 200, { status: 200, result: { id: id.toLowerCase() } }),
    );
    await using client = managedClient(server.endpoint);
    expect((await client.apiKeys.get(id))?.id).toBe(id.toLowerCase());
  });

  test("are not read as assigned roles of a key if one of them is invalid", async () => {
    const assignedRoles = [{ roleId: uuid(2) }, { roleId: "admin\u001b[2J" }];
    await using server = await TestServer.start((_request, response) =>
      json(response, 200, { status: 200, result: [{ id: uuid(1), assignedRoles }] }),
    );
    await using client = managedClient(server.endpoint);
    expect(await client.apiKeys.list()).toEqual([{ id: uuid(1) }]);
  });

  test.each([
    ["ID", { keyId: "a\r\nx-injected: 1", keySecret: "secret" }],
    ["ID", { keyId: "a:b", keySecret: "secret" }],
    ["secret", { keyId: "id", keySecret: "sëcret" }],
    ["secret", { keyId: "id", keySecret: { nested: true } }],
  ])("a new key with an invalid %s in the response is deleted and reported", async (what, material) => {
    const stored = new Map<string, object>();
    await using server = await TestServer.start((request, response) => {
      const id = request.path.split("/").at(-1) ?? "";
      if (request.method === "DELETE") {
        stored.delete(id);
        json(response, 200, { status: 200 });
        return;
      }
      if (request.method === "POST") {
        const key = { id: uuid(server.seen.length), createdAt: new Date().toISOString(), ...(request.body as object) };
        stored.set(key.id, key);
        json(response, 200, { status: 200, result: { key, ...material } });
        return;
      }
      json(response, 200, { status: 200, result: [...stored.values()] });
    });
    await using client = managedClient(server.endpoint);
    const error = (await rejection(client.apiKeys.create({ name: "ci (creating 3f9a2c81d04b)" }))) as Error;
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error.message).toContain(`a key ${what} that is not printable characters`);
    expect(error.message).not.toMatch(/injected|sëcret|a:b/);
    expect([...stored.keys()]).toEqual([]);
  });

  test("a new key with an invalid ID is included in the error if it cannot be deleted", async () => {
    const key = { id: uuid(7), name: "ci (creating 3f9a2c81d04b)", createdAt: new Date().toISOString() };
    await using server = await TestServer.start((request, response) => {
      if (request.method === "DELETE") {
        json(response, 403, { status: 403, error: "FORBIDDEN: lacks the permission" });
      } else {
        json(response, 200, { status: 200, result: request.method === "POST" ? { key, keyId: "ä" } : [key] });
      }
    });
    await using client = managedClient(server.endpoint);
    const error = (await rejection(client.apiKeys.create({ name: "ci (creating 3f9a2c81d04b)" }))) as ApiError;
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error.message).toContain(`It exists with the id ${key.id}`);
  });
});

describe("the ids of tiles and filters", () => {
  const dashboard = (tile: unknown, filter: unknown) => ({
    id: ID,
    name: "x",
    tiles: [{ id: objectId() }, { id: tile }],
    filters: [{ id: filter }],
  });

  test.each([
    ["an id of the server", objectId()],
    ["an id of the user interface", "1k3f9z"],
    ["a UUID", uuid(3)],
    ["no id", undefined],
  ])("can have another form: %s", async (_name, id) => {
    await using server = await TestServer.start((_request, response) =>
      json(response, 200, { data: [dashboard(id, id)] }),
    );
    await using client = openSourceClient(server.endpoint);
    expect(await client.dashboards.list()).toHaveLength(1);
  });

  test.each([
    ["tile", dashboard("a/../b", objectId())],
    ["tile", dashboard("x".repeat(257), objectId())],
    ["tile", dashboard("", objectId())],
    ["tile", dashboard("a\u001b[2J", objectId())],
    ["filter", dashboard(objectId(), "a b")],
    ["filter", dashboard(objectId(), 7)],
  ])("cause an error for the dashboard if they are invalid: %s %#", async (what, record) => {
    await using server = await TestServer.start((_request, response) => json(response, 200, { data: [record] }));
    await using client = openSourceClient(server.endpoint);
    expect(String(await rejection(client.dashboards.list()))).toContain(
      `an object with a ${what} whose id is not a text of letters, digits and hyphens`,
    );
  });
});
