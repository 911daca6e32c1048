import type { Emulator, EmulatorOptions } from "../../../../src/emulator";
import { seedIds } from "../../../../src/emulator/seed";
import { isUnknownValue, type ObjectValue } from "../../../../src/plugin";
import { alertResource } from "../../../../src/resources/alert/resource";
import { startEmulator } from "../../../support/emulator/emulator-for-tests";
import { type Held, ProviderRun, resource } from "../../../support/provider-in-process";
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
const requests = () => emulator.requests.map(({ method, path }) => `${method} ${path}`);

afterEach(() => emulator.stop());

describe("an undeclared name and undeclared tags of an alert", () => {
  test("come from the server, and edits of them on the server are kept", async () => {
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

  test("are planned to change if the alert watches another object", async () => {
    await start();
    await using run = connect();
    const held = await run.apply(alertResource, { ...RULE, saved_search_id: await search("Errors") });
    const moved = { ...RULE, saved_search_id: await search("Latency") };
    const { plan } = await run.plan(alertResource, moved, held);
    expect([plan.display_name, plan.tags].map(isUnknownValue)).toEqual([true, true]);
    expect((await run.apply(alertResource, moved, held)).state.display_name).toBe("Latency");
  });

  test("stay empty on an older server, and the plan shows no difference", async () => {
    await start({ serverVersion: "2.36" });
    await using run = connect();
    const config = { ...RULE, saved_search_id: await search("Errors") };
    const held = await run.apply(alertResource, config);
    expect(held.state).toMatchObject({ display_name: null, tags: null });
    const seen = await refreshed(held);
    expect((await run.plan(alertResource, config, seen)).plan).toEqual(seen.state);
  });
});

test.each([{ tags: ["p1"] }, { displayName: "Other" }])(
  "an alert that another client changed to %j after the plan of its destroy is not deleted",
  async (change) => {
    await start();
    const alert = resource("clickstack_alert");
    const config = { ...RULE, saved_search_id: await search("Errors"), display_name: "Shop", tags: ["p1", "eu"] };
    await using run = connect();
    const held = await run.apply(alert, config);
    await ui(emulator, "PATCH", `/api/v2/alerts/${held.state.id}`, change);
    await using later = connect();
    await expect(later.destroy(alert, held)).rejects.toThrow(/was changed after this plan was made/);
    expect(await stored(emulator, "alerts", String(held.state.id))).toMatchObject(change);
  },
);

describe("the plan of a field that only newer servers support", () => {
  const alert = resource("clickstack_alert");
  const errors = async (run: ProviderRun, config: ObjectValue) => {
    const { diagnostics } = await run.plan(alert, config);
    return diagnostics.filter(({ severity }) => severity === "error");
  };
  const VALIDATION = "POST /api/v2/dashboards/validate";

  test("is refused once by an older server, with the required version of each field", async () => {
    await start({ serverVersion: "2.36" });
    await using run = connect();
    const found = await errors(run, onChart({ source: "inline", display_name: "a", tags: ["b"] }));
    expect(found.map(({ summary, path }) => ({ summary, path }))).toEqual([
      { summary: 'This server does not support source "inline"', path: ["source"] },
      { summary: "This server does not support chart_config", path: ["chart_config"] },
      { summary: "This server does not support display_name", path: ["display_name"] },
      { summary: "This server does not support tags", path: ["tags"] },
    ]);
    expect(found[1]?.detail).toBe(
      "chart_config requires an open-source server of version 2.38 or later. This server is older, and would drop or refuse it.\nFix: Update the server, or leave it out.",
    );
    await errors(run, onChart());
    expect(requests()).toEqual([VALIDATION]);
    expect((await ui(emulator, "GET", "/api/v2/alerts")) as object).toMatchObject({ data: [] });
  });

  test.each(["2.38", "2.40"] as const)("is accepted by a server of version %s", async (serverVersion) => {
    await start({ serverVersion });
    await using run = connect();
    expect(await errors(run, onChart({ display_name: "a", tags: ["a"] }))).toEqual([]);
    expect(requests()).toEqual([VALIDATION]);
  });

  test("is refused once by the managed gateway", async () => {
    await start();
    await using run = managed();
    expect((await errors(run, onChart())).map(({ summary }) => summary)).toEqual([
      "The managed deployment has no chart_config",
    ]);
    expect(requests()).toEqual([]);
  });

  test("is accepted if the server's features show no version, and the server's refusal then mentions the version", async () => {
    await start({ serverVersion: "2.36", switches: { validateMissing: true } });
    await using run = connect();
    expect(await errors(run, onChart())).toEqual([]);
    const { plan } = await run.plan(alert, onChart());
    const refused: { diagnostics: { detail: string }[] } = await run.create(alert, onChart(), plan).catch((e) => e);
    expect(refused.diagnostics[0]?.detail).toMatch(
      /Invalid enum value.*'inline'\nchart_config requires .* 2\.38 or later\./,
    );
  });
});

test.each<[string, () => ProviderRun, ObjectValue, string]>([
  ["an older server", () => connect(), { display_name: "a" }, "This server does not support display_name"],
  ["the managed gateway", () => managed(), { tags: ["a"] }, "The managed deployment has no tags"],
])(
  "a field that %s does not support is refused before a write, even if its plan sent no request to the server",
  async (_, made, more, summary) => {
    await start({ serverVersion: "2.36" });
    await using run = made();
    const alert = resource("clickstack_alert");
    const config = { ...RULE, saved_search_id: await search("Errors"), ...more };
    // A plan has this form if the provider's arguments are unknown. This server got requests, and reports the field in
    // its diagnostics.
    const { plan } = await run.plan(alert, config);
    await expect(run.create(alert, config, plan)).rejects.toMatchObject({ diagnostics: [{ summary }] });
    expect((await ui(emulator, "GET", "/api/v2/alerts")) as object).toMatchObject({ data: [] });
  },
);

test("a managed alert keeps a name that the gateway returns but never accepts", async () => {
  await start();
  await using run = managed();
  const config = { ...RULE, saved_search_id: await search("Errors") };
  const held = await run.apply(alertResource, config);
  const named = { ...held, state: { ...held.state, display_name: "Chosen", tags: ["eu"] } };
  const changed = await run.apply(alertResource, { ...config, threshold: 2 }, named);
  expect(changed.state.threshold).toBe(2);
});

describe("the provider's reads of alerts", () => {
  test("request one list for many alerts, and one alert only if it has an inline chart", async () => {
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

  test("return the written chart after a change of the chart", async () => {
    await start();
    await using run = connect();
    const held = await run.apply(alertResource, onChart({ name: "a" }));
    await run.refresh(alertResource, held);
    const changed = await run.apply(alertResource, onChart({ name: "a", chart_config: { ...COUNT, name: "n" } }), held);
    expect((await run.refresh(alertResource, changed))?.state).toMatchObject({ chart_config: { name: "n" } });
  });

  test("mark a chart as changed if the API cannot represent it, and request the chart once", async () => {
    await start();
    await using run = connect();
    const held = await run.apply(alertResource, onChart());
    const raw = { displayType: "line", sourceId: seedIds.logs, select: [{ aggFn: "count" }], having: "count() > 5" };
    await ui(emulator, "PATCH", `/api/v2/alerts/${held.state.id}`, { chartConfig: raw });
    const seen = await refreshed(held);
    expect(seen.state.chart_config).toBeNull();
    const { plan, diagnostics } = await run.plan(alertResource, onChart(), seen);
    expect(plan.chart_config).toMatchObject(COUNT);
    expect(diagnostics).toMatchObject([
      { severity: "warning", summary: "The server does not show the chart of the alert", path: ["chart_config"] },
    ]);
    const written = await run.update(alertResource, onChart(), plan, seen);
    expect((await run.plan(alertResource, onChart(), written)).plan).toEqual(written.state);
  });
});

test("the client finds an alert whose create lost its response by its chart, even if the list omits the chart", async () => {
  await start();
  await using run = connect();
  emulator.failNext({ method: "POST", path: "*/alerts", cut: "after" });
  const held = await run.apply(alertResource, onChart({ name: "only one" }));
  expect(held.state).toMatchObject({ source: "inline", chart_config: COUNT });
  const { data } = (await ui(emulator, "GET", "/api/v2/alerts")) as { data: unknown[] };
  expect(data).toHaveLength(1);
});

test("drawing settings that the server drops cause no change in the plan", async () => {
  await start();
  await using run = connect();
  const config = onChart({ chart_config: { ...COUNT, number_format: { output: "percent" } } });
  const held = await run.apply(alertResource, config);
  const raw = { displayType: "line", sourceId: seedIds.logs, select: [{ aggFn: "count" }] };
  await ui(emulator, "PATCH", `/api/v2/alerts/${held.state.id}`, { chartConfig: raw });
  const seen = await refreshed(held);
  expect((await run.plan(alertResource, config, seen)).plan).toEqual(seen.state);
  await ui(emulator, "PATCH", `/api/v2/alerts/${held.state.id}`, { chartConfig: { ...raw, groupBy: "ServiceName" } });
  expect((await refreshed(held)).state.chart_config).toMatchObject({
    group_by: "ServiceName",
    number_format: { output: "percent" },
  });
});

test.each(["2.36", "2.40"] as const)(
  "an upper bound is ignored after the alert no longer uses a range, on a server of version %s",
  async (serverVersion) => {
    await start({ serverVersion });
    await using run = connect();
    const base = { ...RULE, saved_search_id: await search("Errors") };
    const held = await run.apply(alertResource, { ...base, threshold_type: "between", threshold_max: 9 });
    const left = await run.apply(alertResource, base, held);
    const seen = await refreshed(left);
    expect(seen.state.threshold_max).toBeNull();
    expect((await run.plan(alertResource, base, seen)).plan).toEqual(seen.state);
  },
);

test("names and tags that a server adds in an upgrade cause no change in the plan", async () => {
  await start();
  await using run = connect();
  const config = { ...RULE, saved_search_id: await search("Errors") };
  const held = await run.apply(alertResource, config);
  const before = { ...held, state: { ...held.state, display_name: null, tags: null } };
  const seen = await refreshed(before);
  expect(seen.state).toMatchObject({ display_name: "Errors", tags: ["p1"] });
  expect((await run.plan(alertResource, config, seen)).plan).toEqual(seen.state);
});
