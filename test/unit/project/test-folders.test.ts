import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { refusedImports } from "../../support/unit-test-rule";

const TEST = join(__dirname, "..", "..");
const HELPERS = [TEST, join(TEST, "..", "scripts")];

function testFiles(folder: string): readonly string[] {
  return readdirSync(join(TEST, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(test|long)\.ts$/.test(name))
    .map((name) => join(TEST, folder, name));
}

test("unit tests start no program and no server, and need no build", () => {
  const refused = testFiles("unit").flatMap((file) =>
    refusedImports(file, HELPERS).map((name) => `${relative(TEST, file)}: ${name}`),
  );
  expect(refused).toEqual([]);
});

test("tests of other folders violate the rule for unit tests", () => {
  const commands = join(TEST, "integration", "docs", "code-blocks.test.ts");
  expect(refusedImports(commands, HELPERS)).toContain("node:child_process");
  const emulator = join(TEST, "integration", "emulator", "charts.test.ts");
  expect(refusedImports(emulator, HELPERS)).toContain("../../../src/emulator");
});

test("each test file is in the folder of its test type", () => {
  const kinds = ["unit", "integration", "contract", "acceptance"];
  const inKinds = new Set(kinds.flatMap(testFiles));
  expect(testFiles(".").filter((file) => !inKinds.has(file))).toEqual([]);
});
