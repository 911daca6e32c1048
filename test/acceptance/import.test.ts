import { readdirSync, rmSync } from "node:fs";
import { findEngine, runEngine } from "../../src/cli/engine/engine";
import { Emulator } from "../../src/emulator";
import { environmentFor } from "../support/environment";
import { ImportedFolder } from "../support/imported-folder";
import { openSourceClient } from "../support/imported-model";
import { createTeamDashboards } from "../support/team-dashboards";

/** What a plan would do, by action, and what it would import. */
interface Planned {
  readonly actions: readonly string[];
  readonly imports: number;
}

describe("ten large dashboards with alerts, imported", () => {
  let emulator: Emulator;
  let folder: ImportedFolder;

  beforeAll(async () => {
    emulator = new Emulator({ limits: false });
    const environment = environmentFor(await emulator.start());
    const client = openSourceClient(emulator);
    await createTeamDashboards(client, emulator);
    await client.close();
    folder = new ImportedFolder(environment);
  });

  afterAll(async () => {
    folder.remove();
    await emulator.stop();
  });

  const run = async (directory: string, ...args: string[]) => {
    const result = await runEngine(findEngine(), args, {
      workingDirectory: directory,
      environment: folder.environment,
    });
    if (result.exitCode !== 0) throw new Error(`${args.join(" ")}: ${result.stdout}${result.stderr}`);
    return result.stdout;
  };

  const planned = async (directory: string): Promise<Planned> => {
    await run(directory, "plan", "-out=plan.tfplan");
    const { resource_changes: changes = [] } = JSON.parse(await run(directory, "show", "-json", "plan.tfplan"));
    return {
      actions: [...new Set<string>(changes.flatMap(({ change }: { change: { actions: string[] } }) => change.actions))],
      imports: changes.filter(({ change }: { change: { importing?: object } }) => change.importing).length,
    };
  };

  const writes = () =>
    emulator.requests.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);

  test("as TypeScript: compiles under strict, is formatted, plans nothing but imports, and nothing after them", async () => {
    const before = writes().length;
    const { exitCode, stdout, stderr } = await folder.import("--json");
    const report = JSON.parse(stdout);
    expect(stderr).not.toMatch(/error|Warning/);
    expect(report.leftOut).toEqual([]);
    expect(report.verification).toMatchObject({ status: "proved", missing: [] });
    expect(exitCode).toBe(0);
    expect(folder.compile()).toBe("");
    expect(folder.lint()).toBe("");

    const stack = await folder.synthesise();
    await run(stack, "init");
    expect(await planned(stack)).toEqual({ actions: ["no-op"], imports: report.objects.length });
    await run(stack, "apply", "plan.tfplan");
    expect(await planned(stack)).toEqual({ actions: ["no-op"], imports: 0 });

    rmSync(`${folder.path}/imports.ts`);
    folder.write(
      "main.ts",
      folder
        .read("main.ts")
        .split("\n")
        .filter((line) => !/import blocks|imports/.test(line))
        .join("\n"),
    );
    expect(folder.compile()).toBe("");
    expect(await planned(await folder.synthesise())).toEqual({ actions: ["no-op"], imports: 0 });
    expect(writes().length).toBe(before);
    expect(readdirSync(folder.path).sort()).toEqual(
      [
        ".cdk-clickstack-import.json",
        "README.md",
        "api-keys.ts",
        "cdktf.out",
        "dashboards",
        "main.ts",
        "saved-searches.ts",
      ].sort(),
    );
  });
});
