/**
 * Regenerates the code of Terraform's protocol after a change of the .proto files. `buf` generates the types and
 * descriptors of the test host (`*_pb.ts`); npm fetches it for this run, because it has 100 MB. The runtime's tables
 * (tables.ts) come from the descriptors. `--tables` regenerates only the tables and fetches nothing.
 *
 *     npm run protocol -- [--tables]
 */

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const ROOT = join(__dirname, "..", "..");
const FOLDER = join(ROOT, "src", "plugin", "protocol");
const DESCRIPTORS = join(ROOT, "test", "support", "plugin", "protocol");

const BUF = ["@bufbuild/buf@1.75.0", "@bufbuild/protoc-gen-es@2.9.0"];
const TEMPLATE = JSON.stringify({
  version: "v2",
  plugins: [{ local: "protoc-gen-es", out: DESCRIPTORS, opt: ["target=ts", "import_extension=none"] }],
});

async function main(): Promise<void> {
  if (!process.argv.includes("--tables")) {
    generateDescriptors();
  }
  // Runs after the descriptors were generated, because the tables are read from them.
  const { tablesText } = await import("./tables-text");
  const target = join(FOLDER, "tables.ts");
  writeFileSync(target, tablesText());
  const biome = join(ROOT, "node_modules", "@biomejs", "biome", "bin", "biome");
  execFileSync(process.execPath, [biome, "format", "--write", relative(ROOT, target)], { cwd: ROOT, stdio: "inherit" });
}

function generateDescriptors(): void {
  const packages = BUF.flatMap((name) => ["--package", name]);
  execFileSync(
    "npm",
    ["exec", "--yes", "--ignore-scripts", ...packages, "--", "buf", "generate", FOLDER, "--template", TEMPLATE],
    {
      cwd: ROOT,
      stdio: "inherit",
    },
  );
  for (const name of readdirSync(DESCRIPTORS).filter((each) => each.endsWith("_pb.ts"))) {
    const file = join(DESCRIPTORS, name);
    writeFileSync(file, withoutDocs(readFileSync(file, "utf8")));
  }
}

/** Removes the doc comments, which only repeat lines of the .proto file. */
function withoutDocs(code: string): string {
  return code
    .replaceAll(/^[ \t]*\/\*\*[\s\S]*?\*\/\n/gm, "")
    .replaceAll(/\n{2,}(?= )/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n");
}

void main();
