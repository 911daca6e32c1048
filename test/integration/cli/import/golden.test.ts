import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeHcl, writeTypeScript } from "../../../support/cli/import/written-code";
import { startEmulator } from "../../../support/emulator/emulator-for-tests";
import { importedModel, openSourceClient } from "../../../support/imported-model";
import { createTeamDashboards } from "../../../support/team-dashboards";

const FOLDER = join(__dirname, "..", "..", "..", "fixtures", "import");

/** The import sends one list request per type, for any number of objects. */
const ONE_LIST_PER_KIND = ["dashboards", "alerts", "saved-searches", "webhooks", "sources", "connections"].map(
  (type) => `GET /api/v2/${type}`,
);

/** People read these files. After an intended change, check the new text and then copy it into the file. */
test.each([
  ["checkout.ts", writeTypeScript, "dashboards/checkout.ts"],
  ["checkout.tf", writeHcl, "dashboard_checkout.tf"],
] as const)(
  "an imported dashboard equals the expected file %s, and the import requests one list per resource type",
  async (golden, write, path) => {
    await using emulator = await startEmulator();
    const client = openSourceClient(emulator);
    await createTeamDashboards(client, emulator);
    await client.close();
    emulator.resetRequests();
    const files = write(await importedModel(emulator, { types: ["dashboard", "alert"] }));
    expect(emulator.requests.map(({ method, path: asked }) => `${method} ${asked}`)).toEqual(ONE_LIST_PER_KIND);
    const found = files.find((each) => each.path === path);
    expect(found?.text).toBe(readFileSync(join(FOLDER, golden), "utf8"));
  },
);
