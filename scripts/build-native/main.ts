/**
 * Compiles the bundled provider into a native executable for this platform, in the folder where synthesis finds it in a
 * clone. Requires `npm run build`. npm run build:native
 */

import { copyFileSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { executableName, thisPlatform } from "../../src/install/provider-executable";
import { compileProvider } from "./bun";
import { writeChecksums } from "./checksums";

const ROOT = join(__dirname, "..", "..");
const SCRIPT = join(ROOT, "dist", "provider", "terraform-provider-clickstack.js");

function main(): void {
  if (!existsSync(SCRIPT)) {
    throw new Error('There is no bundle yet. Run "npm run build" first.');
  }
  const platform = thisPlatform();
  const target = join(ROOT, "dist", "provider", platform, executableName(platform));
  mkdirSync(dirname(target), { recursive: true });
  compileProvider(SCRIPT, target);
  writeChecksums([target]);
  copyFileSync(`${SCRIPT}.licenses.txt`, join(dirname(target), "terraform-provider-clickstack.licenses.txt"));
  process.stdout.write(`${relative(ROOT, target)}: ${Math.round(statSync(target).size / 1e6)} MB\n`);
}

main();
