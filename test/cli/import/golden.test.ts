import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeHcl } from "../../../src/cli/import/hcl/write-hcl";
import { writeTypeScript } from "../../../src/cli/import/typescript/write-typescript";
import { Emulator } from "../../../src/emulator";
import { importedModel, openSourceClient } from "../../support/imported-model";
import { createTeamDashboards } from "../../support/team-dashboards";

const FOLDER = join(__dirname, "..", "..", "fixtures", "import");

/** The files are read by people: after a change on purpose, look at the new text, and then put it there. */
test.each([
  ["checkout.ts", writeTypeScript, "dashboards/checkout.ts"],
  ["checkout.tf", writeHcl, "dashboard_checkout.tf"],
] as const)("an imported dashboard reads as %s", async (golden, write, path) => {
  const emulator = new Emulator({ limits: false });
  await emulator.start();
  try {
    const client = openSourceClient(emulator);
    await createTeamDashboards(client, emulator);
    await client.close();
    const files = write(await importedModel(emulator, { kinds: ["dashboard", "alert"] }));
    const found = files.find((each) => each.path === path);
    expect(found?.text).toBe(readFileSync(join(FOLDER, golden), "utf8"));
  } finally {
    await emulator.stop();
  }
});
