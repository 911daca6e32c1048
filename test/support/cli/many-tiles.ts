import { join } from "node:path";
import { temporaryFolder } from "../constructs/synthesize";
import { callCli } from "./call-cli";
import { configurationFolder } from "./lint";

/** Number of tiles that another client can store in a dashboard. The API accepts 500. */
export const TILES = 2000;

/** Processor time of one command on a busy machine. Linear code needs a fifth of it. */
const MAX_MS = 10_000;

/** Grids in which inefficient code compares each tile with each other tile. */
export const GRIDS: Readonly<Record<string, (index: number) => object>> = {
  "in rows": (index) => ({ x: (index % 3) * 8, y: Math.floor(index / 3) * 6, w: 8, h: 6 }),
  "with gaps": (index) => ({ x: (index % 2) * 8, y: index * 7, w: 8, h: 6 }),
  "in one place": () => ({ x: 0, y: 0, w: 24, h: 6 }),
  "outside of the grid": (index) => ({ x: 20, y: index * 4, w: 8, h: 4 }),
};

export const keys = Array.from({ length: TILES }, (_, index) => `t${index}`);
export const SOURCE = "6955b9000000000000000001";
export const DASHBOARD = "6955b9000000000000000002";
export const idOf = (key: string) => `6955b9000000000001${key.slice(1).padStart(6, "0")}`;
export const tilesIn = (place: (index: number) => object, config: object) =>
  keys.map((key, index) => [key, { name: `Tile ${key}`, ...place(index), config }] as const);

export const attributes = {
  display_type: "line",
  source_id: SOURCE,
  select: [{ agg_fn: "count", where: "level:error" }],
};
export const alert = { name: "Errors", dashboard_id: DASHBOARD, interval: "5m", threshold_type: "above", threshold: 1 };

/** Returns the dashboard with an alert on each tile, in the form that synthesis writes. */
const configuration = (place: (index: number) => object) => ({
  resource: {
    clickstack_dashboard: { big: { name: "Big", tiles: Object.fromEntries(tilesIn(place, attributes)) } },
    clickstack_alert: Object.fromEntries(
      keys.map((key) => [key, { ...alert, tile_id: `\${clickstack_dashboard.big.tile_ids["${key}"]}` }]),
    ),
  },
});

export async function expectQuick(work: () => Promise<unknown>): Promise<void> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(MAX_MS);
}

const FORMS = ["txt", "html", "svg", "json"] as const;

/** Draws the dashboard with each grid and in each format, and lints it. */
export function describeTiles(grids: readonly string[], forms: readonly (typeof FORMS)[number][] = FORMS): void {
  describe.each(Object.entries(GRIDS).filter(([name]) => grids.includes(name)))(
    `a dashboard of ${TILES} tiles %s`,
    (_, place) => {
      const folder = configurationFolder(configuration(place));

      test.each(forms)("is drawn as %s in linear time", (form) => {
        const drawing = join(temporaryFolder(), `drawing.${form}`);
        return expectQuick(async () => {
          expect(await callCli(["preview", join(folder, "main.tf.json"), "-o", drawing])).toMatchObject({
            exitCode: 0,
          });
        });
      });

      test("is linted in linear time", () =>
        expectQuick(async () => {
          expect((await callCli(["lint", folder, "--json"])).stdout).toContain("clickstack_dashboard.big");
        }));
    },
  );
}
