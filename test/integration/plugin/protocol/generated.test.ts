import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { tablesText } from "../../../../scripts/protocol/tables-text";

const ROOT = join(__dirname, "..", "..", "..", "..");
const FOLDER = join(ROOT, "src", "plugin", "protocol");

test("the codec's tables match the output of `npm run protocol`", () => {
  const biome = join(ROOT, "node_modules", "@biomejs", "biome", "bin", "biome");
  const formatted = execFileSync(process.execPath, [biome, "format", "--stdin-file-path", join(FOLDER, "tables.ts")], {
    cwd: ROOT,
    encoding: "utf8",
    input: tablesText(),
  });
  expect(readFileSync(join(FOLDER, "tables.ts"), "utf8")).toBe(formatted);
});
