import type { ExactJsonObject } from "../../../src/plugin";
import { complete } from "../../../src/plugin/plan/nested";
import { provider } from "../../../src/provider/provider";
import { json, TestServer } from "../../support/client/http-server";
import { ProviderRun } from "../../support/provider-in-process";

const ID = "0123456789abcdef01234567";
const KEY = "00000000-0000-4000-8000-000000000001";
const VENDOR = "registry.terraform.io/ClickHouse/clickhouse";

const context = { signal: new AbortController().signal, log: {} as never, session: undefined };

function resourceOf(type: string) {
  const resource = provider.resources[type];
  if (!resource?.moveState) {
    throw new Error(`no moves to ${type}`);
  }
  return { resource, moveState: resource.moveState };
}

const moved = (type: string, sourceType: string, sourceState: ExactJsonObject, sourceProvider = VENDOR) =>
  resourceOf(type).moveState(
    { sourceProvider, sourceType, sourceSchemaVersion: 0, sourceState, sourcePrivate: { kept: true } },
    context,
  );

/** The vendor's types of objects in an organization. */
const IN_ORGANIZATION: Readonly<Record<string, string>> = {
  clickstack_api_key: "clickhouse_api_key",
  clickstack_organization_role: "clickhouse_role",
  clickstack_role_assignment: "clickhouse_role_assignment",
};

/** The vendor's types that have another name than this provider's types. */
const NAMED_OTHERWISE: Readonly<Record<string, string>> = {
  ...IN_ORGANIZATION,
  clickstack_team_role: "clickhouse_clickstack_role",
};

/** The vendor's id of a team member changes when the user accepts the invitation. */
const stateOf = (type: string): ExactJsonObject & { readonly id: string } =>
  type === "clickstack_team_member" ? { id: "grace@example.com", email: "Grace@example.com" } : { id: idOf(type) };

const idOf = (type: string) => (type in IN_ORGANIZATION ? KEY : ID);

test("every resource type adopts the vendor's resource of the same type, and no other resource", async () => {
  for (const type of Object.keys(provider.resources)) {
    const vendors = NAMED_OTHERWISE[type] ?? `clickhouse_${type}`;
    const state = stateOf(type);
    expect((await moved(type, vendors, { ...state, id: idOf(type) }))?.state).toMatchObject({ id: state.id });
    expect((await moved(type, vendors, state, "registry.opentofu.org/clickhouse/clickhouse"))?.state.id).toBe(state.id);
    expect((await moved(type, vendors, state, "clickhouse"))?.state.id).toBe(state.id);
    expect(await moved(type, "clickhouse_service", state)).toBeNull();
    expect(await moved(type, vendors, state, "registry.terraform.io/another/clickhouse")).toBeNull();
  }
});

test.each(["teamlapse", "pleny-labs", "jplorier"])(
  "a state of the provider %s/clickstack is refused with the command that imports the object",
  async (author) => {
    const address = `registry.terraform.io/${author}/clickstack`;
    await expect(moved("clickstack_dashboard", "clickstack_dashboard", { id: ID }, address)).rejects.toMatchObject({
      diagnostics: [
        {
          summary: "This state was written by another provider",
          detail: expect.stringMatching(new RegExp(`${address} wrote .*\nFix: Remove the resource from the state`)),
        },
      ],
    });
  },
);

test("a moved state keeps the id, and drops secrets and their versions", async () => {
  const source = {
    ...{ id: ID, name: "Pager", service: "generic", url: "https://example.com/secret", headers: { a: "secret" } },
    ...{ headers_version: "7", body: "{}", team: "blue", tile_ids: { a: "b" } },
  };
  const webhook = await moved("clickstack_webhook", "clickhouse_clickstack_webhook", source);
  expect(webhook?.state).toEqual({ id: ID });
  expect(JSON.stringify(webhook)).not.toContain("secret");
});

test("a state of this provider from another registry is not changed", async () => {
  const state = { id: ID, name: "Failures", source_id: ID, tags: ["a"], filters: null, gone: 1 };
  const type = "clickstack_saved_search";
  const taken = await moved(type, type, state, "registry.opentofu.org/cdk-clickstack/clickstack");
  expect(taken).toMatchObject({ state: { id: ID, name: "Failures", tags: ["a"] }, private: { kept: true } });
  expect(taken?.state).not.toHaveProperty("gone");
});

test("a key keeps its secret in the state, and a key without a secret is adopted", async () => {
  const key = async (source: ExactJsonObject) =>
    (await moved("clickstack_api_key", "clickhouse_api_key", { id: KEY, name: "ci", ...source }))?.state;
  expect(await key({ key_id: KEY, key_secret: "s" })).toMatchObject({
    ...{ adopt: null, secret_in_state: true, key_secret: "s", key_id: null },
  });
  expect(await key({ key_id: "KeyIdThatSignsRequests", key_secret: "s" })).toMatchObject({
    key_id: "KeyIdThatSignsRequests",
  });
  const adopted = { id: KEY, adopt: { id: KEY, name: null } };
  expect(await key({ key_id: KEY, key_secret: null })).toEqual(adopted);
  // The vendor's first version stored keys in this form.
  expect(await key({ enabled: true, expiration_date: null, roles: ["admin"] })).toEqual(adopted);
});

test("a state without an id of the type is refused", async () => {
  await expect(moved("clickstack_alert", "clickhouse_clickstack_alert", { id: "a/b" })).rejects.toThrow(
    /The state of the clickhouse_clickstack_alert has no usable id/,
  );
});

describe("a state that a user edited", () => {
  const deep = (levels: number) => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);
  const VALUES = [
    null,
    true,
    7,
    1e308,
    "",
    "x y",
    "../../x",
    "\u001b[2J",
    "x".repeat(5_000_000),
    [],
    ["x"],
    {},
    { a: 1 },
  ];

  test.each(Object.keys(provider.resources))(
    "is moved to a %s with only its id, or is refused with a clear error",
    async (type) => {
      const vendors = NAMED_OTHERWISE[type] ?? `clickhouse_${type}`;
      const { id, ...own } = stateOf(type);
      const names = [
        "id",
        "email",
        "team",
        "name",
        "key_id",
        "key_secret",
        "tiles",
        "headers",
        "__proto__",
        "constructor",
      ];
      for (const value of [...VALUES, deep(100_000)]) {
        const hostile = Object.fromEntries(names.map((name) => [name, value])) as ExactJsonObject;
        const refused = moved(type, vendors, hostile);
        await expect(refused).rejects.toThrow(/has no usable id/);
        expect(String(await refused.catch((error: Error) => error.message)).length).toBeLessThan(600);
        const taken = await moved(type, vendors, { ...hostile, id, ...own });
        expect(taken?.state.id).toBe(id);
        expect(Object.getPrototypeOf(taken?.state)).toBe(Object.prototype);
        expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      }
    },
  );

  test("is read by its schema or refused if the provider in another registry wrote it", async () => {
    const type = "clickstack_dashboard";
    const from = "registry.opentofu.org/cdk-clickstack/clickstack";
    await expect(moved(type, type, { id: ID, tiles: deep(100_000) }, from)).rejects.toThrow(/a map is expected/);
    await expect(moved(type, type, { id: ID, name: { a: 1 } }, from)).rejects.toThrow(/a string is expected/);
    const odd = JSON.parse(`{"id":"${ID}","__proto__":{"polluted":true},"tiles":{"__proto__":{"name":"T"}}}`);
    const taken = await moved(type, type, odd, from);
    expect(Object.keys(taken?.state.tiles as object)).toEqual(["__proto__"]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

test("a move causes an error if the object is missing on the server, and an existing object can be moved only once", async () => {
  const stored = { id: ID, name: "Failures", sourceId: ID, tags: [] };
  let isThere = false;
  await using server = await TestServer.start((_request, response) =>
    isThere ? json(response, 200, { data: stored }) : json(response, 404, { message: "Saved search not found" }),
  );
  const target = { openSource: { endpoint: server.endpoint, accessKey: "key-of-this-test" } };
  const { resource } = resourceOf("clickstack_saved_search");
  const source = { id: ID, team: "blue" };
  const taken = await moved("clickstack_saved_search", "clickhouse_clickstack_saved_search", source);
  const held = { state: complete(resource.schema.attributes, taken?.state ?? {}), private: taken?.private ?? {} };

  await using first = new ProviderRun(target);
  await expect(first.refresh(resource, held)).rejects.toThrow(
    /has no saved search 0123456789abcdef01234567, which the state of the clickhouse_clickstack_saved_search refers to\. It belongs to the team blue/,
  );
  isThere = true;
  await using second = new ProviderRun(target);
  const read = await second.refresh(resource, held);
  expect(read).toMatchObject({ state: { name: "Failures" }, private: {} });
  isThere = false;
  await using third = new ProviderRun(target);
  expect(read && (await third.refresh(resource, read))).toBeNull();
});
