/**
 * Builds an earlier version of this package in `build/upgrade`, applies every resource type with its provider, and
 * plans, applies and destroys with the provider of this clone (`test/acceptance/upgrade/upgrade.long.ts`). The earlier
 * version is the newest tag, or a fixed commit as long as no tag exists. Requires git, tar, an engine and `npm run build`;
 * also the npm registry, if the earlier version has other dependencies. `TERRAFORM_BINARY_NAME` selects the engine.
 *
 *     npm run test:upgrade -- [--from "a tag or a commit"]
 */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { runLongTests } from "../support/long-tests";
import { readOptions } from "../support/options";

const ROOT = join(__dirname, "..", "..");

/** A commit before the first release, whose version is 0.1.0. */
const BEFORE_FIRST_RELEASE = "47364f9b";

const { values } = readOptions({ options: { from: { type: "string" } } });

process.exitCode = runLongTests("acceptance/upgrade/upgrade", {
  UPGRADE_FROM: builtVersion(commitOf(values.from ?? newestTag() ?? BEFORE_FIRST_RELEASE)),
});

function newestTag(): string | undefined {
  return git("tag", "--list", "v*", "--sort=-version:refname").split("\n")[0] || undefined;
}

function commitOf(name: string): string {
  return git("rev-parse", "--verify", `${name}^{commit}`);
}

/** Returns the folder of a built commit. A commit that was built before is not built again. */
function builtVersion(commit: string): string {
  const folder = join(ROOT, "build", "upgrade", commit);
  if (existsSync(join(folder, "dist", "cli", "cdk-clickstack.js"))) {
    return folder;
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, "..", `${commit}.tar`);
  git("archive", "--output", archive, commit);
  execFileSync("tar", ["-xf", archive, "-C", folder]);
  rmSync(archive);
  const [earlier, current] = [folder, ROOT].map((each) => readFileSync(join(each, "package-lock.json"), "utf8"));
  if (earlier === current) {
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  } else {
    execFileSync("npm", ["ci", "--silent"], { cwd: folder, stdio: "inherit" });
  }
  execFileSync("npm", ["run", "--silent", "build"], { cwd: folder, stdio: "inherit" });
  return folder;
}

function git(...words: readonly string[]): string {
  return execFileSync("git", words, { cwd: ROOT, encoding: "utf8" }).trim();
}
