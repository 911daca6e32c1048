import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateSettings, migrationOf, readMigrateSettings } from "../../../../src/cli/commands/migrate/settings";

test("a connection of the managed deployment is an id, and a name is a note", () => {
  const id = "5f00000000000000000000c0";
  const settings = migrateSettings.parse({ datasources: { a: { connection: id }, b: { connection: "Main" } } });
  const context = migrationOf(settings, new Map(), undefined, false);

  expect(context.connectionOf("a").connectionId).toBe(id);
  expect([...context.missing]).toEqual([]);
  expect(context.connectionOf("b").connectionId).toMatch(/^[0-9a-f]{24}$/);
  expect([...context.missing]).toEqual([
    'ClickHouse Cloud does not list the connection "Main". Fix: Set its id as `connection` in migrate.yaml.',
  ]);
});

test.each([
  ["noData: sometimes", /^\S+migrate\.yaml:1: noData: Must be .*\nFix: Correct the file\.$/],
  ["paused: [", /^\S+migrate\.yaml: .*\. Fix: Correct the file\.$/],
])("the settings %j are an error with a fix", (text, message) => {
  const folder = mkdtempSync(join(tmpdir(), "migrate-"));
  try {
    writeFileSync(join(folder, "migrate.yaml"), text);

    expect(() => readMigrateSettings(undefined, join(folder, "migrate.yaml"))).toThrow(message);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
