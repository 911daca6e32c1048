import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFolder } from "../../../../src/cli/code/folder/folder-code";
import { migrateSettings, migrationOf } from "../../../../src/cli/commands/migrate/settings";
import { writeProgram } from "../../../../src/cli/commands/migrate/write";

test.each([
  ["2026 boards", "2026-boards.ts", "group2026BoardsDashboards"],
  ["CON", "con-group.ts", "conGroupDashboards"],
])("the folder %s has a file and a function with valid names", async (group, file, functionName) => {
  const folder = mkdtempSync(join(tmpdir(), "migrate-"));
  try {
    const files = openFolder({ folder, format: "typescript", force: false });
    const context = migrationOf(migrateSettings.parse({}), new Map(), undefined, true);
    const tiles = { note: { name: "", x: 0, y: 0, w: 6, h: 4, config: { displayType: "markdown", markdown: "a" } } };
    const board = { type: "dashboard", id: context.idOf("a"), name: "Shop", fields: { name: "Shop", tiles } } as const;
    await writeProgram([{ ...board, group }], context, {
      ...{ folder, format: "typescript", files, deployment: undefined, others: [] },
    });

    expect(readFileSync(join(folder, "dashboards", file), "utf8")).toContain(`export function ${functionName}(`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
