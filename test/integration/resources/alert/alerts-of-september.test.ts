import type { Emulator, EmulatorOptions } from "../../../../src/emulator";
import { seedIds } from "../../../../src/emulator/seed";
import { isUnknownValue, type ObjectValue } from "../../../../src/plugin";
import { alertResource } from "../../../../src/resources/alert/resource";
import { startEmulator } from "../../../support/emulator/emulator-for-tests";
import { type Held, ProviderRun } from "../../../support/provider-in-process";
import { stored, ui } from "../../../support/ui";

const CHANNELS = [{ type: "webhook", webhook_id: seedIds.slackWebhook }];
const RULE = { interval: "5m", threshold: 1, threshold_type: "above", channels: CHANNELS };
const COUNT = { display_type: "line", source_id: seedIds.logs, select: [{ agg_fn: "count" }] };
const onChart = (more: ObjectValue = {}): ObjectValue => ({ ...RULE, chart_config: COUNT, ...more });

let emulator: Emulator;

const start = async (options: EmulatorOptions = {}) => {
  emulator = await startEmulator(options);
};
const connect = () => new ProviderRun({ openSource: emulator.endpoints.openSource });
const managed = () =>
  new ProviderRun({ managed: { ...emulator.endpoints.managed, product: "clickstack", requestsPerWindow: 9999 } });
const search = async (name: string) => {
  const body = { name, sourceId: seedIds.logs, tags: ["p1"] };
  const { data } = (await ui(emulator, "POST", "/api/v2/saved-searches", body)) as { data: { id: string } };
  return data.id;
};
const refreshed = async (held: Held) => {
  await using later = connect();
  return (await later.refresh(alertResource, held)) as Held;
};
const LIST = "GET /api/v2/alerts";
const requests = () => emulator.requests.map(({ method, path }) => `${method} ${path}`);

afterEach(() => emulator.stop());

describe("a name and tags that are left out", () => {
  test("come from the server, and edits of them stay", async () => {
    await start();
    await using run = connect();
    const config = { ...RULE, saved_search_id: await search("Errors") };
    const held = await run.apply(alertResource, config);
    expect(held.state).toMatchObject({ display_name: "Errors", tags: ["p1"] });
    await ui(emulator, "PATCH", `/api/v2/alerts/${held.state.id}`, { displayName: "Chosen", tags: ["eu"] });
    const seen = await refreshed(held);
    expect((await run.plan(alertResource, config, seen)).plan).toEqual(seen.state);
    await run.apply(alertResource, { ...config, threshold: 2 }, seen);
    expect(await stored(emulator, "alerts", String(held.state.id))).toMatchObject({
      threshold: 2,
      displayName: "Chosen",
      tags: ["eu"],
    });
  });

  test("are planned to follow an alert that watches something else", async () => {
    await start();
    await using run = connect();
    const held = await run.apply(alertResource, { ...RULE, saved_search_id: await search("Errors") });
    const moved = { ...RULE, saved_search_id: await search("Latency") };
    const { plan } = await run.plan(alertResource, moved, held);
    expect([plan.display_name, plan.tags].map(isUnknownValue)).toEqual([true, true]);
    expect((await run.apply(alertResource, moved, held)).state.display_name).toBe("Latency");
  });

  test("are missing on an older server, and the plan shows no difference", async () => {
    await start({ serverVersion: "2.36" });
    await using run = connect();
    const config = { ...RULE, saved_search_id: await search("Errors") };
    const held = await run.apply(alertResource, config);
    expect(held.state).toMatchObject({ display_name: null, tags: null });
    const seen = await refreshed(held);
    expect((await run.plan(alertResource, config, seen)).plan).toEqual(seen.state);
  });
});

describe("a field that only newer servers support is refused in the plan, once,", () => {
  const errors = async (run: ProviderRun, config: ObjectValue) => {
    const { diagnostics } = await run.plan(alertResource, config);
    return diagnostics.filter(({ severity }) => severity === "error");
  };

  test.each<[string, ObjectValue, string, string]>([
    ["a chart", onChart(), "chart_config", "it"],
    [
      "a chart with a name and tags",
      onChart({ display_name: "a", tags: ["b"] }),
      "chart_config, display_name, tags",
      "them",
    ],
  ])("by an older server: %s", async (_, config, names, pronoun) => {
    await start({ serverVersion: "2.36" });
    await using run = connect();
    const [error, ...more] = await errors(run, config);
    expect(more).toEqual([]);
    expect(error?.summary).toBe(`This server does not support ${names}`);
    expect(error?.detail).toMatch(/^Alerts have (\w+, )+\w+ since September 2026, and the server is older\. /);
    expect(error?.detail).toContain(`\nFix: Update the server, or leave ${pronoun} out.`);
    await errors(run, config);
    expect(requests()).toEqual([LIST, "POST /api/v2/alerts"]);
    expect((await ui(emulator, "GET", "/api/v2/alerts")) as object).toMatchObject({ data: [] });
  });

  test("except where existing alerts show that the server is new, without a write", async () => {
    await start();
    const body = { interval: "5m", threshold: 1, thresholdType: "above", source: "saved_search" };
    const channel = { type: "webhook", webhookId: seedIds.slackWebhook };
    await ui(emulator, "POST", "/api/v2/alerts", { ...body, channel, savedSearchId: await search("Errors") });
    await using run = connect();
    expect(await errors(run, onChart())).toEqual([]);
    expect(await errors(run, onChart({ tags: ["a"] }))).toEqual([]);
    expect(requests()).toEqual([LIST]);
  });

  test("by the managed gateway", async () => {
    await start();
    await using run = managed();
    expect((await errors(run, onChart())).map(({ summary }) => summary)).toEqual([
      "The managed deployment has no chart_config",
    ]);
    expect(requests()).toEqual([]);
  });

  test("except where the server does not report its age: then the server decides", async () => {
    await start();
    emulator.failNext({ method: "POST", path: "*/alerts", status: 403, message: "Forbidden" });
    await using run = connect();
    expect(await errors(run, onChart())).toEqual([]);
  });
});

test.each<[string, () => ProviderRun, ObjectValue, string]>([
  ["an older server", () => connect(), { display_name: "a" }, "This server does not support display_name"],
  ["the managed gateway", () => managed(), { tags: ["a"] }, "The managed deployment has no tags"],
])(
  "a field that %s does not support is refused before a write that was planned without a request to it",
  async (_, made, more, summary) => {
    await start({ serverVersion: "2.36" });
    await using run = made();
    const config = { ...RULE, saved_search_id: await search("Errors"), ...more };
    // As a plan gives it where the provider's arguments are unknown; this server was asked, and reports this in its
    // diagnostics.
    const { plan } = await run.plan(alertResource, config);
    await expect(run.create(alertResource, config, plan)).rejects.toMatchObject({ diagnostics: [{ summary }] });
    expect((await ui(emulator, "GET", "/api/v2/alerts")) as object).toMatchObject({ data: [] });
  },
);

test("a managed alert keeps the name that the gateway may return but never accepts", async () => {
  await start();
  await using run = managed();
  const config = { ...RULE, saved_search_id: await search("Errors") };
  const held = await run.apply(alertResource, config);
  const named = { ...held, state: { ...held.state, display_name: "Chosen", tags: ["eu"] } };
  const changed = await run.apply(alertResource, { ...config, threshold: 2 }, named);
  expect(changed.state.threshold).toBe(2);
});

describe("reading", () => {
  test("many alerts requests one list, and single alerts only if they have an inline chart", async () => {
    await start();
    await using run = connect();
    const held: Held[] = [];
    const savedSearchId = await search("Errors");
    for (let count = 0; count < 6; count++) {
      const watched: ObjectValue =
        count < 2 ? { chart_config: { ...COUNT, name: `${count}` } } : { saved_search_id: savedSearchId };
      held.push(await run.apply(alertResource, { ...RULE, ...watched, name: `${count}` }));
    }
    const before = emulator.requests.length;
    await using later = connect();
    for (const { state } of held) {
      later.session.client.alerts.expectRead(String(state.id));
    }
    const seen = await Promise.all(held.map((each) => later.refresh(alertResource, each)));
    expect(seen.map((each) => each?.state)).toEqual(held.map(({ state }) => state));
    await later.refresh(alertResource, held[0] as Held);
    const charts = held.slice(0, 2).map(({ state }) => `GET /api/v2/alerts/${state.id}`);
    const asked = emulator.requests.slice(before).map(({ method, path }) => `${method} ${path.split("?")[0]}`);
    expect(asked).toEqual(["GET /api/v2/alerts", ...charts]);
  });

  test("a chart that was changed and written again shows the written value", async () => {
    await start();
    await using run = connect();
    const held = await run.apply(alertResource, onChart({ name: "a" }));
    await run.refresh(alertResource, held);
    const changed = await run.apply(alertResource, onChart({ name: "a", chart_config: { ...COUNT, name: "n" } }), held);
    expect((await run.refresh(alertResource, changed))?.state).toMatchObject({ chart_config: { name: "n" } });
  });

  test("a chart that the API cannot express is shown as a chart to write, and is requested once", async () => {
    await start();
    await using run = connect();
    const held = await run.apply(alertResource, onChart());
    const raw = { displayType: "line", sourceId: seedIds.logs, select: [{ aggFn: "count" }], having: "count() > 5" };
    await ui(emulator, "PATCH", `/api/v2/alerts/${held.state.id}`, { chartConfig: raw });
    const seen = await refreshed(held);
    expect(seen.state.chart_config).toBeNull();
    expect((await run.plan(alertResource, onChart(), seen)).plan.chart_config).toMatchObject(COUNT);
  });
});

test("an alert whose create lost its response is found again by its chart, although the list lacks the chart", async () => {
  await start();
  await using run = connect();
  emulator.failNext({ method: "POST", path: "*/alerts", cut: "after" });
  const held = await run.apply(alertResource, onChart({ name: "only one" }));
  expect(held.state).toMatchObject({ source: "inline", chart_config: COUNT });
  const { data } = (await ui(emulator, "GET", "/api/v2/alerts")) as { data: unknown[] };
  expect(data).toHaveLength(1);
});
