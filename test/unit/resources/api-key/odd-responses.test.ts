import type { ObjectValue } from "../../../../src/plugin";
import { apiKeyResource } from "../../../../src/resources/api-key/resource";
import { KEY_ID, KEY_SECRET, ORGANIZATION } from "../../../support/client/clients";
import { json, TestServer } from "../../../support/client/http-server";
import { ProviderRun } from "../../../support/provider-in-process";

const ID = "5b090003-f1dd-4204-a07e-d04835a01bb3";
const MATERIAL = { keyId: "A1B2C3D4E5F6G7H8J9K0", keySecret: "4b1dA1B2C3D4E5F6G7H8J9K0L1M2N3P4Q5R6S7T8U9" };
const NEW: ObjectValue = {
  name: "ci",
  ip_access_list: [{ source: "203.0.113.0/24" }],
  role_names: ["Developer"],
  secret_in_state: true,
};
const ROLE = { id: "44444444-4444-4444-8444-000000000009", name: "Developer", type: "system" };

/** A server that creates a key and returns it with the given fields. */
const serverThatShows = (key: object) =>
  TestServer.start((request, response) => {
    const shown = { id: ID, name: "ci", state: "enabled", createdAt: "2026-03-01T00:00:00Z", ...key };
    if (request.path.endsWith("/roles")) {
      json(response, 200, { result: [ROLE] });
    } else if (request.method === "GET") {
      json(response, 200, { result: [] });
    } else if (request.method === "POST") {
      json(response, 200, { result: { key: shown, ...MATERIAL } });
    } else {
      json(response, 200, { result: shown });
    }
  });

const runAgainst = ({ endpoint }: TestServer) =>
  new ProviderRun({
    managed: {
      endpoint,
      organizationId: ORGANIZATION,
      keyId: KEY_ID,
      keySecret: KEY_SECRET,
      product: "clickstack",
      requestsPerWindow: 1000,
    },
  });

test.each([
  ["addresses without a source", { ipAccessList: [{}] }],
  ["addresses that are not a list", { ipAccessList: "any" }],
  ["invalid addresses", { ipAccessList: [null] }],
  ["roles that are not a list", { assignedRoles: "Developer" }],
  ["invalid roles", { assignedRoles: [null] }],
  ["an invalid creation time", { createdAt: "yesterday" }],
  ["a creation time that is a number", { createdAt: 1772323200 }],
  ["an invalid expiry", { expireAt: "soon" }],
  ["an expiry that is a number", { expireAt: 1772323200 }],
  ["an invalid name", { name: null }],
  ["an unknown state", { state: "melted" }],
  ["an invalid key suffix", { keySuffix: 7 }],
])("a new key and its secret are stored in the state if the response has %s", async (_, key) => {
  await using server = await serverThatShows(key);
  await using run = runAgainst(server);
  const { plan } = await run.plan(apiKeyResource, NEW);
  const { state } = await run.create(apiKeyResource, NEW, plan);
  expect(state).toMatchObject({ id: ID, name: "ci", key_id: MATERIAL.keyId, key_secret: MATERIAL.keySecret });
});

test.each([
  ["rotated", { overlap: "7d", rotate_every: "30d" }, { createdAt: "yesterday" }],
  ["rotated", { overlap: "7d", keepers: { n: "1" } }, { createdAt: "+275760-09-13T00:00:00Z" }],
])("a new %s key with %j and its secret are stored in the state if the response has %j", async (_, more, key) => {
  await using server = await serverThatShows(key);
  await using run = runAgainst(server);
  const { plan } = await run.plan(apiKeyResource, { ...NEW, ...more });
  const { state } = await run.create(apiKeyResource, { ...NEW, ...more }, plan);
  expect(state).toMatchObject({ id: ID, key_secret: MATERIAL.keySecret });
});

test("a plan succeeds if the list has keys with malformed names", async () => {
  await using server = await TestServer.start((request, response) =>
    json(response, 200, {
      result: request.path.endsWith("/roles")
        ? [ROLE]
        : [{ id: ID, name: 7 }, { id: ORGANIZATION, name: null }, { id: ROLE.id }],
    }),
  );
  await using run = runAgainst(server);
  const { diagnostics } = await run.plan(apiKeyResource, { ...NEW, overlap: "7d", keepers: { n: "1" } });
  expect(diagnostics).toEqual([]);
});
