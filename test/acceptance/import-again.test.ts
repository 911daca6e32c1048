import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runEngine } from "../../src/cli/engine/engine";
import { findEngine } from "../../src/cli/engine/find-engine";
import { seedIds } from "../../src/emulator";
import { startEmulator } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { ImportedFolder } from "../support/imported-folder";
import { openSourceClient } from "../support/imported-model";

test("an import omits an object that was declared by hand and applied", async () => {
  await using emulator = await startEmulator();
  const folder = new ImportedFolder(environmentFor(emulator.endpoints));
  const terraform = async (...args: string[]) => {
    const result = await runEngine(findEngine(), args, {
      workingDirectory: folder.path,
      environment: folder.environment,
    });
    if (result.exitCode !== 0) {
      throw new Error(`${args.join(" ")}: ${result.stdout}${result.stderr}`);
    }
  };
  const client = openSourceClient(emulator);
  try {
    await client.savedSearches.create({ name: "Slow", sourceId: seedIds.logs });
    await folder.import("--format", "hcl", "--no-verify", "--name", "Slow");
    const own = `resource "clickstack_saved_search" "mine" {\n  name      = "Mine"\n  source_id = "${seedIds.logs}"\n}\n`;
    writeFileSync(join(folder.path, "own.tf"), own);
    await terraform("init");
    await terraform("apply", "-auto-approve");
    const { stdout } = await folder.import("--format", "hcl", "--json", "--type", "saved_search");
    const { objects, verification } = JSON.parse(stdout);
    expect(objects.map((each: object) => Object.values(each).slice(2))).toEqual([
      ["Slow", "clickstack_saved_search.slow", "present"],
      ["Mine", "clickstack_saved_search.mine", "present"],
    ]);
    expect(verification).toMatchObject({ status: "verified", missing: [] });
    expect(folder.read("saved_searches.tf")).not.toContain("Mine");
  } finally {
    await client.close();
    folder.remove();
  }
});
