import { runEngine } from "../../../src/cli/engine/engine";
import { findEngine } from "../../../src/cli/engine/find-engine";
import { seedIds } from "../../../src/emulator";
import { emulatorForTests } from "../emulator/emulator-for-tests";
import { environmentFor } from "../environment";
import { ImportedFolder } from "../imported-folder";
import { openSourceClient } from "../imported-model";
import { stored, ui } from "../ui";

interface StoredTile {
  readonly id: string;
  readonly name: string;
  readonly config: Record<string, unknown>;
}

/** The address of the tile that cannot be declared, in each language. */
const PLACES = {
  typescript: "tiles.odd.seriesLimit",
  hcl: 'tiles["odd"].config.series_limit',
};

type Format = keyof typeof PLACES;

const place = (index: number) => ({ x: 0, y: index * 4, w: 6, h: 4 });

/**
 * Declares the tests of an import of a dashboard that cannot be declared completely.
 * @param formats formats of the code, which the engine verifies
 */
export function testUnsupportedTiles(formats: readonly Format[]): void {
  describe("a dashboard with parts that the API refuses to write or that cannot be declared", () => {
    const emulator = emulatorForTests();
    let environment: Record<string, string>;
    let dashboardId: string;

    beforeAll(async () => {
      environment = environmentFor(emulator.endpoints);
      const client = openSourceClient(emulator);
      const metric = {
        aggFn: "avg",
        valueExpression: "Value",
        metricType: "gauge",
        metricName: "v8js.memory.heap.used",
      };
      const made = await client.dashboards.create({
        name: "Runtime",
        tiles: [
          { name: "Heap", ...place(0), config: { displayType: "number", sourceId: seedIds.metrics, select: [metric] } },
          {
            name: "Odd",
            ...place(1),
            config: { displayType: "line", sourceId: seedIds.logs, select: [{ aggFn: "count" }] },
          },
        ],
      });
      dashboardId = made.id;
      const channels = [{ type: "webhook", webhookId: seedIds.slackWebhook }];
      const alert = { source: "tile", dashboardId, interval: "5m", threshold: 1, thresholdType: "above", channels };
      for (const { id, name } of made.tiles as { id: string; name: string }[]) {
        await client.alerts.create({ ...alert, tileId: id, name: `${name} is high` });
      }
      await client.close();
      const { data } = (await ui(emulator, "GET", `/raw/dashboards/${dashboardId}`)) as {
        data: { tiles: StoredTile[] };
      };
      const tiles = data.tiles.map((tile) => ({
        ...tile,
        config:
          tile.name === "Odd"
            ? { ...tile.config, seriesLimit: 2.5 }
            : {
                ...tile.config,
                select: (tile.config.select as object[]).map((each) => ({ ...each, valueExpression: "" })),
              },
      }));
      await ui(emulator, "PUT", `/raw/dashboards/${dashboardId}`, { ...data, tiles });
    });
    const tilesOnServer = async () => (await stored(emulator, "dashboards", dashboardId)).tiles as StoredTile[];

    test.each(formats)(
      "is imported as %s without the tile that cannot be declared, and with a note",
      async (format) => {
        const folder = new ImportedFolder(environment);
        try {
          const { exitCode, stdout } = await folder.import("--format", format, "--json");
          const { verification, leftOut, tilesLeftOut, notes } = JSON.parse(stdout);
          expect(verification).toMatchObject({ status: "verified", missing: [] });
          expect(tilesLeftOut).toEqual([
            {
              address: "clickstack_dashboard.runtime",
              key: "odd",
              name: "Odd",
              reason: `${PLACES[format]}: Must be a whole number, not the number 2.5.`,
            },
          ]);
          expect(leftOut).toEqual([
            expect.objectContaining({
              name: "Odd is high",
              reason: `The tile that it watches is not declared. ${PLACES[format]}: Must be a whole number, not the number 2.5.`,
            }),
          ]);
          expect(notes).toEqual([
            expect.stringMatching(
              /^The API does not return these settings of a dashboard that was made in the UI: .*ratioMode, alternateRowBackground/,
            ),
          ]);
          expect(exitCode).toBe(2);
          const text = await folder.import("--format", format, "--no-verify");
          expect(text.stdout).toContain(
            `Tiles not imported; the code ignores them, so that updates keep them:\n  tile "Odd" of the dashboard "Runtime": ${PLACES[format]}`,
          );
          expect(folder.read("README.md")).toMatch(/- tile "Odd" of the dashboard "Runtime": `?tiles/);
        } finally {
          folder.remove();
        }
      },
    );

    if (!formats.includes("hcl")) {
      return;
    }

    test("is not updated while the API refuses to write the tile, and the error contains the attribute", async () => {
      const before = await tilesOnServer();
      const folder = new ImportedFolder(environment);
      const terraform = async (...args: string[]) => {
        const result = await runEngine(findEngine(), args, {
          workingDirectory: folder.path,
          environment: folder.environment,
        });
        if (result.exitCode !== 0) {
          throw new Error(result.stdout + result.stderr);
        }
      };
      try {
        await folder.import("--format", "hcl", "--no-verify");
        await terraform("init");
        await terraform("apply", "-auto-approve");
        folder.change("dashboard_runtime.tf", (line) => [
          line.replace('"Heap"', '"Memory"').replace('"Runtime"', '"At run time"'),
        ]);
        await expect(terraform("apply", "-auto-approve")).rejects.toThrow(
          'tiles["odd"].config.series_limit: Expected integer, received float',
        );
        expect(await tilesOnServer()).toEqual(before);
      } finally {
        folder.remove();
      }
    });
  });
}
