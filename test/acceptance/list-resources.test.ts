import { seedIds } from "../../src/emulator";
import type { ObjectValue } from "../../src/plugin";
import { identityType } from "../../src/plugin/rpc/state-data";
import { readObject } from "../../src/plugin/values/dynamic-message";
import { provider } from "../../src/provider/provider";
import { type Client, createClient } from "../../src/resources/client";
import { emulatorForTests } from "../support/emulator/emulator-for-tests";
import type { Host } from "../support/plugin/harness/host";
import { configurationOf, configuredProvider, messageOf, resourceOf, stateOf } from "../support/provider-process";
import { ui } from "../support/ui";

const SECRET_PATH = "/services/T000/B000/secret-of-the-list";
const emulator = emulatorForTests();
let client: Client;
let host: Host;

beforeAll(async () => {
  const endpoints = emulator.endpoints;
  client = createClient({ userAgent: "tests", environment: {}, openSource: endpoints.openSource });
  const tile = (sourceId: string) => ({
    ...{ name: "Errors", x: 0, y: 0, w: 12, h: 4 },
    config: { displayType: "line", sourceId, select: [{ aggFn: "count", where: "" }] },
  });
  await client.dashboards.create({ name: "Checkout", tags: ["shop"], tiles: [tile(seedIds.logs)] });
  await client.dashboards.create({ name: "Payments", tags: ["shop", "money"], tiles: [tile(seedIds.traces)] });
  await client.dashboards.create({ name: "Check-in", tags: [], tiles: [] });
  await client.savedSearches.create({ name: "Failures", sourceId: seedIds.logs, tags: ["money"], where: "" });
  await ui(emulator, "POST", "/api/v2/webhooks", {
    ...{ name: "Secret", service: "slack", url: `https://hooks.slack.com${SECRET_PATH}` },
  });
  host = await configuredProvider(configurationOf(endpoints, "open_source"));
});

afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await client.close();
});

beforeEach(() => emulator.resetRequests());

/** The requests of `terraform query`, and the responses. */
async function listed(
  typeName: string,
  config: ObjectValue,
  options: { includeResource?: boolean; limit?: number } = {},
) {
  const { schema } = provider.listResources?.[typeName] ?? {};
  if (!schema) {
    throw new Error(`no list of ${typeName}`);
  }
  const { identity } = resourceOf(typeName);
  const events = host.list({
    typeName,
    config: messageOf(schema, config),
    includeResourceObject: options.includeResource ?? false,
    limit: BigInt(options.limit ?? 100),
  });
  const found = [];
  for await (const { displayName, identity: sent, resourceObject, diagnostic } of events) {
    const id = readObject(identityType(identity), sent?.identityData)?.id;
    found.push({ name: displayName, id, resource: resourceObject && stateOf(typeName, resourceObject), diagnostic });
  }
  return found;
}

const namesOf = async (typeName: string, config: ObjectValue) =>
  (await listed(typeName, config)).map(({ name }) => name).sort();

describe("the list of a resource type", () => {
  test("exists for every resource type, with the filters of its declaration", async () => {
    const { listResourceSchemas, resourceSchemas } = await host.call("getProviderSchema", {});
    expect(Object.keys(listResourceSchemas).sort()).toEqual(Object.keys(resourceSchemas).sort());
    const filters = Object.entries(listResourceSchemas).map(([type, { block }]) => [
      type.replace("clickstack_", ""),
      block?.attributes.map(({ name }) => name).sort(),
    ]);
    const names = ["name", "name_contains"];
    expect(Object.fromEntries(filters)).toEqual({
      alert: [
        ...["dashboard_id", "interval", ...names],
        ...["saved_search_id", "source_id", "tag", "threshold", "threshold_type", "tile_id"],
      ],
      api_key: names,
      connection: names,
      dashboard: [...names, "source_id", "tag"],
      organization_role: names,
      role_assignment: names,
      saved_search: [...names, "source_id", "tag"],
      source: ["kind", ...names],
      source_links: [...names, "source_id"],
      team: names,
      team_member: names,
      team_role: names,
      webhook: [...names, "service"],
    });
  });

  test("contains every object with its id, and needs one request", async () => {
    const found = await listed("clickstack_dashboard", {});
    expect(emulator.requests.map(({ method }) => method)).toEqual(["GET"]);
    const stored = await client.dashboards.list();
    expect(found.map(({ id, name }) => ({ id, name }))).toEqual(stored.map(({ id, name }) => ({ id, name })));
    expect(found.every(({ resource }) => resource === undefined)).toBe(true);
  });

  test("can be filtered by name, tag, source and kind", async () => {
    expect(await namesOf("clickstack_dashboard", { name: "Checkout" })).toEqual(["Checkout"]);
    expect(await namesOf("clickstack_dashboard", { name_contains: "check" })).toEqual(["Check-in", "Checkout"]);
    expect(await namesOf("clickstack_dashboard", { tag: "shop" })).toEqual(["Checkout", "Payments"]);
    expect(await namesOf("clickstack_dashboard", { source_id: seedIds.traces })).toEqual(["Payments"]);
    expect(await namesOf("clickstack_dashboard", { tag: "shop", source_id: seedIds.logs })).toEqual(["Checkout"]);
    expect(await namesOf("clickstack_saved_search", { tag: "money", source_id: seedIds.logs })).toEqual(["Failures"]);
    expect(await namesOf("clickstack_source", { kind: "metric" })).toEqual(["Metrics"]);
  });

  test("omits objects that cannot be managed, such as predefined roles of ClickHouse Cloud", async () => {
    const found = await listed("clickstack_organization_role", {}, { includeResource: true });
    expect(found.map(({ name }) => name)).toEqual(["Deploy bot"]);
    expect(emulator.requests.map(({ path }) => path)).toEqual([expect.stringMatching(/\/roles$/)]);
  });

  test("contains at most as many objects as the limit", async () => {
    expect(await listed("clickstack_dashboard", {}, { limit: 2 })).toHaveLength(2);
  });

  test("contains complete objects in the form of their states, without a request for each object", async () => {
    const [found] = await listed("clickstack_dashboard", { name: "Payments" }, { includeResource: true });
    expect(found?.resource).toMatchObject({ id: found?.id, name: "Payments", tags: ["shop", "money"] });
    expect(Object.keys(found?.resource?.tiles as object)).toEqual(["errors"]);
    const [key] = await listed("clickstack_api_key", {}, { includeResource: true });
    expect(key?.resource).toMatchObject({ adopt: { id: key?.id }, state: "enabled" });
    expect(emulator.requests.map(({ method }) => method)).toEqual(["GET"]);
  });

  test("shows no secret in names, identities, objects and generated configurations", async () => {
    const [found] = await listed("clickstack_webhook", { name: "Secret" });
    expect(JSON.stringify(found)).not.toContain(SECRET_PATH);
    const [whole] = await listed("clickstack_webhook", { name: "Secret" }, { includeResource: true });
    expect(JSON.stringify(whole)).not.toContain(SECRET_PATH);
    const { schema } = resourceOf("clickstack_webhook");
    const state = messageOf(schema, whole?.resource ?? {});
    const { config } = await host.call("generateResourceConfig", { typeName: "clickstack_webhook", state });
    expect(stateOf("clickstack_webhook", config)).toMatchObject({ name: "Secret", service: "slack", url: null });
  });

  test("fails with one diagnostic with the attempted action if the server refuses it", async () => {
    const endpoints = { ...emulator.endpoints, openSource: { ...emulator.endpoints.openSource, accessKey: "wrong" } };
    await using other = await configuredProvider(configurationOf(endpoints, "open_source"));
    const { schema } = provider.listResources?.clickstack_alert ?? {};
    if (!schema) {
      throw new Error("no list of alerts");
    }
    const events = other.list({ typeName: "clickstack_alert", config: messageOf(schema, {}), limit: 10n });
    const found = [];
    for await (const { diagnostic } of events) {
      found.push(...diagnostic);
    }
    expect(found).toMatchObject([{ severity: 1, summary: "Could not list the alerts" }]);
  });
});
