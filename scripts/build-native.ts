import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { thisPlatform } from "../src/constructs/provider-executable";
import { bunExecutable } from "./bun";

/**
 * Compiles the bundled provider for this platform with bun, which starts in a few milliseconds and needs no Node.
 * The bundle is made by esbuild first: bun would swap undici for a shim of its own (facts/terraform-protocol.md 3).
 */
const ROOT = join(__dirname, "..");
const SCRIPT = join(ROOT, "dist", "provider", "terraform-provider-clickstack.js");

function main(): void {
  if (!existsSync(SCRIPT)) throw new Error('There is no bundle yet. Run "npm run build" first.');
  const platform = thisPlatform();
  const suffix = platform.startsWith("windows_") ? ".exe" : "";
  const target = join(ROOT, "dist", "provider", platform, `terraform-provider-clickstack${suffix}`);
  mkdirSync(dirname(target), { recursive: true });
  execFileSync(bunExecutable(), ["build", "--compile", "--minify", "--bytecode", SCRIPT, "--outfile", target], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
  });
  process.stdout.write(`${relative(ROOT, target)}: ${Math.round(statSync(target).size / 1e6)} MB\n`);
}

main();
