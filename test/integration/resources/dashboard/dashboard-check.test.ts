import { getEventListeners } from "node:events";
import type { Emulator } from "../../../../src/emulator";
import { seedIds } from "../../../../src/emulator/seed";
import { type ObjectValue, UNKNOWN } from "../../../../src/plugin";
import { DashboardCheck } from "../../../../src/resources/dashboard/plan-checks";
import { plannedDashboards } from "../../../../src/resources/dashboard/planned-dashboards";
import { dashboardResource } from "../../../../src/resources/dashboard/resource";
import type { SessionOptions } from "../../../../src/resources/shared/session";
import { json, TestServer } from "../../../support/client/http-server";
import { startEmulator } from "../../../support/emulator/emulator-for-tests";
import { type Held, ProviderRun } from "../../../support/provider-in-process";
import { ui } from "../../../support/ui";

const NOWHERE = "0123456789abcdef01234567";

const tile = (config: ObjectValue): ObjectValue => ({ name: "T", x: 0, y: 0, w: 6, h: 3, config });
const line = (sourceId: ObjectValue[string]) =>
  tile({ display_type: "line", source_id: sourceId, select: [{ agg_fn: "count" }] });
const dashboard = (tiles: ObjectValue): ObjectValue => ({ name: "Shop", tiles });
const good = dashboard({ errors: line(seedIds.logs) });

describe("the server's check of a planned dashboard", () => {
  let emulator: Emulator;
  const runs: ProviderRun[] = [];

  const start = async (options: ConstructorParameters<typeof Emulator>[0] = {}) => {
    emulator = await startEmulator(options);
  };
  const run = (options?: SessionOptions) => {
    const { endpoint, accessKey } = emulator.endpoints.openSource;
    const made = new ProviderRun({ openSource: { endpoint, accessKey } }, options);
    runs.push(made);
    return made;
  };
  const asked = () => emulator.requests.filter(({ path }) => path.endsWith("/validate")).length;
  const applied = () => run().apply(dashboardResource, good);

  afterEach(async () => {
    for (const each of runs.splice(0)) {
      await each[Symbol.asyncDispose]();
    }
    await emulator.stop();
  });

  test("reports a reference to a missing object with every path that contains it", async () => {
    await start();
    const wrong = dashboard({ errors: line(NOWHERE), other: line(seedIds.logs), more: line(NOWHERE) });
    const { diagnostics } = await run().plan(dashboardResource, wrong);
    expect(diagnostics).toEqual(
      ["errors", "more"].map((key) => ({
        severity: "error",
        summary: 'The server would refuse the dashboard "Shop"',
        detail: `tiles["${key}"].config.source_id: Could not find the following source IDs: ${NOWHERE}`,
        path: ["tiles", { key }, "config", "source_id"],
      })),
    );
  });

  test("contains the known values if the server refuses a value that this version does not know", async () => {
    await start();
    const select = [{ agg_fn: "quantile", level: 0.75, value_expression: "Duration" }];
    const format = { output: "percentage" };
    const latency = { display_type: "line", source_id: seedIds.logs, select, number_format: format };
    const { diagnostics } = await run().plan(dashboardResource, dashboard({ latency: tile(latency) }));
    const at = 'tiles["latency"].config';
    expect(diagnostics.map(({ detail }) => detail)).toEqual([
      `${at}.select[0].level: Must be one of 0.5, 0.9, 0.95, 0.99; it is 0.75.`,
      `${at}.number_format.output: Must be one of "currency", "percent", "byte", "time", "duration", "number", "data_rate", "throughput"; it is "percentage". Did you mean "percent"?`,
    ]);
  });

  test("is requested once for a new dashboard, even if the dashboard is planned again", async () => {
    await start();
    const plans = run();
    await plans.plan(dashboardResource, good);
    await plans.plan(dashboardResource, good);
    expect(asked()).toBe(1);
  });

  test("is requested for a changed dashboard that the plan refreshed, and never for an unchanged one", async () => {
    await start();
    const held = await applied();
    emulator.resetRequests();
    const plans = run();
    const seen = (await plans.refresh(dashboardResource, held)) as Held;
    expect((await plans.plan(dashboardResource, good, seen)).diagnostics).toEqual([]);
    expect(asked()).toBe(0);
    await plans.plan(dashboardResource, { ...good, name: "Renamed" }, seen);
    expect(asked()).toBe(1);
  });

  test("is requested for at most twenty dashboards of a plan, and one warning reports that there are more", async () => {
    await start();
    const plans = run();
    const said: string[] = [];
    for (let index = 0; index < 23; index++) {
      const { diagnostics } = await plans.plan(dashboardResource, { ...good, name: `Shop ${index}` });
      said.push(...diagnostics.map(({ severity, summary }) => `${index} ${severity}: ${summary}`));
    }
    expect(asked()).toBe(20);
    expect(said).toEqual(["20 warning: Not every dashboard was checked by the server"]);
  });

  test("reports the findings of the first twenty dashboards if it skips other dashboards", async () => {
    await start();
    const plans = run();
    const wrong = (index: number) => ({ ...dashboard({ errors: line(NOWHERE) }), name: `Shop ${index}` });
    const planned = Array.from({ length: 25 }, (_, index) => plans.plan(dashboardResource, wrong(index)));
    const severities = (await Promise.all(planned)).map(({ diagnostics }) =>
      diagnostics.map(({ severity }) => severity),
    );
    expect(severities.flat().filter((severity) => severity === "error")).toHaveLength(20);
    expect(severities.flat().filter((severity) => severity === "warning")).toHaveLength(1);
  });

  test("is skipped during an apply, because the write checks the dashboard", async () => {
    await start();
    const held = await applied();
    emulator.resetRequests();
    const applies = run();
    await applies.apply(dashboardResource, { ...good, name: "Renamed" }, held);
    await applies.apply(dashboardResource, { ...good, name: "Another" });
    expect(asked()).toBe(0);
  });

  test("is postponed only as long as an id is unknown", async () => {
    await start();
    const plans = run();
    await plans.plan(dashboardResource, dashboard({ errors: line(UNKNOWN) }));
    await plans.plan(dashboardResource, dashboard(UNKNOWN as unknown as ObjectValue));
    expect(asked()).toBe(0);
  });

  test("is shared by all plans of the same dashboard, and continues for the other plans if one plan is stopped", async () => {
    await start();
    emulator.failNext({ method: "POST", path: "/api/v2/dashboards/validate", hold: "before" });
    const { client } = run().session;
    const check = new DashboardCheck(client.dashboards);
    const body = { name: "Shop", tiles: [] };
    const [one, other] = [new AbortController(), new AbortController()];
    const held = emulator.nextHeld();
    const first = check.of(body, { signal: one.signal });
    await held;
    const second = check.of(body, { signal: other.signal });
    const third = check.of({ ...body, name: "Another" }, { signal: other.signal });
    one.abort(new Error("enough"));
    await expect(first).rejects.toThrow("enough");
    let ended = false;
    for (const waiting of [second, third]) {
      const end = () => {
        ended = true;
      };
      waiting.then(end, end);
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toBe(false);
    expect(asked()).toBe(1);
    other.abort(new Error("enough as well"));
    await expect(second).rejects.toThrow("enough as well");
    await expect(third).rejects.toThrow("enough as well");
  });

  test("is sent once per request body for hundreds of plans with one stop signal, and leaves no listener", async () => {
    await start();
    const stop = new AbortController();
    const check = new DashboardCheck(run().session.client.dashboards);
    const body = (index: number) => ({ name: `Shop ${index % 20}`, tiles: [] });
    const verdicts = Array.from({ length: 200 }, (_, index) => check.of(body(index), stop));
    expect((await Promise.all(verdicts)).every((verdict) => verdict !== undefined)).toBe(true);
    expect(asked()).toBe(20);
    expect(getEventListeners(stop.signal, "abort").length).toBe(0);
  });

  test("can be turned off", async () => {
    await start();
    const { diagnostics } = await run({ validateOnPlan: false }).plan(
      dashboardResource,
      dashboard({ errors: line(NOWHERE) }),
    );
    expect(diagnostics).toEqual([]);
    expect(asked()).toBe(0);
  });

  test("is not requested again if the server does not offer it", async () => {
    await start({ switches: { validateMissing: true } });
    const { endpoint, keyId, keySecret, organizationId, serviceId } = emulator.endpoints.managed;
    const managed = {
      endpoint,
      keyId,
      keySecret,
      organizationId,
      serviceId,
      product: "clickstack",
      requestsPerWindow: 999,
    };
    const plans = new ProviderRun({ managed });
    runs.push(plans);
    const names = ["a", "b", "c", "d"];
    await Promise.all(names.map((name) => plans.plan(dashboardResource, { ...good, name })));
    expect(asked()).toBe(1);
  });

  test("causes a warning if it fails, because the write can still succeed", async () => {
    await start();
    emulator.failNext({ method: "POST", path: "/api/v2/dashboards/validate", status: 403 });
    const { diagnostics } = await run().plan(dashboardResource, good);
    expect(diagnostics.map(({ severity, summary }) => [severity, summary])).toEqual([
      ["warning", "The server could not check the dashboard"],
    ]);
  });

  test("causes only a warning if the server checks an update less strictly than a new dashboard", async () => {
    await start();
    const heatmap = { display_type: "heatmap", source_id: seedIds.traces, select: [{ value_expression: "Duration" }] };
    const config = dashboard({ heat: tile(heatmap) });
    const held = await run().apply(dashboardResource, config);
    await ui(emulator, "PATCH", `/api/v2/sources/${seedIds.traces}`, { kind: "log" });
    const plans = run();
    const seen = (await plans.refresh(dashboardResource, held)) as Held;
    const { diagnostics } = await plans.plan(dashboardResource, { ...config, name: "Renamed" }, seen);
    expect(diagnostics.map(({ severity }) => severity)).toEqual(["warning"]);
    await expect(run().apply(dashboardResource, { ...config, name: "Renamed" }, seen)).resolves.toMatchObject({
      state: { name: "Renamed" },
    });
  });
});

describe("the server's finding about a planned dashboard", () => {
  const VERDICT = (errors: readonly object[]) => ({ valid: false, errors, normalized: null });

  /** Returns the diagnostics of a plan for which the server sends this response. */
  const said = async (status: number, body: object, held?: Held) => {
    await using server = await TestServer.start((_request, response) => json(response, status, body));
    await using run = new ProviderRun({ openSource: { endpoint: server.endpoint, accessKey: "k".repeat(36) } });
    if (held) {
      plannedDashboards(run.session).refreshed.add(String(held.state.id));
    }
    const { diagnostics } = await run.plan(dashboardResource, held ? { ...good, name: "Renamed" } : good, held);
    return diagnostics.map(({ severity, detail, path }) => [severity, detail, path]);
  };
  const HELD: Held = {
    state: { ...good, id: NOWHERE, tile_ids: { errors: seedIds.logs }, url: null, other_fields: null },
    private: {},
  };

  test.each<[string, object, unknown]>([
    [
      "with a declared path",
      { path: "tiles.0.config.sourceId", message: "no" },
      ["error", 'tiles["errors"].config.source_id: no', ["tiles", { key: "errors" }, "config", "source_id"]],
    ],
    ["with an unknown path", { path: "what.7", message: "no" }, ["error", "what[7]: no", ["what", 7]]],
    ["without a path", { path: "", message: "too many tiles" }, ["error", "too many tiles", undefined]],
    ["with an undeclared id", { message: `no ${NOWHERE}` }, ["error", `no ${NOWHERE}`, undefined]],
  ])("is an error if it is a finding %s", async (_name, finding, expected) => {
    expect(await said(200, VERDICT([finding]))).toEqual([expected]);
  });

  test("is reported together with all other findings, and is absent for a valid dashboard", async () => {
    const errors = ["one", "two"].map((message) => ({ path: "name", message }));
    const named = ["one", "two"].map((message) => ["error", `name: ${message}`, ["name"]]);
    expect(await said(200, VERDICT(errors))).toEqual(named);
    expect(await said(200, { ...VERDICT(errors), valid: true })).toEqual([]);
  });

  test("is a warning for an update that skips unchanged tiles, and an error otherwise", async () => {
    const messages = [
      "Heatmap tiles require a trace source",
      "Tiles with formulas require a name",
      "No: Heatmap tiles require a trace source",
    ];
    const verdict = VERDICT(messages.map((message) => ({ path: "name", message })));
    const severities = async (held?: Held) => (await said(200, verdict, held)).map(([severity]) => severity);
    expect(await severities(HELD)).toEqual(["warning", "warning", "error"]);
    expect(await severities()).toEqual(["error", "error", "error"]);
  });

  test("is used from an error response too, if it contains paths", async () => {
    const refused = { message: "Body validation failed: name: Required; tiles.0.name: Too long" };
    expect(await said(400, refused)).toEqual([
      ["error", "name: Required", ["name"]],
      ["error", 'tiles["errors"].name: Too long', ["tiles", { key: "errors" }, "name"]],
    ]);
    expect(await said(400, {})).toEqual([["warning", expect.stringContaining("400"), undefined]]);
  });

  test("is requested even if fields are unknown that only the server sets", async () => {
    expect(await said(200, VERDICT([{ path: "name", message: "no" }]))).toHaveLength(1);
  });
});
