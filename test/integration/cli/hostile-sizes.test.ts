import { join } from "node:path";
import { readPlan } from "../../../src/cli/engine/read-plan";
import { driftReport } from "../../../src/cli/reports/changes/stack-report";
import { markdownReport } from "../../../src/cli/reports/formats/markdown-report";
import { provider } from "../../../src/provider/provider";
import { callCli } from "../../support/cli/call-cli";
import { describeSizes } from "../../support/cli/hostile-sizes";
import { configurationFolder } from "../../support/cli/lint";
import { temporaryFolder } from "../../support/constructs/synthesize";
import { ProviderRun } from "../../support/provider-in-process";
import { RecordServer } from "../../support/record-server";

// All other texts are in hostile-sizes.long.ts.
describeSizes([
  ["", "1"],
  ['"', '\\"'],
  ["${file", "/**/"],
  ["x", "\u0301\u0323"],
]);

/** Tiles that another client can store in a dashboard. The API accepts 500. */
const TILES = 2000;

/** Processor time of one command. Linear code needs a fifth of it. */
const MAX_MS = 5000;

/** Grids in which careless code compares each tile with each other. */
const GRIDS: Readonly<Record<string, (index: number) => object>> = {
  "in rows": (index) => ({ x: (index % 3) * 8, y: Math.floor(index / 3) * 6, w: 8, h: 6 }),
  "with gaps": (index) => ({ x: (index % 2) * 8, y: index * 7, w: 8, h: 6 }),
  "in one place": () => ({ x: 0, y: 0, w: 24, h: 6 }),
  "outside of the grid": (index) => ({ x: 20, y: index * 4, w: 8, h: 4 }),
};

const keys = Array.from({ length: TILES }, (_, index) => `t${index}`);
const SOURCE = "6955b9000000000000000001";
const DASHBOARD = "6955b9000000000000000002";
const idOf = (key: string) => `6955b9000000000001${key.slice(1).padStart(6, "0")}`;
const tilesIn = (place: (index: number) => object, config: object) =>
  keys.map((key, index) => [key, { name: `Tile ${key}`, ...place(index), config }] as const);

const attributes = { display_type: "line", source_id: SOURCE, select: [{ agg_fn: "count", where: "level:error" }] };
const alert = { name: "Errors", dashboard_id: DASHBOARD, interval: "5m", threshold_type: "above", threshold: 1 };

/** The dashboard, with an alert on each tile, as synthesis writes it. */
const configuration = (place: (index: number) => object) => ({
  resource: {
    clickstack_dashboard: { big: { name: "Big", tiles: Object.fromEntries(tilesIn(place, attributes)) } },
    clickstack_alert: Object.fromEntries(
      keys.map((key) => [key, { ...alert, tile_id: `\${clickstack_dashboard.big.tile_ids["${key}"]}` }]),
    ),
  },
});

async function expectQuick(work: () => Promise<unknown>): Promise<void> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(MAX_MS);
}

describe.each(Object.entries(GRIDS))(`a dashboard of ${TILES} tiles %s`, (_, place) => {
  const folder = configurationFolder(configuration(place));

  test.each(["txt", "html", "svg", "json"])("is drawn as %s in linear time", (form) => {
    const drawing = join(temporaryFolder(), `drawing.${form}`);
    return expectQuick(async () => {
      expect(await callCli(["preview", join(folder, "main.tf.json"), "-o", drawing])).toMatchObject({ exitCode: 0 });
    });
  });

  test("is linted in linear time", () =>
    expectQuick(async () => {
      expect((await callCli(["lint", folder, "--json"])).stdout).toContain("clickstack_dashboard.big");
    }));
});

const inRows = GRIDS["in rows"] ?? (() => ({}));

/** A refresh-only plan after each tile was removed or renamed, and each alert changed. */
function driftedPlan(afterKey: (key: string) => string, afterId: (key: string) => string) {
  const dashboard = (keyOf: (key: string) => string, tileId: (key: string) => string) => ({
    ...{ id: DASHBOARD, name: "Big" },
    tiles: Object.fromEntries(tilesIn(inRows, attributes).map(([key, tile]) => [keyOf(key), tile])),
    tile_ids: Object.fromEntries(keys.map((key) => [keyOf(key), tileId(key)])),
  });
  const resource = (type: string, name: string, before: object, after: object) => ({
    ...{ address: `clickstack_${type}.${name}`, mode: "managed", type: `clickstack_${type}`, name },
    change: { actions: ["update"], before, after },
  });
  const [before, after] = [dashboard((key) => key, idOf), dashboard(afterKey, afterId)];
  const alerts = keys.map((key, index) => {
    const held = { ...alert, id: idOf(`t${TILES + index}`), tile_id: idOf(key) };
    return resource("alert", key, held, { ...held, threshold: 2 });
  });
  const changes = [resource("dashboard", "big", before, after), ...alerts];
  const held = changes.map(({ change, ...each }) => ({ ...each, values: change.after }));
  return readPlan(
    {
      ...{ format_version: "1.2", resource_drift: changes, resource_changes: changes },
      prior_state: { values: { root_module: { resources: held } } },
    },
    "plan.json",
  );
}

test.each([
  ["replaced", (key: string) => `new ${key}`, (key: string) => idOf(`t9${key.slice(1)}`)],
  ["renamed", (key: string) => `new ${key}`, idOf],
] as const)(`drift of ${TILES} %s tiles with alerts is reported in linear time`, (_, keyOf, newId) => {
  const planned = {
    stack: { name: "shop", folder: temporaryFolder() },
    plan: driftedPlan(keyOf, newId),
    diagnostics: [],
  };
  return expectQuick(async () => {
    const stacks = [driftReport(planned, (change) => change)];
    expect(markdownReport({ command: "drift", stacks, unmanaged: [], shared: [], problems: [] })).toContain("Big");
  });
});

test(`a dashboard of ${TILES} tiles is listed with its configuration in linear time`, async () => {
  const config = { displayType: "line", sourceId: SOURCE, select: [{ aggFn: "count", where: "level:error" }] };
  const tiles = tilesIn(inRows, config).map(([key, tile]) => ({ id: idOf(key), ...tile }));
  await using server = await RecordServer.start();
  server.records = { dashboards: [{ id: DASHBOARD, name: "Big", tags: [], tiles }] };
  await using run = new ProviderRun({ openSource: { endpoint: server.endpoint, accessKey: "key" } });
  const list = provider.listResources?.clickstack_dashboard;
  await expectQuick(async () => {
    const [found] = list ? await run.list(list) : [];
    expect(Object.keys((found?.resource?.tiles ?? {}) as object)).toHaveLength(TILES);
  });
});
