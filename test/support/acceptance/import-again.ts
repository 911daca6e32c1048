import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runEngine } from "../../../src/cli/engine/engine";
import { findEngine } from "../../../src/cli/engine/find-engine";
import { type Emulator, seedIds } from "../../../src/emulator";
import { emulatorForEachTest } from "../emulator/emulator-for-tests";
import { environmentFor } from "../environment";
import { ImportedFolder } from "../imported-folder";
import { openSourceClient } from "../imported-model";

const place = { x: 0, y: 0, w: 6, h: 4 };
const count = [{ aggFn: "count" }];
const channels = [{ type: "webhook", webhookId: seedIds.slackWebhook }];

interface Plan {
  readonly resource_changes?: readonly {
    readonly address: string;
    readonly mode: string;
    readonly change: { readonly actions: readonly string[]; readonly importing?: object };
  }[];
}

/** Names of files and the start of a comment in code of each format. */
const FORMATS = {
  typescript: {
    ...{ imports: "imports.ts", searches: "saved-searches.ts", moreSearches: "saved-searches-2.ts" },
    mark: "// Ours.",
  },
  hcl: {
    ...{ imports: "imports.tf", searches: "saved_searches.tf", moreSearches: "saved_searches_2.tf" },
    mark: "# Ours.",
  },
} as const;

/** Declares the tests of an import of other objects into a folder that contains code of the format. */
export function testImportsAgain(format: keyof typeof FORMATS): void {
  describe(`an import of other objects into a folder of ${format}`, () => {
    const { imports, searches, moreSearches, mark } = FORMATS[format];
    let emulator: Emulator;
    let folder: ImportedFolder;
    let client: ReturnType<typeof openSourceClient>;

    /** A dashboard with an alert. */
    const create = async (name: string, more: object = {}) => {
      const config = { displayType: "number", sourceId: seedIds.logs, select: count };
      const made = await client.dashboards.create({ name, tiles: [{ name: "Errors", ...place, config }], ...more });
      const tileId = String(made.tiles[0]?.id);
      const alert = {
        source: "tile",
        dashboardId: made.id,
        tileId,
        interval: "5m",
        threshold: 1,
        thresholdType: "above",
      };
      await client.alerts.create({ ...alert, channels, name: `${name} fails` });
      return made.id;
    };
    emulatorForEachTest((each) => {
      emulator = each;
    });

    beforeEach(async () => {
      client = openSourceClient(emulator);
      await create("Checkout");
      await create("Payments");
      for (const name of ["Slow", "Broken"]) {
        await client.savedSearches.create({ name, sourceId: seedIds.logs });
      }
      folder = new ImportedFolder(environmentFor(emulator.endpoints));
    });

    afterEach(async () => {
      folder.remove();
      await client.close();
    });

    const bring = async (...words: string[]) => {
      const { stdout, stderr, exitCode } = await folder.import("--format", format, "--json", ...words);
      if (stdout === "") {
        throw new Error(stderr);
      }
      return { exitCode, ...JSON.parse(stdout) };
    };
    const named = (name: string) => ["--name", name];
    const terraform = async (directory: string, ...args: string[]) => {
      const result = await runEngine(findEngine(), args, {
        workingDirectory: directory,
        environment: folder.environment,
      });
      if (result.exitCode !== 0) {
        throw new Error(`${args.join(" ")}: ${result.stdout}${result.stderr}`);
      }
      return result.stdout;
    };
    /** Runs the plan in the way that the README describes. */
    const planned = async () => {
      const directory = format === "typescript" ? await folder.synthesize() : folder.path;
      await terraform(directory, "init");
      await terraform(directory, "plan", "-out=p.tfplan");
      const plan = JSON.parse(await terraform(directory, "show", "-json", "p.tfplan")) as Plan;
      const resources = (plan.resource_changes ?? []).filter(({ mode }) => mode === "managed");
      return {
        imported: resources.filter(({ change }) => change.importing).map(({ address }) => address),
        changed: resources.filter(({ change }) => change.actions.join() !== "no-op").map(({ address }) => address),
        all: resources.map(({ address }) => address),
        apply: () => terraform(directory, "apply", "p.tfplan"),
      };
    };
    const codeOf = (name: string) => (format === "typescript" ? `dashboards/${name}.ts` : `dashboard_${name}.tf`);
    const alertOf = (name: string) => `clickstack_alert.${name}${format === "typescript" ? "-" : "_"}fails`;
    const both = ["checkout", "payments"].flatMap((name) => [alertOf(name), `clickstack_dashboard.${name}`]).sort();

    test("adds to the existing code, and the verification covers all of it", async () => {
      await bring("--no-verify", ...named("Checkout"));
      const before = folder.read(codeOf("checkout"));
      const second = await bring(...named("Payments"));
      expect(second.verification).toMatchObject({ status: "verified", missing: [] });
      expect([...second.verification.imported].sort()).toEqual(both);
      expect(second.objects.map((each: { address: string; status: string }) => [each.address, each.status])).toEqual([
        ["clickstack_dashboard.payments", "added"],
        [alertOf("payments"), "added"],
      ]);
      expect(second.exitCode).toBe(0);
      expect(folder.read(codeOf("checkout"))).toBe(before);
      if (format === "typescript") {
        expect(folder.lint()).toBe("");
      }
      const plan = await planned();
      expect(plan.imported.sort()).toEqual(both);
      expect(plan.changed).toEqual([]);
    });

    test("imports no object twice, and reports the objects that are already in the code", async () => {
      await bring("--no-verify", ...named("Checkout"));
      const again = await bring(...named("Checkout"));
      expect(again.objects.map((each: { status: string }) => each.status)).toEqual(["present", "present"]);
      expect(again.files.map((each: { status: string }) => each.status)).not.toContain("written");
      expect(again.verification).toMatchObject({ status: "verified", missing: [] });
      const { stdout } = await folder.import("--format", format, "--no-verify", ...named("Checkout"));
      expect(stdout).toMatch(/^Imported no new objects into /);
      expect(stdout).toContain(
        `Already in the folder, and not imported again: 1 dashboard, 1 alert.\n  dashboard "Checkout": clickstack_dashboard.checkout\n`,
      );
    });

    test("keeps applied and edited code, and the next plan imports only the new objects", async () => {
      await bring("--no-verify", ...named("Checkout"), ...named("Slow"));
      const first = await planned();
      await first.apply();
      rmSync(join(folder.path, imports));
      const edit = (file: string) => folder.change(file, (line) => (line === "" ? [line] : [line, mark]).slice(0, 2));
      const edited = { [codeOf("checkout")]: edit(codeOf("checkout")), [searches]: edit(searches) };
      if (format === "typescript") {
        folder.change("main.ts", (line) => {
          if (/import \{ imports \}|"import", imports/.test(line)) {
            return [];
          }
          return line === "app.synth();" ? ['console.log("ours");', line] : [line];
        });
      }

      const second = await bring(...named("Payments"), ...named("Broken"));
      expect(second.verification).toMatchObject({ status: "verified", missing: [] });
      for (const [file, text] of Object.entries(edited)) {
        expect(folder.read(file)).toBe(text);
      }
      if (format === "typescript") {
        expect(second.files).toContainEqual({ path: "main.ts", status: "extended" });
        expect(folder.read("main.ts")).toContain('console.log("ours");\napp.synth();');
        expect(folder.compile()).toBe("");
      }
      expect(second.files).toContainEqual({
        path: moreSearches,
        status: "written",
      });
      const plan = await planned();
      expect(plan.imported.sort()).toEqual(
        [alertOf("payments"), "clickstack_dashboard.payments", "clickstack_saved_search.broken"].sort(),
      );
      expect(plan.changed).toEqual([]);
      expect(plan.all).toHaveLength(6);
      await plan.apply();
      const third = await bring(...named("Broken"));
      expect(third.objects).toEqual([expect.objectContaining({ name: "Broken", status: "present" })]);
      expect(third.verification).toMatchObject({ status: "verified", missing: [] });
    });

    test("writes a new alert on an edited dashboard to a separate file", async () => {
      await bring("--no-verify", ...named("Checkout"));
      const edited = folder.change(codeOf("checkout"), (line) => (line === "" ? [line] : [line, mark]));
      const [dashboard] = await client.dashboards.list();
      const checkout = (await client.dashboards.list()).find(({ name }) => name === "Checkout") ?? dashboard;
      const tileId = String(checkout?.tiles[0]?.id);
      const alert = {
        source: "tile",
        dashboardId: checkout?.id,
        tileId,
        interval: "1h",
        threshold: 2,
        thresholdType: "above",
      };
      await client.alerts.create({ ...alert, channels, name: "Second" } as never);
      const second = await bring(...named("Checkout"));
      expect(second.verification).toMatchObject({ status: "verified", missing: [] });
      expect(second.verification.imported).toHaveLength(3);
      expect(folder.read(codeOf("checkout"))).toBe(edited);
      const alerts = folder.read(format === "typescript" ? "alerts.ts" : "alerts.tf");
      expect(alerts).toContain(
        format === "typescript" ? 'on: checkout.tile("errors")' : 'clickstack_dashboard.checkout.tile_ids["errors"]',
      );
    });

    test("merges changes on the server into edited code, and marks conflicts", async () => {
      await bring("--no-verify", ...named("Slow"));
      const [slow] = (await client.savedSearches.list()).filter(({ name }) => name === "Slow");
      const setWhere = (where: string) =>
        client.savedSearches.update(String(slow?.id), { name: "Slow", sourceId: seedIds.logs, where });
      writeFileSync(join(folder.path, searches), `${mark}\n${folder.read(searches)}`);
      await setWhere("level:error");
      const second = await bring(...named("Slow"));
      expect(second.files).toContainEqual({ path: searches, status: "extended" });
      expect(second.verification).toMatchObject({ status: "verified", missing: [] });
      expect(folder.read(searches)).toMatch(mark);
      folder.change(searches, (line) => [line.replace("level:error", "level:warn")]);
      await setWhere("level:fatal");
      const { files, verification, exitCode } = await bring(...named("Slow"));
      expect(files).toContainEqual({ path: searches, status: "conflict" });
      expect(verification).toEqual({
        status: "skipped",
        reason: `There are conflicts in ${searches}. Fix: Resolve them and import again.`,
      });
      expect(exitCode).toBe(2);
      expect(folder.read(searches)).toMatch(
        /^<<<<<<< edited\n.*level:warn.*\n=======\n.*level:fatal.*\n>>>>>>> imported$/m,
      );
    });

    test("keeps the code of objects that were deleted on the server, and reports them", async () => {
      await bring("--no-verify", ...named("Slow"), ...named("Broken"));
      const [slow] = (await client.savedSearches.list()).filter(({ name }) => name === "Slow");
      await client.savedSearches.delete(String(slow?.id));
      const second = await bring(...named("Payments"));
      expect(second.notes).toContainEqual(
        `clickstack_saved_search.slow in ${searches} was deleted on the server. The next apply creates it again. Fix: Remove it from the code if it is not needed.`,
      );
      expect(folder.read(searches)).toContain('"Slow"');
      expect(second.verification).toMatchObject({
        status: "differs",
        changes: [{ address: "clickstack_saved_search.slow", actions: ["create"] }],
      });
    });

    test("is refused in another language than the existing code", async () => {
      await bring("--no-verify", ...named("Checkout"));
      const other = format === "hcl" ? "typescript" : "hcl";
      const { exitCode, stderr } = await folder.import("--format", other, ...named("Payments"));
      expect(exitCode).toBe(1);
      expect(stderr).toContain(`Fix: Set --format ${format}, or name another folder.`);
    });
  });
}
