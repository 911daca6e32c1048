import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LocalBackend, type TerraformStack } from "cdktf";
import { ClickStackProvider, Dashboard, Source } from "../../../src";
import { type Emulator, seedIds } from "../../../src/emulator";
import { synthesisedFolder } from "../constructs/synthesize";
import { type DeploymentName, ENVIRONMENTS } from "../environment";
import { creationBody, EXPORTED, exportedText } from "../exported-dashboards";
import { stored, ui } from "../ui";
import { inServedWorkspaces, type ServedWorkspace } from "../workspace";

/** Dashboards that users created in the UI or with the API, before this program. */
const MADE_ELSEWHERE = {
  storefront: EXPORTED.response,
  clickhouse: EXPORTED.body,
  payments: EXPORTED.series,
  cluster: EXPORTED.managedResponse,
} as const;

type Name = keyof typeof MADE_ELSEWHERE;
const NAMES = Object.keys(MADE_ELSEWHERE) as Name[];

/** Edits of others: the position of a tile, the change, and the path that the plan must show. */
const EDITS: readonly (readonly [Name, tileName: string, change: object, named: string])[] = [
  [
    "storefront",
    "Requests per second",
    { config: { seriesLimit: 3 } },
    "tiles.requests_per_second.config.series_limit",
  ],
  ["storefront", "Routes", { config: { having: "requests > 1" } }, "tiles.routes.config.having"],
  ["storefront", "Latency distribution", { h: 20 }, "tiles.latency_distribution.h"],
  [
    "clickhouse",
    "Slowest queries",
    { config: { sqlTemplate: "SELECT 1" } },
    "tiles.slowest_queries.config.sql_template",
  ],
  ["clickhouse", "Merges", { name: "Mergers" }, "tiles.merges.name"],
  ["payments", "Events", { config: { where: "a:b" } }, "tiles.events.config.where"],
  ["cluster", "Evictions", { config: { whereLanguage: "sql" } }, "tiles.evictions.config.where_language"],
  ["cluster", "CPU in use", { config: { color: "chart-red" } }, "tiles.cpu_in_use.config.color"],
];

/** The order of the tiles is not significant, because each tile has a position. */
function inAnyOrder({ tiles, ...dashboard }: Record<string, unknown>): unknown {
  const sorted = (tiles as { id: string }[]).sort((a, b) => (a.id < b.id ? -1 : 1));
  return { ...dashboard, tiles: sorted };
}

/**
 * Removes the defaults that a request omits because the server applies them: `whereLanguage` of a filter, and
 * `alignDateRangeToGranularity` and `showOperandSeries` of a chart (docs/internals/api-behavior.md 4.5, 4.6).
 */
function withoutOmittedDefaults(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, member) => {
    if (["alignDateRangeToGranularity", "showOperandSeries"].includes(key) && member === true) {
      return undefined;
    }
    if (member?.type === "QUERY_EXPRESSION" && member.whereLanguage === "sql") {
      const { whereLanguage: _, ...rest } = member;
      return rest;
    }
    return member;
  });
}

/** Declares the tests of dashboards that users made elsewhere. */
export function testExportedDashboards(deployment: DeploymentName): void {
  const environment = ENVIRONMENTS[deployment];

  describe(`dashboards that users made elsewhere (${deployment})`, () => {
    let emulator: Emulator;
    let workspace: ServedWorkspace;

    inServedWorkspaces(environment, (opened) => {
      ({ emulator, workspace } = opened);
    });

    const make = async (file: string) => {
      const { data } = (await ui(emulator, "POST", "/api/v2/dashboards", creationBody(file))) as {
        data: { id: string };
      };
      return data.id;
    };

    const synthesize = (build: (stack: TerraformStack) => void) => {
      const folder = synthesisedFolder((stack) => {
        new LocalBackend(stack, { path: "terraform.tfstate" });
        new ClickStackProvider(stack, "clickstack", { requestsPerWindow: 10_000 });
        build(stack);
      });
      workspace.write(readFileSync(join(folder, "cdk.tf.json"), "utf8"), "cdk.tf.json");
    };

    test("are created again from the files only, with another name and other sources, and the next plan is empty", async () => {
      synthesize((stack) => {
        const connections = { "Local ClickHouse": seedIds.connection };
        Dashboard.fromJson(stack, "browser", exportedText(EXPORTED.uiExport), { connections });
        Dashboard.fromJson(stack, "storefront", exportedText(EXPORTED.response), {
          name: "Copy",
          sources: {
            "66f1c0de0000000000000001": seedIds.logs,
            "66f1c0de0000000000000002": Source.byName(stack, "Traces"),
          },
          connections: { "66f1c0de00000000000000c1": seedIds.connection },
        });
      });
      await workspace.init();
      await workspace.apply();
      expect(await workspace.plannedDifferences()).toEqual([]);
      const { tiles } = await workspace.state("clickstack_dashboard.browser");
      expect(Object.keys(tiles as object)).toHaveLength(18);
    });

    test("are adopted unchanged by fromJson and an import, and the plan shows edits of others by tile and field", async () => {
      const ids = {} as Record<Name, string>;
      for (const name of NAMES) {
        ids[name] = await make(MADE_ELSEWHERE[name]);
      }
      const bodies = {} as Record<Name, Record<string, unknown>>;
      for (const name of NAMES) {
        bodies[name] = await stored(emulator, "dashboards", ids[name]);
      }

      synthesize((stack) => {
        for (const name of NAMES) {
          Dashboard.fromJson(stack, name, bodies[name]);
        }
      });
      const imports = NAMES.map((name) => `import {\n  to = clickstack_dashboard.${name}\n  id = "${ids[name]}"\n}\n`);
      workspace.write(imports.join("\n"), "imports.tf");
      await workspace.init();
      expect(await workspace.plannedDifferences()).toEqual([]);
      await workspace.applyPlanned();
      expect((await workspace.states()).size).toBe(NAMES.length);
      for (const name of NAMES) {
        expect(await stored(emulator, "dashboards", ids[name])).toEqual(bodies[name]);
      }

      for (const [name, tileName, change] of EDITS) {
        const tiles = bodies[name].tiles as { id: string; name: string }[];
        const tile = tiles.find((each) => each.name === tileName);
        await ui(emulator, "PATCH", `/api/v2/dashboards/${ids[name]}/tiles/${tile?.id}`, change);
      }
      expect(await workspace.plannedDifferences()).toEqual(
        EDITS.map(([name, , , named]) => `clickstack_dashboard.${name}: ${named}`).sort(),
      );
      await workspace.applyPlanned();
      expect(await workspace.plannedDifferences()).toEqual([]);
      for (const name of NAMES) {
        const kept = await stored(emulator, "dashboards", ids[name]);
        expect(withoutOmittedDefaults(inAnyOrder(kept))).toEqual(withoutOmittedDefaults(inAnyOrder(bodies[name])));
      }
    });
  });
}
