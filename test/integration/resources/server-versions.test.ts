import { type Emulator, type EmulatorOptions, seedIds } from "../../../src/emulator";
import type { ObjectValue } from "../../../src/plugin";
import { provenVersions } from "../../../src/resources/server-versions";
import { startEmulator } from "../../support/emulator/emulator-for-tests";
import { type Held, ProviderRun, resource } from "../../support/provider-in-process";
import { ui } from "../../support/ui";

let emulator: Emulator;

const start = async (options: EmulatorOptions = {}) => {
  emulator = await startEmulator(options);
  return new ProviderRun({ openSource: emulator.endpoints.openSource });
};

afterEach(() => emulator.stop());

test.each([
  [{ serverVersion: "2.36" }, { before: "2.38" }],
  [{ serverVersion: "2.38" }, { atLeast: "2.38", before: "2.39" }],
  [{ serverVersion: "2.40" }, { atLeast: "2.39" }],
  [{ switches: { validateMissing: true } }, {}],
  [{ switches: { userWithoutTeam: true } }, {}],
] as const)("the features of the server %o prove the versions %o, without a write", async (options, versions) => {
  await using run = await start(options);
  expect(await provenVersions(run.session.client)).toEqual(versions);
  expect(emulator.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /api/v2/dashboards/validate",
  ]);
});

describe("the shortest interval of a metric source", () => {
  const source = resource("clickstack_source");
  const metric = (more: ObjectValue = {}): ObjectValue => ({
    kind: "metric",
    name: "Metrics 2",
    connection_id: seedIds.connection,
    from: { database_name: "default" },
    metric_tables: { gauge: "otel_metrics_gauge" },
    timestamp_value_expression: "TimeUnix",
    resource_attributes_expression: "ResourceAttributes",
    ...more,
  });
  const stored = async ({ state }: Held) => {
    const { data } = (await ui(emulator, "GET", "/api/v2/sources")) as { data: Record<string, unknown>[] };
    return data.find(({ id }) => id === state.id)?.minAutoGranularity;
  };

  test("is sent in the server's notation, and the author's notation causes no change", async () => {
    await using run = await start();
    const config = metric({ min_auto_granularity: "5m" });
    const held = await run.apply(source, config);
    expect(await stored(held)).toBe("5 minute");
    const seen = (await run.refresh(source, held)) as Held;
    expect((await run.plan(source, config, seen)).plan).toEqual(seen.state);
    const none = await run.apply(source, metric({ min_auto_granularity: "" }), seen);
    expect(await stored(none)).toBeFalsy();
  });

  test("keeps the value of the UI if the author omits it", async () => {
    await using run = await start();
    const held = await run.apply(source, metric());
    expect(held.state.min_auto_granularity).toBeNull();
    await ui(emulator, "PATCH", `/api/v2/sources/${held.state.id}`, { minAutoGranularity: "1 minute" });
    await using later = new ProviderRun({ openSource: emulator.endpoints.openSource });
    const seen = (await later.refresh(source, held)) as Held;
    expect((await run.plan(source, metric(), seen)).plan).toEqual(seen.state);
    const renamed = await later.apply(source, metric({ name: "Renamed" }), seen);
    expect(await stored(renamed)).toBe("1 minute");
  });

  test("is refused in the plan if the server is known to be older", async () => {
    await using run = await start({ serverVersion: "2.38" });
    const { diagnostics } = await run.plan(source, metric({ min_auto_granularity: "5m" }));
    expect(diagnostics.map(({ summary, path }) => ({ summary, path }))).toContainEqual({
      summary: "This server does not support min_auto_granularity",
      path: ["min_auto_granularity"],
    });
  });

  test("is reported with its version if the server drops it", async () => {
    await using run = await start({ serverVersion: "2.36", switches: { validateMissing: true } });
    const config = metric({ min_auto_granularity: "5m" });
    const { plan } = await run.plan(source, config);
    const { diagnostics } = await run.create(source, config, plan);
    expect(diagnostics).toMatchObject([
      { severity: "warning", summary: "The server did not store min_auto_granularity", path: ["min_auto_granularity"] },
    ]);
    expect(diagnostics?.[0]?.detail).toMatch(
      /^min_auto_granularity requires an open-source server of version 2\.40 or later\./,
    );
  });
});

test.each<[string, string | undefined]>([
  ["http://prometheus:9090", undefined],
  ["http://vm/select/0/prometheus", undefined],
  ["http://prometheus:9090/graph", "send the path /graph with"],
  ["http://prometheus:9090/x/api/v1/?token=hidden", 'send the path /api/v1/, the query key "token" with'],
])(
  "a plan warns about the address %s of a Prometheus endpoint if the address has more than a prefix",
  async (host, warning) => {
    await using run = await start();
    const config = { name: "Prometheus", host, username: "", is_prometheus_endpoint: true };
    const { diagnostics } = await run.plan(resource("clickstack_connection"), config);
    expect(diagnostics.map(({ detail }) => detail)).toEqual(
      warning === undefined ? [] : [expect.stringContaining(warning)],
    );
    expect(JSON.stringify(diagnostics)).not.toContain("hidden");
  },
);
