import { Emulator } from "../../src/emulator";
import { seedIds } from "../../src/emulator/seed";
import { createLog, DiagnosticError, type ObjectValue } from "../../src/plugin";
import { complete } from "../../src/plugin/plan/nested";
import { fieldsOf } from "../../src/plugin/schema/schema";
import { provider } from "../../src/provider/provider";
import { ProviderRun } from "../support/provider-run";
import { ui } from "../support/ui";

/** The name of an object of each kind that can be looked up. */
const NAMES: Readonly<Record<string, string>> = {
  clickstack_alert: "Too many errors",
  clickstack_api_key: "Emulator admin",
  clickstack_connection: "Local ClickHouse",
  clickstack_dashboard: "Checkout",
  clickstack_role: "Deploy bot",
  clickstack_saved_search: "Errors of the shop",
  clickstack_source: "Metrics",
  clickstack_webhook: "Slack oncall",
};
/** How the objects of a kind are narrowed down, and how many there are then. */
const NARROWED: Readonly<Record<string, readonly [ObjectValue, number]>> = {
  clickstack_api_keys: [{}, 1],
  clickstack_connections: [{}, 1],
  clickstack_roles: [{ type: "custom" }, 1],
  clickstack_sources: [{ kind: "trace" }, 1],
  clickstack_webhooks: [{ service: "generic" }, 1],
};
const OPEN_SOURCE_ONLY = ["clickstack_connection", "clickstack_connections"];

const dataSources = provider.dataSources ?? {};

test("every data source is looked up below, but for the query of charts", () => {
  expect([...Object.keys(NAMES), ...Object.keys(NARROWED), "clickstack_chart_series"].sort()).toEqual(
    Object.keys(dataSources).sort(),
  );
});

describe.each(["open-source", "managed"] as const)("in the %s deployment", (deployment) => {
  let emulator: Emulator;
  let run: ProviderRun;

  beforeAll(async () => {
    emulator = new Emulator({ limits: false });
    const { openSource, managed } = await emulator.start();
    const cloud = { ...managed, product: "clickstack", requestsPerWindow: 9999 };
    const observability = deployment === "managed" ? "managed" : "open_source";
    run = new ProviderRun({ openSource, managed: cloud, observability });
    await ui(emulator, "POST", "/api/v2/dashboards", { name: "Checkout", tiles: [] });
    const search = { name: "Errors of the shop", sourceId: seedIds.logs };
    const { data } = (await ui(emulator, "POST", "/api/v2/saved-searches", search)) as { data: { id: string } };
    await ui(emulator, "POST", "/api/v2/alerts", {
      name: "Too many errors",
      source: "saved_search",
      savedSearchId: data.id,
      interval: "5m",
      threshold: 1,
      thresholdType: "above",
      channel: { type: "webhook", webhookId: seedIds.slackWebhook },
    });
  });

  afterAll(async () => {
    await run[Symbol.asyncDispose]();
    await emulator.stop();
  });

  const read = async (type: string, config: ObjectValue): Promise<ObjectValue> => {
    const source = dataSources[type];
    if (!source) throw new Error(`There is no data source ${type}.`);
    const log = createLog({ level: "off", module: "tests", write: () => undefined });
    const whole = complete(fieldsOf(source.schema), config);
    return (await source.read({ config: whole }, { client: run.session, signal: new AbortController().signal, log }))
      .state;
  };
  const offered = (type: string) => deployment === "open-source" || !OPEN_SOURCE_ONLY.includes(type);
  const refusal = async (reading: Promise<unknown>) => {
    const error = await reading.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof DiagnosticError)) throw new Error("It was not refused.");
    return error.diagnostics[0]?.detail ?? "";
  };

  test.each(Object.entries(NAMES).filter(([type]) => offered(type)))(
    "%s is found by name and by id, and a name with a mistake is refused with the right one",
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
      const [, list = []] = Object.entries(await read(type, config)).find(([, value]) => Array.isArray(value)) ?? [];
      expect(list).toHaveLength(count);
      expect(list).toEqual([expect.objectContaining({ id: expect.any(String), name: expect.any(String) })]);
    },
  );
});
