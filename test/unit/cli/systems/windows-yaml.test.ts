import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { readServices } from "../../../../examples/services-yaml/services";
import { readFiles } from "../../../../src/cli/commands/migrate/input/read-files";
import { readMigrateSettings } from "../../../../src/cli/commands/migrate/settings";
import { readDriftRules } from "../../../../src/cli/project/drift-rules";
import { temporaryFolder } from "../../../support/constructs/synthesize";

const ROOT = join(__dirname, "..", "..", "..", "..");
const VERSION = "test/fixtures/versions/0.1.0";

const readInput = (path: string) => {
  const { documents, problems } = readFiles([path]);
  return { documents: documents.map((each) => ({ ...each, file: relative(path, each.file) })), problems };
};

test.each<[string, (path: string) => unknown]>([
  [`${VERSION}/drift.yaml`, readDriftRules],
  ["examples/ci/github/.clickstack-drift.yaml", readDriftRules],
  [`${VERSION}/migrate.yaml`, (path) => readMigrateSettings(path, path)],
  ["test/fixtures/migrate/grafana/alerting", readInput],
  ["examples/services-yaml/services.yaml", readServices],
])("%s has the same content with the line ends of Windows", (path, read) => {
  const folder = temporaryFolder();
  const copy = join(folder, path);
  cpSync(join(ROOT, path), copy, { recursive: true });
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".yaml"));
  for (const name of files) {
    const file = join(folder, name);
    const text = readFileSync(file, "utf8").replaceAll("\n", "\r\n");
    writeFileSync(file, text);
    expect(text).toMatch(/[^\r]\r\n/);
  }
  expect(files.length).toBeGreaterThan(0);
  expect(read(copy)).toEqual(read(join(ROOT, path)));
  expect(JSON.stringify(read(copy))).not.toContain("\\r");
});

test("an error in settings with the line ends of Windows contains the line", () => {
  const file = join(temporaryFolder(), "drift.yaml");
  writeFileSync(file, "# Rules\r\nignore:\r\n  - what: moved\r\n");
  expect(() => readDriftRules(file)).toThrow(`${file}:3: ignore.0.what: `);
});
