import type { ServerResponse } from "node:http";
import type { ApiError } from "../../../../src/client";
import { type Emulator, seedIds } from "../../../../src/emulator";
import { createClient } from "../../../../src/resources/client";
import {
  managedClient,
  ORGANIZATION,
  openSourceClient,
  rejection,
  SERVICE,
  uuid,
} from "../../../support/client/clients";
import { json, TestServer, text } from "../../../support/client/http-server";
import { emulatorForEachTest } from "../../../support/emulator/emulator-for-tests";

const ORGANIZATION_FIX = `organization_id (CLICKHOUSE_ORGANIZATION_ID), now ${ORGANIZATION}, to the organization of this key`;
const ADDRESS_FIX = "add the address of this machine to the key's IP access list";
const CLICKSTACK_FIX = "the permission control-plane:service:manage-clickstack-api";
const ROLE_FIX = "give the key an organization role";
const FIXES = [ORGANIZATION_FIX, ADDRESS_FIX, CLICKSTACK_FIX, ROLE_FIX];

/** Returns the fixes in a message. */
const named = (error: unknown) => FIXES.filter((fix) => String(error).includes(fix));

const refusing = (error: string) => (response: ServerResponse) =>
  json(response, 403, { status: 403, error, requestId: uuid(9) });

test.each<[string, string[]]>([
  ["FORBIDDEN: The API key does not belong to the organization", [ORGANIZATION_FIX]],
  ["FORBIDDEN: You do not have access to this organization", [ORGANIZATION_FIX]],
  ["FORBIDDEN: The API key may not be used from this IP address", [ADDRESS_FIX]],
  ["FORBIDDEN: IP 203.0.113.7 is not in the access list", [ADDRESS_FIX]],
  ["FORBIDDEN: The API key lacks the permission control-plane:organization:view", [ROLE_FIX]],
  ["FORBIDDEN: Insufficient privileges", [ROLE_FIX]],
])("a 403 with a reason causes an error with exactly one fix: %s", async (words, fixes) => {
  await using server = await TestServer.start((_request, response, count) =>
    count === 2 ? json(response, 200, { status: 200, result: [] }) : refusing(words)(response),
  );
  await using client = managedClient(server.endpoint);
  expect(named(await rejection(client.apiKeys.list()))).toEqual(fixes);
  await client.apiKeys.list();
  expect(named(await rejection(client.apiKeys.list()))).toEqual(fixes);
  expect(server.seen).toHaveLength(3);
});

describe("a 403 without a reason", () => {
  const silent = refusing("FORBIDDEN: Forbidden");
  const dashboards = `/v1/organizations/${ORGANIZATION}/services/${SERVICE}/clickstack/dashboards`;
  const keys = `/v1/organizations/${ORGANIZATION}/keys`;

  test("about dashboards is reported as a missing permission if the client can read the organization's keys", async () => {
    await using server = await TestServer.start(({ path }, response) =>
      path === keys ? json(response, 200, { status: 200, result: [] }) : silent(response),
    );
    await using client = managedClient(server.endpoint);
    expect(named(await rejection(client.dashboards.list()))).toEqual([CLICKSTACK_FIX]);
    expect(named(await rejection(client.alerts.list()))).toEqual([CLICKSTACK_FIX]);
    expect(server.lines.filter((line) => line === `GET ${keys}`)).toHaveLength(1);
  });

  test("is reported as a missing permission if the same key was accepted before", async () => {
    await using server = await TestServer.start(({ path }, response) =>
      path === dashboards ? json(response, 200, { status: 200, result: [] }) : silent(response),
    );
    await using client = managedClient(server.endpoint);
    await client.dashboards.list();
    expect(named(await rejection(client.apiKeys.list()))).toEqual([ROLE_FIX]);
    expect(server.lines).toEqual([`GET ${dashboards}`, `GET ${keys}`]);
  });

  test("is reported with all three fixes if the client cannot read the keys either", async () => {
    await using server = await TestServer.start((_request, response) => silent(response));
    await using client = managedClient(server.endpoint);
    const error = (await rejection(client.dashboards.list())) as ApiError;
    expect(named(error)).toEqual([ORGANIZATION_FIX, ADDRESS_FIX, CLICKSTACK_FIX]);
    expect(error.message).toContain("The server gives no reason.");
    expect(error.kind).toBe("forbidden");
    expect(error.status).toBe(403);
    expect(error.text).toBe("Forbidden");
  });
});

test("a 403 of an open-source server mentions the team of the user", async () => {
  await using server = await TestServer.start((_request, response, count) =>
    count === 1 ? json(response, 200, { data: [] }) : text(response, 403, "Forbidden"),
  );
  await using client = openSourceClient(server.endpoint);
  await client.sources.list();
  const error = await rejection(client.dashboards.list());
  expect(named(error)).toEqual([]);
  expect(String(error)).toContain("is not in a team");
  expect(server.seen).toHaveLength(2);
});

test("another kind of refusal gets no hint about permissions, even if the key was accepted before", async () => {
  await using server = await TestServer.start((_request, response, count) =>
    json(response, count === 1 ? 200 : 400, { status: 400, result: [], error: "BAD_REQUEST: name: Required" }),
  );
  await using client = managedClient(server.endpoint);
  await client.apiKeys.list();
  const error = await rejection(client.apiKeys.list());
  expect(named(error)).toEqual([]);
  expect((error as ApiError).hint).toBeUndefined();
});

describe("the error messages against the emulator", () => {
  let emulator: Emulator;
  emulatorForEachTest((each) => {
    emulator = each;
  });
  const clientWith = (more: object) => {
    const managed = { ...emulator.endpoints.managed, product: "clickstack", requestsPerWindow: 1000, ...more };
    return createClient({ userAgent: "tests", environment: {}, managed });
  };
  const madeKey = async (assignedRoleIds: readonly string[], source: string) => {
    const admin = clientWith({});
    const made = await admin.apiKeys.create({ name: "k", assignedRoleIds, ipAccessList: [{ source }] });
    await admin.close();
    return { keyId: made.keyId ?? "", keySecret: made.keySecret ?? "" };
  };

  test("distinguish a wrong organization, a wrong address and a missing permission", async () => {
    const wrong = {
      organization: clientWith({ organizationId: ORGANIZATION }),
      address: clientWith(await madeKey([seedIds.adminRole], "203.0.113.7")),
      permission: clientWith(await madeKey([seedIds.developerRole], "0.0.0.0/0")),
    };
    const errors = await Promise.all(Object.values(wrong).map((client) => rejection(client.dashboards.list())));
    expect(errors.map(named)).toEqual([[ORGANIZATION_FIX], [ADDRESS_FIX], [CLICKSTACK_FIX]]);
    for (const client of Object.values(wrong)) {
      await client.close();
    }
  });

  test("distinguish a missing service from a missing dashboard", async () => {
    const client = clientWith({ serviceId: SERVICE });
    expect(String(await rejection(client.dashboards.list()))).toContain("check organization_id");
    expect(String(await rejection(client.dashboards.list()))).toContain("service_id (CLICKSTACK_SERVICE_ID)");
    await client.close();
  });
});
