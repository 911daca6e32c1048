/**
 * Tests the packages of a release on this operating system: `init`, `npm install`, `deploy` to an emulator, a plan
 * without changes, `destroy`. Requires the packages that `npm run release` writes, and the npm registry. Without an
 * engine on the PATH, the wrapper in the new project downloads Terraform.
 *
 *     npm run smoke -- [--packages FOLDER]
 */

import { execSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { type Endpoints, environmentOf } from "../../src/emulator/options";
import { NATIVE_PACKAGES, thisPlatform } from "../../src/install/provider-executable";
import { VERSION } from "../../src/version";
import { readOptions } from "../support/options";

const ROOT = join(__dirname, "..", "..");
const COMMAND = join("node_modules", "cdk-clickstack", "dist", "cli", "cdk-clickstack.js");

const { values } = readOptions({
  options: { packages: { type: "string", default: join(ROOT, "build", "release", "npm") } },
});

/** Runs a line in the shell of this system, as a user types it. Throws an Error if the line fails. */
function run(line: string, cwd: string, environment: NodeJS.ProcessEnv = {}): void {
  process.stdout.write(`> ${line}\n`);
  // The line must not get the variables that npm sets for the scripts of this clone.
  const own = Object.entries(process.env).filter(([name]) => !/^(?:npm_|INIT_CWD$)/i.test(name));
  execSync(line, { cwd, env: { ...Object.fromEntries(own), ...environment }, stdio: "inherit" });
}

/** Returns the package files for this platform. */
function archives(): readonly string[] {
  const native = NATIVE_PACKAGES.find(({ platform }) => platform === thisPlatform());
  if (!native) {
    throw new Error(`There is no executable for ${thisPlatform()}.`);
  }
  const names = ["cdk-clickstack", `cdk-clickstack-${native.name}`];
  return names.map((name) => join(resolve(values.packages), `${name}-${VERSION}.tgz`));
}

/** Starts the emulator of the installed package, and calls `work` with the environment variables that select it. */
async function withEmulator(project: string, work: (environment: NodeJS.ProcessEnv) => void): Promise<void> {
  const words = [join(project, COMMAND), "emulator", "--json", "--no-limits"];
  const emulator = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [line] = (await once(createInterface(emulator.stdout), "line")) as [string];
    work(environmentOf(JSON.parse(line) as Endpoints));
  } finally {
    emulator.kill();
  }
}

async function main(): Promise<void> {
  // The name has a space and letters that macOS decomposes in some file systems.
  const folder = mkdtempSync(join(tmpdir(), "clickstack smoke é-"));
  const project = join(folder, "observability");
  try {
    const [main = "", native = ""] = archives().map((file) => `"${file}"`);
    run(`npx --yes --package ${main} cdk-clickstack init observability`, folder);
    run(`npm install --no-audit --no-fund ${main} ${native}`, project);
    await withEmulator(project, (environment) => {
      run("npm run deploy -- --yes", project, environment);
      run("npm run plan", project, environment);
      run("npm run destroy -- --yes", project, environment);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.stdout.write("The packages work on this operating system.\n");
}

void main();
