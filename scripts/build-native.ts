import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { thisPlatform } from "../src/constructs/clickstack-provider";
import { bunExecutable } from "./bun";

/**
 * Compiles the bundled provider for this platform with bun, which starts in a few milliseconds and needs no Node.
 * The bundle is made by esbuild first: bun would swap undici for a shim of its own (docs/internals/terraform-protocol.md 3).
 */
const ROOT = join(__dirname, "..");
const SCRIPT = join(ROOT, "dist", "provider", "terraform-provider-clickstack.js");

/**
 * A plan starts the provider three times, for a second at most: by default half of its processor time goes into compiling code that
 * has then run its last (bench/README.md). So code has to be used a good deal more before it is compiled.
 */
const JIT_POLICY = "--compile-jit-policy=50";

const OPTIONS = [
  "--compile",
  // Not the names, as in the bundle.
  "--minify-syntax",
  "--minify-whitespace",
  "--bytecode",
  JIT_POLICY,
  // What lies in the folder where Terraform runs is no concern of the provider.
  "--no-compile-autoload-dotenv",
  "--no-compile-autoload-bunfig",
];

function main(): void {
  if (!existsSync(SCRIPT)) throw new Error('There is no bundle yet. Run "npm run build" first.');
  const platform = thisPlatform();
  const suffix = platform.startsWith("windows_") ? ".exe" : "";
  const target = join(ROOT, "dist", "provider", platform, `terraform-provider-clickstack${suffix}`);
  mkdirSync(dirname(target), { recursive: true });
  execFileSync(bunExecutable(), ["build", ...OPTIONS, SCRIPT, "--outfile", target], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
  });
  copyFileSync(`${SCRIPT}.licenses.txt`, join(dirname(target), "terraform-provider-clickstack.licenses.txt"));
  process.stdout.write(`${relative(ROOT, target)}: ${Math.round(statSync(target).size / 1e6)} MB\n`);
}

main();
