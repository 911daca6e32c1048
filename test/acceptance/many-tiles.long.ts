import { readPlan } from "../../src/cli/engine/read-plan";
import { driftReport } from "../../src/cli/reports/changes/stack-report";
import { markdownReport } from "../../src/cli/reports/formats/markdown-report";
import { provider } from "../../src/provider/provider";
import {
  alert,
  attributes,
  DASHBOARD,
  describeTiles,
  expectQuick,
  GRIDS,
  idOf,
  keys,
  SOURCE,
  TILES,
  tilesIn,
} from "../support/cli/many-tiles";
import { temporaryFolder } from "../support/constructs/synthesize";
import { ProviderRun } from "../support/provider-in-process";
import { RecordServer } from "../support/record-server";

describeTiles(Object.keys(GRIDS));

const inRows = GRIDS["in rows"] ?? (() => ({}));

/** A refresh-only plan after every tile was removed or renamed, and every alert was changed. */
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

test(`the listing of a dashboard of ${TILES} tiles with its configuration needs linear time`, async () => {
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
