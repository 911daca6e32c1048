import { execFileSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { engineEnvironment, runEngine } from "../../../src/cli/engine/engine";
import { findEngine } from "../../../src/cli/engine/find-engine";
import { IMPORTED_TYPES } from "../../../src/cli/project/imported-types";
import { createAlertsWithCharts } from "../alerts-with-charts";
import { emulatorForTests } from "../emulator/emulator-for-tests";
import { environmentFor } from "../environment";
import { ImportedFolder } from "../imported-folder";
import { openSourceClient } from "../imported-model";
import { longTest } from "../long-test";
import { createTeamDashboards } from "../team-dashboards";
import { ui } from "../ui";

const EVERY_TYPE = IMPORTED_TYPES.flatMap((type) => ["--type", type]);

/** The steps that a user follows after the first apply. */
function withoutImports(folder: ImportedFolder): void {
  rmSync(join(folder.path, "imports.ts"));
  folder.change("main.ts", (line) => (/import \{ imports \}|"import", imports/.test(line) ? [] : [line]));
}

interface PlannedResource {
  readonly change: { readonly actions: readonly string[]; readonly importing?: object };
}

/** Declares the tests of a program that `import` writes, with the built command. */
export function testImports(count: 5 | 10): void {
  describe(`${count} large dashboards with alerts`, () => {
    const emulator = emulatorForTests();
    let environment: Record<string, string>;

    beforeAll(async () => {
      environment = environmentFor(emulator.endpoints);
      const client = openSourceClient(emulator);
      await createTeamDashboards(client, emulator, count);
      await createAlertsWithCharts(emulator);
      await client.close();
    });

    beforeEach(() => emulator.resetRequests());
    const run = async (directory: string, ...args: string[]) => {
      const result = await runEngine(findEngine(), args, { workingDirectory: directory, environment });
      if (result.exitCode !== 0) {
        throw new Error(`${args.join(" ")}: ${result.stdout}${result.stderr}`);
      }
      return result.stdout;
    };

    /** Returns each different action of a plan once, and the number of resources that the plan imports. */
    const planned = async (directory: string) => {
      await run(directory, "plan", "-out=plan.tfplan");
      const plan = JSON.parse(await run(directory, "show", "-json", "plan.tfplan"));
      const resources: readonly PlannedResource[] = plan.resource_changes;
      return {
        actions: [...new Set(resources.flatMap(({ change }) => change.actions))],
        imports: resources.filter(({ change }) => change.importing).length,
      };
    };

    /** Requests that could change an object. A validation stores nothing. */
    const writes = () =>
      emulator.requests.filter(({ method, path }) => method !== "GET" && !path.endsWith("/validate"));

    test("are imported as TypeScript whose first plan contains only imports and whose next plan is empty", async () => {
      const folder = new ImportedFolder(environment);
      try {
        const { exitCode, stdout } = await folder.importWithBuild("--no-verify", "--json");
        const { objects, leftOut, verification } = JSON.parse(stdout);
        expect({ exitCode, leftOut, verification }).toEqual({
          exitCode: 0,
          leftOut: [],
          verification: { status: "skipped", reason: "The verification was turned off with --no-verify." },
        });
        const stack = await folder.synthesize();
        await run(stack, "init");
        expect(await planned(stack)).toEqual({ actions: ["no-op"], imports: objects.length });
        await run(stack, "apply", "plan.tfplan");

        withoutImports(folder);
        await folder.synthesize();
        expect(await planned(stack)).toEqual({ actions: ["no-op"], imports: 0 });
        expect(writes()).toEqual([]);
      } finally {
        folder.remove();
      }
    });

    longTest("are imported as formatted strict TypeScript, with every resource type", async () => {
      const folder = new ImportedFolder(environment);
      try {
        await folder.importWithBuild("--no-verify", "--force", ...EVERY_TYPE);
        expect(folder.compile()).toBe("");
        expect(folder.lint()).toBe("");
      } finally {
        folder.remove();
      }
    });

    longTest(
      "are verified as TypeScript without installed packages, and a later import keeps edits and reports their effect",
      async () => {
        const folder = new ImportedFolder(environment, false);
        const checkout = ["--name", "Checkout", "--json"];
        try {
          const first = await folder.importWithBuild(...checkout);
          const { verification, objects } = JSON.parse(first.stdout);
          expect(first.exitCode).toBe(0);
          expect(objects.map(({ address }: { address: string }) => address).sort()).toEqual(
            [...verification.imported].sort(),
          );
          expect(verification).toMatchObject({ status: "verified", engine: findEngine().name, missing: [] });
          expect(verification.imported).toContain("clickstack_alert.checkout-too-many-errors");

          const edited = folder.change("dashboards/checkout.ts", (line) => [
            line.replace('name: "Checkout"', 'name: "Basket"'),
          ]);
          withoutImports(folder);
          const second = await folder.importWithBuild(...checkout);
          const report = JSON.parse(second.stdout);
          expect(second.exitCode).toBe(2);
          expect(folder.read("dashboards/checkout.ts")).toBe(edited);
          expect(report.files).toEqual(
            expect.arrayContaining([
              { path: "dashboards/checkout.ts", status: "kept" },
              { path: "imports.ts", status: "deleted" },
              // Only the generated comment above the removed lines is left, so the import removes it too.
              { path: "main.ts", status: "written" },
            ]),
          );
          expect(report.verification).toEqual({
            status: "differs",
            engine: findEngine().name,
            changes: [{ address: "clickstack_dashboard.checkout", actions: ["update"], paths: ["name"] }],
          });
          expect(writes()).toEqual([]);
          expect(readdirSync(folder.path).filter((name) => name.startsWith(".cdk-clickstack-verify"))).toEqual([]);
        } finally {
          folder.remove();
        }
      },
    );

    test("are imported as verified HCL in the format of terraform fmt, with references and without webhook addresses", async () => {
      const folder = new ImportedFolder(environment);
      const client = openSourceClient(emulator);
      const [dashboard] = (await client.dashboards.list()).filter(({ name }) => name === "Payments");
      const tile = dashboard?.tiles.find(({ name }) => name === "Latency (p95)");
      const format = (more: object) => ({ config: { numberFormat: { output: "duration", factor: 1e-9, ...more } } });
      await client.close();
      try {
        await ui(
          emulator,
          "PATCH",
          `/api/v2/dashboards/${dashboard?.id}/tiles/${tile?.id}`,
          format({ rounding: "up" }),
        );
        const { exitCode, stdout, stderr } = await folder.importWithBuild("--format", "hcl", "--json", ...EVERY_TYPE);
        const { objects, leftOut, verification } = JSON.parse(stdout);
        expect(leftOut).toEqual([]);
        expect(verification).toMatchObject({ status: "verified", missing: [] });
        expect(verification.imported).toHaveLength(objects.length);
        expect(exitCode).toBe(0);
        expect(stderr).not.toMatch(/Warning|rror/);
        expect(
          execFileSync(findEngine().path, ["fmt", "-check", "-diff", "-recursive"], {
            cwd: folder.path,
            encoding: "utf8",
            env: engineEnvironment(),
          }),
        ).toBe("");
        expect(folder.read("dashboard_payments.tf")).toContain(
          "# Set on the server and cannot be declared: tiles.latency_p95.config.numberFormat.rounding. Updates do not change it.\n",
        );
        await run(folder.path, "init");
        expect(folder.read("webhooks.tf")).not.toContain("hooks.slack.com");
        expect(writes()).toEqual([]);
      } finally {
        await ui(emulator, "PATCH", `/api/v2/dashboards/${dashboard?.id}/tiles/${tile?.id}`, format({}));
        folder.remove();
      }
    });
  });
}
