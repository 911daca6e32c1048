import { type Diagnostic, DiagnosticError, type ObjectValue, UNKNOWN } from "../../../src/plugin";
import { resourcesOf } from "../../../src/resources/all-handlers";
import { resourceTypes } from "../../../src/resources/registry";
import type { TestServer } from "../../support/client/http-server";
import { ID, LINE, NewerServer, REPLACED_TYPES } from "../../support/newer-server";
import { type Held, ProviderRun, resource } from "../../support/provider-in-process";

let server: NewerServer;
let http: TestServer;
let run: ProviderRun;
const newRun = () => {
  const openSource = { endpoint: http.endpoint, accessKey: "access-key-of-the-test" };
  const managed = { keyId: "id", keySecret: "secret-of-the-test", organizationId: ID, endpoint: http.endpoint };
  return new ProviderRun({ openSource, managed: { ...managed, product: "clickstack", requestsPerWindow: 100_000 } });
};

beforeEach(async () => {
  server = new NewerServer();
  server.stored.name = "of another test";
  http = await server.start();
  run = newRun();
});

afterEach(async () => {
  await run[Symbol.asyncDispose]();
  await http[Symbol.asyncDispose]();
});

const json = (value: object) => JSON.stringify(value);
const refreshed = async (type: string, held: Held): Promise<Held> => {
  await run[Symbol.asyncDispose]();
  run = newRun();
  const found = await run.refresh(resource(type), held);
  if (!found) {
    throw new Error("The object was deleted.");
  }
  return found;
};
const failureOf = async (work: Promise<unknown>): Promise<readonly Diagnostic[]> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof DiagnosticError) {
      return error.diagnostics;
    }
    throw error;
  }
  throw new Error("It succeeded.");
};

describe.each(REPLACED_TYPES)("an extra field in %s", (type, _, config) => {
  const declared = (extra: object): ObjectValue => ({ ...config, extra_fields: json(extra) });

  test("is sent, compared with the server, shown as drift, and omitted from the request after its removal", async () => {
    const held = await run.apply(resource(type), declared({ futureSetting: { limit: 3 } }));
    expect(server.stored).toMatchObject({ futureSetting: { limit: 3 } });
    const same = await refreshed(type, held);
    expect((await run.plan(resource(type), declared({ futureSetting: { limit: 3 } }), same)).plan).toEqual(same.state);

    server.stored.futureSetting = { limit: 4, filledIn: true };
    const drifted = await refreshed(type, held);
    expect(drifted.state).toMatchObject({
      extra_fields: json({ futureSetting: { limit: 4 } }),
      other_fields: { "futureSetting.filledIn": "true" },
    });
    const reverted = await run.apply(resource(type), declared({ futureSetting: { limit: 3 } }), drifted);
    expect(server.stored.futureSetting).toEqual({ limit: 3, filledIn: true });

    const unchanged = await refreshed(type, reverted);
    await run.apply(resource(type), config, unchanged);
    expect(server.stored).not.toHaveProperty("futureSetting");
  });

  test("replaces an undeclared field of the same name, and is refused if the field can be declared", async () => {
    const held = await run.apply(resource(type), config);
    server.stored.futureSetting = 1;
    const seen = await refreshed(type, held);
    expect(seen.state.other_fields).toEqual({ futureSetting: "1" });
    const { plan } = await run.plan(resource(type), declared({ futureSetting: 2 }), seen);
    expect(plan).toMatchObject({ extra_fields: json({ futureSetting: 2 }), other_fields: null });
    const applied = await run.apply(resource(type), declared({ futureSetting: 2 }), seen);
    expect(server.stored.futureSetting).toBe(2);
    expect(applied.state.other_fields).toBeNull();

    const refused = await resource(type).validate?.({ config: declared({ name: "x", id: "x", createdAt: "x" }) });
    expect(refused?.map(({ summary, detail }) => [summary, detail])).toEqual([
      ["Invalid extra_fields.name", "This field can be declared. Use `name` instead."],
      ["Invalid extra_fields.id", "Only the server or the provider sets this field. Remove it."],
      ["Invalid extra_fields.createdAt", "Only the server or the provider sets this field. Remove it."],
    ]);
  });

  test("causes one error with its path if the server refuses or drops it", async () => {
    server.refuses = "futureSetting";
    const create = run.apply(resource(type), declared({ futureSetting: 1 }));
    expect(await failureOf(create)).toEqual([
      expect.objectContaining({
        detail: expect.stringContaining("Fix: Remove extra_fields.futureSetting, or use a server that supports it."),
        path: ["extra_fields"],
      }),
    ]);
    server.refuses = undefined;
    server.drops = "futureSetting";
    const { plan } = await run.plan(resource(type), declared({ futureSetting: 1 }));
    const created = await run.create(resource(type), declared({ futureSetting: 1 }), plan);
    expect(created.state).toMatchObject({ id: ID, extra_fields: "{}" });
    expect(created.diagnostics).toEqual([
      expect.objectContaining({
        severity: "error",
        summary: "The server did not store extra fields",
        detail: expect.stringContaining("extra_fields.futureSetting"),
        path: ["extra_fields"],
      }),
    ]);
  });
});

const DASHBOARD = "clickstack_dashboard";
const dashboard = (tile: ObjectValue, more: ObjectValue = {}): ObjectValue => ({
  name: "n",
  tiles: { errors: { name: "A", x: 0, y: 0, w: 6, h: 3, config: LINE, ...tile } },
  ...more,
});
const CONTAINER = { id: "c", title: "C", collapsed: false };
const FILTER = { name: "F", expression: "ServiceName", source_id: ID };

test("extra fields of tiles, filters and containers are sent in their objects, also inside nested objects and lists", async () => {
  const config = dashboard(
    { extra_fields: json({ frame: 1, config: { newThing: { a: 1 }, select: { "0": { window: "5m" } } } }) },
    {
      filters: [FILTER, { ...FILTER, name: "G", extra_fields: json({ required: true }) }],
      containers: [{ ...CONTAINER, extra_fields: json({ repeat: "x" }) }],
    },
  );
  const held = await run.apply(resource(DASHBOARD), config);
  expect(server.stored).toMatchObject({
    tiles: [{ frame: 1, config: { newThing: { a: 1 }, select: [{ aggFn: "count", window: "5m" }] } }],
    filters: [{ name: "F" }, { name: "G", required: true }],
    containers: [{ id: "c", repeat: "x" }],
  });
  const same = await refreshed(DASHBOARD, held);
  expect((await run.plan(resource(DASHBOARD), config, same)).plan).toEqual(same.state);
  const [tile] = server.stored.tiles as { config: { newThing: object } }[];
  Object.assign(tile?.config ?? {}, { newThing: { a: 2 }, unseen: 7 });
  const drifted = await refreshed(DASHBOARD, held);
  expect(drifted.state).toMatchObject({
    tiles: { errors: { other_fields: { "config.unseen": "7" } } },
  });
  expect(
    JSON.parse(String((drifted.state.tiles as never as Record<string, ObjectValue>).errors?.extra_fields)),
  ).toEqual({ frame: 1, config: { newThing: { a: 2 }, select: { "0": { window: "5m" } } } });
});

test("extra fields of an alert's channels are sent, planned without a difference, and read as drift", async () => {
  const alert = "clickstack_alert";
  const [, , settings] = REPLACED_TYPES.find(([type]) => type === alert) ?? [];
  const channel = { type: "webhook", webhook_id: ID };
  const config = { ...settings, channels: [channel, { ...channel, extra_fields: json({ retry: { limit: 3 } }) }] };
  const held = await run.apply(resource(alert), config);
  expect(server.stored.channels).toEqual([
    { type: "webhook", webhookId: ID },
    { type: "webhook", webhookId: ID, retry: { limit: 3 } },
  ]);
  const same = await refreshed(alert, held);
  expect((await run.plan(resource(alert), config, same)).plan).toEqual(same.state);
  Object.assign((server.stored.channels as object[])[1] ?? {}, { retry: { limit: 4 }, unseen: 7 });
  const drifted = await refreshed(alert, held);
  expect(drifted.state).toMatchObject({
    channels: [{ extra_fields: null }, { extra_fields: json({ retry: { limit: 4 } }) }],
    other_fields: { "channels.1.unseen": "7" },
  });
  await run.apply(resource(alert), config, drifted);
  expect(server.stored.channels).toMatchObject([{}, { retry: { limit: 3 }, unseen: 7 }]);
  const refused = await resource(alert).validate?.({
    config: { ...settings, channels: [{ ...channel, extra_fields: json({ webhookId: ID }) }] },
  });
  expect(refused).toMatchObject([
    {
      detail: "This field can be declared. Use `webhook_id` instead.",
      path: ["channels", 0, "extra_fields", "webhookId"],
    },
  ]);
});

test("a refusal of a declared field is not reported as an error of an extra field in the same object", async () => {
  server.refuses = "tiles";
  const create = run.apply(resource(DASHBOARD), dashboard({}, { extra_fields: json({ futureSetting: 1 }) }));
  const [refusal] = await failureOf(create);
  expect(refusal).toMatchObject({ detail: "The server refused tiles: unknown property", path: ["tiles"] });
  server.refusalText = "tiles.0.name: Too long";
  const [placed] = await failureOf(run.apply(resource(DASHBOARD), dashboard({ extra_fields: json({ frame: 1 }) })));
  expect(placed?.path).toEqual(["tiles", { key: "errors" }, "name"]);
  server.refusalText = "tiles.0.frame: Expected a text";
  const [blamed] = await failureOf(run.apply(resource(DASHBOARD), dashboard({ extra_fields: json({ frame: 1 }) })));
  expect(blamed?.path).toEqual(["tiles", { key: "errors" }, "extra_fields"]);
});

describe("the validation of extra fields", () => {
  const messages = async (config: ObjectValue, type = DASHBOARD) =>
    ((await resource(type).validate?.({ config })) ?? []).map(({ summary, detail }) => `${summary}: ${detail}`);

  test("refuses paths to a field that can be declared, and shows the attribute's name", async () => {
    const extra = json({ containerId: "c", container_id: "c", config: { displayType: "x", numberFormat: {} } });
    expect(await messages(dashboard({ extra_fields: extra }))).toEqual([
      'Invalid tiles["errors"].extra_fields.containerId: This field can be declared. Use `container_id` instead.',
      'Invalid tiles["errors"].extra_fields.container_id: This field can be declared. Use `container_id` instead.',
      'Invalid tiles["errors"].extra_fields.config.displayType: This field can be declared. Use `display_type` instead.',
      'Invalid tiles["errors"].extra_fields.config.numberFormat: This field can be declared. Use `number_format` instead.',
    ]);
    expect(await messages(dashboard({}, { extra_fields: json({ tiles: { errors: { a: 1 } } }) }))).toEqual([
      "Invalid extra_fields.tiles: This field can be declared. Use `tiles` instead.",
    ]);
  });

  test("refuses texts that are not JSON objects, reserved names and list indexes that do not exist", async () => {
    expect(await messages(dashboard({}, { extra_fields: "[1]" }))).toEqual([
      "Invalid extra_fields: Must be a JSON object, as jsonencode returns it, not a list.",
    ]);
    expect(await messages(dashboard({}, { extra_fields: '{"__proto__":{"a":1},"x":{"__proto__":1}}' }))).toEqual([
      "Invalid extra_fields.__proto__: The name `__proto__` is not allowed. Remove it.",
      "Invalid extra_fields.x: The name `__proto__` is not allowed. Remove it.",
    ]);
    const select = json({ config: { select: { "1": { a: 1 } } } });
    expect(await messages(dashboard({ extra_fields: select }))).toEqual([
      expect.stringContaining('Invalid tiles["errors"].extra_fields.config.select.1: The list has no element 1.'),
    ]);
    expect(await messages(dashboard({ extra_fields: UNKNOWN }, { extra_fields: UNKNOWN }))).toEqual([]);
  });
});

test("unknown extra fields make the undeclared fields of the server unknown until the apply", async () => {
  const held = await run.apply(resource(DASHBOARD), dashboard({}));
  server.stored.futureSetting = 1;
  const seen = await refreshed(DASHBOARD, held);
  const { plan } = await run.plan(resource(DASHBOARD), dashboard({}, { extra_fields: UNKNOWN }), seen);
  expect(plan).toMatchObject({ extra_fields: UNKNOWN, other_fields: UNKNOWN });
});

test("null is sent, and equals a field that the server does not return", async () => {
  const config = { name: "n", source_id: ID, extra_fields: json({ futureSetting: null }) };
  server.drops = "futureSetting";
  const { plan } = await run.plan(resource("clickstack_saved_search"), config);
  const created = await run.create(resource("clickstack_saved_search"), config, plan);
  expect(created.diagnostics).toEqual([]);
  expect(server.bodies).toEqual([expect.objectContaining({ futureSetting: null })]);
  const same = await refreshed("clickstack_saved_search", created);
  expect((await run.plan(resource("clickstack_saved_search"), config, same)).plan).toEqual(same.state);
});

describe.each([
  ["clickstack_api_key", { name: "n", secret_in_state: true }],
  [
    "clickstack_organization_role",
    { name: "n", policies: [{ allow_deny: "ALLOW", permissions: ["a:b"], resources: ["instance/*"] }] },
  ],
] as const)("an extra field in %s, which the client updates with PATCH", (type, config) => {
  test("is created, compared and changed, and is cleared with null after its removal", async () => {
    const declared = (extra: object): ObjectValue => ({ ...config, extra_fields: json(extra) });
    const held = await run.apply(resource(type), declared({ limits: [2, 1], mode: "fast" }));
    expect(server.stored).toMatchObject({ limits: [2, 1], mode: "fast" });
    const same = await refreshed(type, held);
    expect(same.state.extra_fields).toBe(json({ limits: [2, 1], mode: "fast" }));
    const updated = await run.apply(resource(type), declared({ limits: [1, 2] }), same);
    expect(server.bodies.at(-1)).toMatchObject({ limits: [1, 2], mode: null });
    server.stored.limits = [3];
    expect((await refreshed(type, updated)).state.extra_fields).toBe(json({ limits: [3] }));
  });
});

test("every resource type that the server stores as an object has extra fields", () => {
  const without = Object.entries(resourcesOf(resourceTypes)).filter(
    ([, { schema }]) => !("extra_fields" in schema.attributes),
  );
  // These resource types do not correspond to a single object of the API.
  expect(without.map(([type]) => type)).toEqual([
    "clickstack_source_links",
    "clickstack_role_assignment",
    "clickstack_team_member",
  ]);
});
