import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { dashboardResource } from "../../src/resources/dashboard/resource";
import { adoptInto } from "../support/cli/adopted-program";
import { callCli } from "../support/cli/call-cli";
import { writeHcl, writeTypeScript } from "../support/cli/import/written-code";
import { temporaryFolder } from "../support/constructs/synthesize";
import { ProviderRun } from "../support/provider-in-process";
import { RecordServer } from "../support/record-server";

/** Tiles of one dashboard, above the API's limit. Other means than the API can write that many. */
const TILES = 2000;

/** Processor time of one step. */
const MAX_MS = 20_000;

const config = { displayType: "markdown", markdown: "text" };
const place = (index: number) => ({ x: (index % 4) * 6, y: Math.floor(index / 4) * 5, w: 6, h: 5 });
const indexes = Array.from({ length: TILES }, (_, index) => index);
const keyOf = (index: number) => `tile${index}`;

/** Returns the tiles by key. */
function tilesAt(placeOf: (index: number) => object, from = 0) {
  return Object.fromEntries(
    indexes.slice(from).map((index) => [keyOf(index), { name: keyOf(index), ...placeOf(index), config }]),
  );
}

const program = (code: (index: number) => string) => `import { Dashboard, tile } from "cdk-clickstack";
new Dashboard(stack, "x", {
  name: "Old",
  tiles: {
${indexes.map((index) => `    ${keyOf(index)}: { name: "${keyOf(index)}", ${code(index)}config: tile.markdown({ markdown: "text" }) },`).join("\n")}
  },
});
`;
const sized = () => "w: 6, h: 5, ";
const placed = (index: number) =>
  Object.entries(place(index))
    .map(([side, value]) => `${side}: ${value}, `)
    .join("");

function adopt(text: string, wanted: object) {
  return adoptInto(text, {
    type: "dashboard",
    old: { name: "Old", tiles: tilesAt(place) },
    wanted: { name: "Old", tiles: wanted },
  } as never);
}

/** Moves every tile to the place of the tile that many positions later. */
const shifted = (by: number) => tilesAt((index) => place((index + by) % TILES));

const apiDashboard = {
  id: "6955b9000000000000000001",
  name: "Large",
  tags: [],
  tiles: indexes.map((index) => ({
    id: `6955b9000000000001${String(index).padStart(6, "0")}`,
    name: keyOf(index),
    ...place(index),
    config,
  })),
};

const drawn = (form: string) => async () => {
  const file = join(temporaryFolder(), "cdk.tf.json");
  const tiles = Object.fromEntries(
    indexes.map((index) => [
      keyOf(index),
      { name: keyOf(index), ...place(index), config: { display_type: "markdown", markdown: "text" } },
    ]),
  );
  const body = {
    "//": { metadata: { stackName: "shop" } },
    resource: { clickstack_dashboard: { first: { name: "Large", tiles } } },
  };
  writeFileSync(file, JSON.stringify(body));
  expect(await callCli(["preview", file, "-o", `${file}.${form}`], { COLUMNS: "80" })).toMatchObject({ exitCode: 0 });
};

/** Steps of a user with a dashboard of 2,000 tiles. */
const STEPS: Readonly<Record<string, () => unknown>> = {
  "import as TypeScript and HCL": async () => {
    await using server = await RecordServer.start();
    server.records = { dashboards: [apiDashboard] };
    const model = await server.importedModel();
    expect(writeTypeScript(model)).toContain(keyOf(TILES - 1));
    expect(writeHcl(model)).toContain(keyOf(TILES - 1));
  },
  "adopt of declared positions": () => {
    expect(adopt(program(placed), shifted(4)).obstacles).toEqual([]);
  },
  "adopt of positions of the automatic layout": () => {
    expect(adopt(program(sized), shifted(4)).obstacles).toEqual([]);
  },
  "adopt of reversed tiles": () => {
    expect(
      adopt(
        program(sized),
        tilesAt((index) => place(TILES - 1 - index)),
      ).obstacles,
    ).toEqual([]);
  },
  "adopt of a removed tile": () => {
    expect(adopt(program(sized), tilesAt(place, 1)).obstacles).toEqual([]);
  },
  "adopt of new names": () => {
    const renamed = Object.entries(tilesAt(place)).map(([key, tile]) => [key, { ...tile, name: `${tile.name}!` }]);
    expect(adopt(program(placed), Object.fromEntries(renamed)).obstacles).toEqual([]);
  },
  "adopt of tiles in code that cannot be edited": () => {
    const text = `import { Dashboard } from "cdk-clickstack";\nnew Dashboard(stack, "x", { name: "Old", tiles: all() });\n`;
    expect(adopt(text, shifted(4)).obstacles.length).toBeGreaterThan(0);
  },
  "preview as text": drawn("txt"),
  "preview as JSON": drawn("json"),
  "preview as a page": drawn("html"),
  "read and plan of the provider": async () => {
    await using server = await RecordServer.start();
    server.records = { dashboards: [apiDashboard] };
    await using run = new ProviderRun({ openSource: { endpoint: server.endpoint, accessKey: "key" } });
    const held = await run.refresh(dashboardResource, { state: { id: apiDashboard.id }, private: {} });
    expect(Object.keys(held?.state.tiles ?? {})).toHaveLength(TILES);
    const { plan } = await run.plan(
      dashboardResource,
      { name: "Other", tiles: held?.state.tiles } as never,
      held ?? undefined,
    );
    expect(plan.name).toBe("Other");
  },
};

test.each(Object.entries(STEPS))("%s takes seconds with 2,000 tiles", async (_name, step) => {
  const before = process.cpuUsage();
  await step();
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(MAX_MS);
});
