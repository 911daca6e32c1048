import { type Emulator, seedIds } from "../../../../src/emulator";
import { createLog, type ObjectValue } from "../../../../src/plugin";
import { providerRuns } from "../../../support/emulator/provider-runs";
import { type ProviderRun, resource } from "../../../support/provider-in-process";
import { ui } from "../../../support/ui";

const DASHBOARD = resource("clickstack_dashboard");
const SUMMARY = "The update may remove settings that only the UI shows";

const COUNT = { agg_fn: "count" };
const place = (y: number) => ({ x: 0, y, w: 6, h: 4 });
const chart = (display_type: string, more: ObjectValue = {}) => ({
  display_type,
  source_id: seedIds.logs,
  select: [COUNT],
  ...more,
});

const CONFIG: ObjectValue = {
  name: "Checkout",
  tiles: {
    errors: { name: "Errors", ...place(0), config: chart("line") },
    share: {
      name: "Share",
      ...place(4),
      config: chart("line", { select: [COUNT, COUNT], as_ratio: true, fill_nulls: false }),
    },
    services: { name: "Services", ...place(8), config: chart("table") },
    text: { name: "Text", ...place(12), config: { display_type: "markdown", markdown: "# Text" } },
  },
};
const TAGGED: ObjectValue = { ...CONFIG, tags: ["shop"] };

let emulator: Emulator;
const connect = providerRuns((started) => {
  emulator = started;
});

/** Imports an object into the state in the same way as `terraform import`. */
async function imported(run: ProviderRun, id: string) {
  const context = {
    session: run.session,
    signal: new AbortController().signal,
    log: createLog({ level: "off", module: "tests", write: () => undefined }),
  };
  const [first] = [await DASHBOARD.import?.({ id }, context)].flat();
  const held = await run.refresh(DASHBOARD, { state: first?.state ?? {}, private: first?.private ?? {} });
  if (!held) {
    throw new Error("The dashboard was deleted.");
  }
  return held;
}

const warnings = async (run: ProviderRun, config: ObjectValue, held: Awaited<ReturnType<typeof imported>>) => {
  const { diagnostics } = await run.plan(DASHBOARD, config, held);
  return diagnostics.filter(({ summary }) => summary === SUMMARY);
};

test("the first update of an imported dashboard warns about the tiles that can lose settings", async () => {
  const { state } = await connect().apply(DASHBOARD, CONFIG);
  const run = connect();
  const held = await imported(run, String(state.id));
  expect(await warnings(run, CONFIG, held)).toEqual([]);
  expect(await warnings(run, TAGGED, held)).toEqual([
    {
      severity: "warning",
      summary: SUMMARY,
      detail: [
        'Another client created the dashboard "Checkout", or edited its tiles. The API does not return these settings, and an update removes them where they are set:',
        '- condition of the whole chart: "Errors", "Share", "Services"',
        '- row limit: "Services"',
        '- alternate row background: "Services"',
        '- ratio mode: "Share"',
        '- number that fills empty buckets: "Errors"',
        "- tiles in PromQL: the API does not list them",
        "Fix: Compare these tiles in the UI before the apply. Move the condition of a chart into the `where` of its values. Set the other settings in the UI again after the apply.",
      ].join("\n"),
      path: ["tiles"],
    },
  ]);
});

test("a refresh keeps the warning, and the first update removes it", async () => {
  const { state } = await connect().apply(DASHBOARD, CONFIG);
  const run = connect();
  const refreshed = await run.refresh(DASHBOARD, await imported(run, String(state.id)));
  expect(refreshed && (await warnings(run, TAGGED, refreshed))).toHaveLength(1);
  const updated = await run.apply(DASHBOARD, TAGGED, refreshed ?? undefined);
  expect(await warnings(run, CONFIG, updated)).toEqual([]);
});

test("an alert on a tile that the API does not return is included in the warning", async () => {
  const held = await connect().apply(DASHBOARD, CONFIG);
  const id = String(held.state.id);
  const { errors } = held.state.tile_ids as { errors: string };
  const channel = { type: "webhook", webhookId: seedIds.slackWebhook };
  const alert = { source: "tile", dashboardId: id, tileId: errors, interval: "5m", threshold: 1 };
  const made = await connect().session.client.alerts.create({
    ...alert,
    name: "Hidden",
    thresholdType: "above",
    channels: [channel],
  });
  const { data } = (await ui(emulator, "GET", `/raw/alerts/${made.id}`)) as { data: object };
  await ui(emulator, "PUT", `/raw/alerts/${made.id}`, { ...data, tileId: "fedcba987654321001234567" });
  const run = connect();
  const [warning] = await warnings(run, TAGGED, await imported(run, id));
  expect(warning?.detail).toContain(
    'a tile that the API does not list: the alert "Hidden" watches the tile fedcba987654321001234567',
  );
});

test("the first update of an adopted dashboard causes the warning", async () => {
  await connect().apply(DASHBOARD, CONFIG);
  const run = connect({ onExistingName: "adopt" });
  const adopted = await run.apply(DASHBOARD, CONFIG);
  expect(await warnings(run, TAGGED, adopted)).toHaveLength(1);
});

test("the update of a dashboard that this provider created causes no warning", async () => {
  const run = connect();
  const held = await run.apply(DASHBOARD, CONFIG);
  expect(await warnings(run, TAGGED, held)).toEqual([]);
});

test("the first update after an edit of tiles elsewhere causes the warning, and an edit of other fields does not", async () => {
  const first = await connect().apply(DASHBOARD, CONFIG);
  const run = connect();
  const edit = async (change: (dashboard: { name: string; tiles: { name: string }[] }) => object) => {
    const { data } = (await ui(emulator, "GET", `/api/v2/dashboards/${first.state.id}`)) as { data: never };
    await ui(emulator, "PUT", `/api/v2/dashboards/${first.state.id}`, { ...(data as object), ...change(data) });
  };
  await edit(() => ({ tags: ["edited"] }));
  const renamed = await run.refresh(DASHBOARD, first);
  expect(await warnings(run, TAGGED, renamed ?? first)).toEqual([]);
  await edit(({ tiles }) => ({ tiles: tiles.map((tile) => ({ ...tile, name: `${tile.name} (edited)` })) }));
  const edited = await connect().refresh(DASHBOARD, renamed ?? first);
  expect(await warnings(connect(), TAGGED, edited ?? first)).toHaveLength(1);
});
