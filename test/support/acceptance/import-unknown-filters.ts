import { runEngine } from "../../../src/cli/engine/engine";
import { findEngine } from "../../../src/cli/engine/find-engine";
import { type Emulator, seedIds } from "../../../src/emulator";
import { emulatorForEachTest } from "../emulator/emulator-for-tests";
import { environmentFor } from "../environment";
import { ImportedFolder } from "../imported-folder";
import { openSourceClient } from "../imported-model";
import { stored, ui } from "../ui";

const ADHOC = { id: "c00000000000000000000001", type: "ADHOC", name: "Pod", key: "pod" };
const LATER = { id: "c00000000000000000000002", type: "LATER", name: "Region", values: ["eu", "us"] };
const QUERY = { type: "QUERY_EXPRESSION", name: "Service", expression: "ServiceName", sourceId: seedIds.logs };

const FILES = { typescript: "dashboards/pods.ts", hcl: "dashboard_pods.tf" } as const;

type Format = keyof typeof FILES;

/**
 * Declares the tests of an import with filters that only a newer server has.
 * @param formats formats of the code, which the engine verifies and applies
 */
export function testUnknownFilters(formats: readonly Format[]): void {
  describe("a dashboard with filters of unknown types", () => {
    let emulator: Emulator;
    let environment: Record<string, string>;
    let dashboardId: string;
    emulatorForEachTest((each) => {
      emulator = each;
    });

    beforeEach(async () => {
      environment = environmentFor(emulator.endpoints);
      const client = openSourceClient(emulator);
      const made = await client.dashboards.create({ name: "Pods", tiles: [], filters: [QUERY] });
      await client.close();
      dashboardId = made.id;
      const { data } = (await ui(emulator, "GET", `/raw/dashboards/${dashboardId}`)) as { data: { filters: object[] } };
      const filters = [ADHOC, ...data.filters, LATER];
      await ui(emulator, "PUT", `/raw/dashboards/${dashboardId}`, { ...data, filters });
    });

    test.each(formats)("is imported as %s with an empty plan, and an update keeps the filters", async (format) => {
      const file = FILES[format];
      const folder = new ImportedFolder(environment);
      const terraform = async (workingDirectory: string, ...args: string[]) => {
        const result = await runEngine(findEngine(), args, { workingDirectory, environment: folder.environment });
        expect(result.exitCode).toBe(0);
        expect(result.stdout + result.stderr).toEqual(expect.anything());
        return result.stdout;
      };
      try {
        const { exitCode, stdout } = await folder.import("--format", format, "--json");
        const { verification, leftOut } = JSON.parse(stdout);
        expect({ verification, leftOut, exitCode }).toMatchObject({
          verification: { status: "verified", missing: [] },
          leftOut: [],
          exitCode: 0,
        });
        expect(folder.read(file)).toContain("filters.0, filters.2");
        const before = await stored(emulator, "dashboards", dashboardId);
        const work = format === "hcl" ? folder.path : await folder.synthesize();
        await terraform(work, "init");
        await terraform(work, "apply", "-auto-approve");
        expect(await stored(emulator, "dashboards", dashboardId)).toEqual(before);
        folder.change(file, (line) => [line.replace('"Pods"', '"Renamed"')]);
        if (format === "typescript") {
          await folder.synthesize();
        }
        await terraform(work, "apply", "-auto-approve");
        expect(await stored(emulator, "dashboards", dashboardId)).toEqual({ ...before, name: "Renamed" });
        expect(before.filters).toEqual([ADHOC, expect.objectContaining({ name: "Service" }), LATER]);
        await terraform(work, "plan", "-detailed-exitcode");
      } finally {
        folder.remove();
      }
    });
  });
}
