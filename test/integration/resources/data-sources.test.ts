import { seedIds } from "../../../src/emulator/seed";
import { createLog, DiagnosticError, type ObjectValue } from "../../../src/plugin";
import { complete } from "../../../src/plugin/plan/nested";
import { provider } from "../../../src/provider/provider";
import { emulatorForTests } from "../../support/emulator/emulator-for-tests";
import { ProviderRun } from "../../support/provider-in-process";
import { ui } from "../../support/ui";

/** The name of one object of each type that can be looked up. */
const NAMES: Readonly<Record<string, string>> = {
  clickstack_alert: "Too many errors",
  clickstack_api_key: "Emulator admin",
  clickstack_connection: "Local ClickHouse",
  clickstack_dashboard: "Checkout",
  clickstack_organization_role: "Deploy bot",
  clickstack_saved_search: "Errors of the shop",
  clickstack_source: "Metrics",
  clickstack_team: "Emulator team",
  clickstack_team_member: "Ada",
  clickstack_team_role: "ReadOnly",
  clickstack_webhook: "Slack oncall",
};
/** Filters of the objects of a type, and the number of objects that they select. */
const NARROWED: Readonly<Record<string, readonly [ObjectValue, number]>> = {
  clickstack_alerts: [{ webhook_id: seedIds.slackWebhook, state: "OK" }, 1],
  clickstack_dashboards: [{ tag: "shop", source_id: seedIds.logs }, 1],
  clickstack_saved_searches: [{ source_id: seedIds.logs, name_contains: "SHOP" }, 1],
  clickstack_api_keys: [{}, 1],
  clickstack_connections: [{}, 1],
  clickstack_organization_roles: [{ type: "custom" }, 1],
  clickstack_sources: [{ kind: "trace" }, 1],
  clickstack_team_members: [{ status: "member" }, 1],
  clickstack_team_roles: [{ name_contains: "only" }, 1],
  clickstack_webhooks: [{ service: "generic" }, 1],
};
const NOT_OFFERED: Readonly<Record<string, readonly string[]>> = {
  managed: [
    "clickstack_connection",
    "clickstack_connections",
    "clickstack_team",
    "clickstack_team_member",
    "clickstack_team_members",
  ],
  "open-source": ["clickstack_team_role", "clickstack_team_roles"],
};

const dataSources = provider.dataSources ?? {};

test("the tests in this file look up every data source except event queries", () => {
  const byOtherArguments = ["clickstack_organization_user", "clickstack_organization_users"];
  expect(
    [
      ...Object.keys(NAMES),
      ...byOtherArguments,
      ...Object.keys(NARROWED),
      "clickstack_chart_series",
      "clickstack_search",
    ].sort(),
  ).toEqual(Object.keys(dataSources).sort());
});

const tile = (displayType: string, sourceId: string) => ({
  ...{ name: "Errors", x: 0, y: 0, w: 12, h: 6 },
  config: { displayType, sourceId, select: [{ aggFn: "count" }] },
});

/** Values that a server adds to an alert. */
const HAPPENED = {
  silenced: { by: "ada@example.com", at: "2026-01-01T00:00:00.000Z", until: "2026-01-02T00:00:00.000Z" },
  executionErrors: [{ timestamp: "2026-01-01T00:00:00.000Z", type: "QUERY_TIMEOUT", message: "took too long" }],
};

async function inOrder<A, B>(items: readonly A[], work: (item: A) => Promise<B>): Promise<readonly B[]> {
  const done: B[] = [];
  for (const item of items) {
    done.push(await work(item));
  }
  return done;
}

describe.each(["open-source", "managed"] as const)("in the %s deployment", (deployment) => {
  const emulator = emulatorForTests();
  let run: ProviderRun;

  beforeAll(async () => {
    const { openSource, managed } = emulator.endpoints;
    const cloud = { ...managed, product: "clickstack", requestsPerWindow: 9999 };
    const observability = deployment === "managed" ? "managed" : "open_source";
    run = new ProviderRun({ openSource, managed: cloud, observability });
    const dashboards = [
      { name: "Checkout", tags: ["shop"], tiles: [tile("line", seedIds.logs)] },
      { name: "Payment", tags: ["shop"], tiles: [tile("line", seedIds.traces)] },
      { name: "Logs", tags: ["ops"], tiles: [tile("line", seedIds.logs)] },
    ];
    for (const each of dashboards) {
      await ui(emulator, "POST", "/api/v2/dashboards", each);
    }
    const searches = [
      { name: "Errors of the shop", sourceId: seedIds.logs, tags: ["shop"] },
      { name: "Slow", sourceId: seedIds.traces },
      { name: "Slow logs", sourceId: seedIds.logs },
    ];
    const [searchId] = await inOrder(searches, (search) => created("saved-searches", search));
    const alert = {
      source: "saved_search",
      savedSearchId: searchId,
      groupBy: "ServiceName",
      interval: "5m",
      threshold: 1,
    };
    const notified = { type: "webhook", webhookId: seedIds.slackWebhook };
    const other = { type: "webhook", webhookId: seedIds.genericWebhook };
    const [alertId] = await inOrder(
      [
        { ...alert, name: "Too many errors", thresholdType: "above", channels: [notified, other], note: "Look" },
        { ...alert, thresholdType: "above", channel: other },
      ],
      (each) => created("alerts", each),
    );
    await ui(emulator, "PATCH", `/api/v2/alerts/${alertId}`, HAPPENED);
  });

  afterAll(async () => {
    await run[Symbol.asyncDispose]();
  });

  const created = async (collection: string, body: object) =>
    ((await ui(emulator, "POST", `/api/v2/${collection}`, body)) as { data: { id: string } }).data.id;

  const read = async (type: string, config: ObjectValue): Promise<ObjectValue> => {
    const source = dataSources[type];
    if (!source) {
      throw new Error(`There is no data source ${type}.`);
    }
    const log = createLog({ level: "off", module: "tests", write: () => undefined });
    const whole = complete(source.schema.attributes, config);
    return (await source.read({ config: whole }, { session: run.session, signal: new AbortController().signal, log }))
      .state;
  };
  const offered = (type: string) => !NOT_OFFERED[deployment]?.includes(type);
  const refusal = async (reading: Promise<unknown>) => {
    const error = await reading.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof DiagnosticError)) {
      throw new Error("It was not refused.");
    }
    return error.diagnostics[0]?.detail ?? "";
  };

  test.each(Object.entries(NAMES).filter(([type]) => offered(type)))(
    "%s can be found by name and by id, and an unknown name is refused with the most similar name",
    async (type, name) => {
      const found = await read(type, { name });
      expect(found).toMatchObject({ name, id: expect.any(String) });
      expect(await read(type, { id: found.id ?? null })).toEqual(found);
      expect(await refusal(read(type, { name: name.replace(/.$/, "x") }))).toContain(`Did you mean "${name}"?`);
    },
  );

  test.each(Object.entries(NARROWED).filter(([type]) => offered(type)))(
    "%s are listed",
    async (type, [config, count]) => {
      const list = await listOf(type, config);
      expect(list).toHaveLength(count);
      expect(list).toEqual([expect.objectContaining({ id: expect.any(String), name: expect.any(String) })]);
    },
  );

  const listOf = async (type: string, config: ObjectValue): Promise<readonly ObjectValue[]> => {
    const [, list = []] = Object.entries(await read(type, config)).find(([, value]) => Array.isArray(value)) ?? [];
    return list as readonly ObjectValue[];
  };
  const names = async (type: string, config: ObjectValue) =>
    (await listOf(type, config)).map(({ name }) => name).sort();

  test("a list contains the objects that match all filters, and all objects without filters", async () => {
    expect(await names("clickstack_dashboards", {})).toEqual(["Checkout", "Logs", "Payment"]);
    expect(await names("clickstack_dashboards", { tag: "shop" })).toEqual(["Checkout", "Payment"]);
    expect(await names("clickstack_dashboards", { source_id: seedIds.logs })).toEqual(["Checkout", "Logs"]);
    expect(await names("clickstack_saved_searches", { name_contains: "slow" })).toEqual(["Slow", "Slow logs"]);
    expect(await names("clickstack_saved_searches", { name: "Slow" })).toEqual(["Slow"]);
    expect(await names("clickstack_saved_searches", { tag: "shop" })).toEqual(["Errors of the shop"]);
    expect(await names("clickstack_alerts", { webhook_id: seedIds.genericWebhook })).toEqual(["", "Too many errors"]);
    expect(await names("clickstack_alerts", { webhook_id: seedIds.incidentWebhook })).toEqual([]);
    // On servers whose alerts have tags, the tags are those of the saved search that the alerts watch.
    const tagged = deployment === "open-source" ? ["", "Too many errors"] : [];
    expect(await names("clickstack_alerts", { tag: "shop" })).toEqual(tagged);
  });

  test("an alert is shown with its channels, its schedule and its history", async () => {
    const found = await read("clickstack_alert", { name: "Too many errors" });
    expect(found).toMatchObject({
      source: "saved_search",
      group_by: "ServiceName",
      channels: [
        { type: "webhook", webhook_id: seedIds.slackWebhook },
        { type: "webhook", webhook_id: seedIds.genericWebhook },
      ],
      note: "Look",
      state: "OK",
      silenced: HAPPENED.silenced,
      execution_errors: HAPPENED.executionErrors,
      created_at: expect.stringMatching(/^\d{4}-/),
    });
    const [listed] = await listOf("clickstack_alerts", { name: "Too many errors" });
    expect(listed).toEqual(found);
  });

  test("a role is shown with its permissions, and roles are listed by name", async () => {
    const found = await read("clickstack_organization_role", { name: "Deploy bot" });
    expect(found).toMatchObject({
      type: "custom",
      policies: expect.arrayContaining([
        expect.objectContaining({
          allow_deny: "ALLOW",
          permissions: ["control-plane:service:view", "control-plane:service:manage-clickstack-api"],
          resources: ["instance/*"],
        }),
      ]),
    });
    expect(await listOf("clickstack_organization_roles", { name_contains: "deploy" })).toEqual([found]);
  });

  test("a source is shown with all fields of its kind", async () => {
    expect(await read("clickstack_source", { name: "Metrics" })).toMatchObject({
      kind: "metric",
      connection_id: seedIds.connection,
      metric_tables: { gauge: "otel_metrics_gauge", sum: "otel_metrics_sum" },
    });
    expect(await read("clickstack_source", { name: "Traces" })).toMatchObject({
      kind: "trace",
      table_name: "otel_traces",
      duration_expression: "Duration",
      duration_precision: 9,
    });
  });
});
