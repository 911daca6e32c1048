/**
 * Builds the documentation site from docs and checks each page of it. Writes build/site. The first run installs the
 * packages of the folder `site`.
 *
 *     npm run site
 *     npm run site -- --serve
 *     npm run site -- --url https://cdk-clickstack.github.io/cdk-clickstack
 *
 * --serve serves the site after the build.
 * --url   names the address of the site. The default is the root of any server.
 */

import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { VERSION } from "../../src/version";
import { readOptions } from "../support/options";
import { basePath } from "./site-config";
import { siteProblems } from "./site-problems";
import { stagePages } from "./stage-pages";
import { type SiteVersion, siteVersions } from "./versions";

const ROOT = join(__dirname, "..", "..");
const SITE = join(ROOT, "site");
const SOURCES = join(ROOT, "build", "site-source");
const OUTPUT = join(ROOT, "build", "site");

function run(command: string, ...words: readonly string[]): void {
  execFileSync(command, words, { cwd: SITE, stdio: "inherit" });
}

function vitepress(...words: readonly string[]): void {
  run(process.execPath, join(SITE, "node_modules", "vitepress", "bin", "vitepress.js"), ...words);
}

/** Installs the packages of the folder `site` unless its lock file is older than the installed packages. */
function installGenerator(): void {
  const modules = join(SITE, "node_modules");
  const installed = statSync(join(modules, ".package-lock.json"), { throwIfNoEntry: false });
  if (installed === undefined || installed.mtimeMs < statSync(join(SITE, "package-lock.json")).mtimeMs) {
    run("npm", "ci", "--ignore-scripts");
  }
  // The generator looks for its packages in the folders above the pages.
  symlinkSync(modules, join(SOURCES, "node_modules"), "junction");
}

/** Returns a folder with the files of a version: the working tree, or the files of a tag. */
function filesOf({ tag }: SiteVersion): string {
  if (tag === undefined) {
    return ROOT;
  }
  const folder = join(SOURCES, `${tag}.files`);
  mkdirSync(folder);
  const archive = execFileSync("git", ["archive", tag], { cwd: ROOT, maxBuffer: Number.POSITIVE_INFINITY });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  return folder;
}

function main(): void {
  const { values } = readOptions({ options: { serve: { type: "boolean" }, url: { type: "string", default: "" } } });
  const url = values.url.replace(/\/$/, "");
  for (const folder of [SOURCES, OUTPUT]) {
    rmSync(folder, { recursive: true, force: true });
  }
  mkdirSync(SOURCES, { recursive: true });
  installGenerator();
  const tags = execFileSync("git", ["tag", "--list", "v*"], { cwd: ROOT, encoding: "utf8" }).split("\n");
  const versions = siteVersions(tags, VERSION);
  const sources = versions.map(({ name }) => join(SOURCES, name));
  for (const [index, version] of versions.entries()) {
    const folder = sources[index] ?? "";
    stagePages(version, { files: filesOf(version), sources: folder }, { versions, url, output: OUTPUT });
    vitepress("build", folder);
  }
  const problems = siteProblems(OUTPUT, basePath(url));
  if (problems.length > 0) {
    process.stderr.write(`${problems.join("\n")}\n`);
    process.exit(1);
  }
  process.stdout.write(
    `Written to ${OUTPUT}. Each link has a target, and no page loads anything from another server.\n`,
  );
  if (values.serve) {
    vitepress("preview", sources[0] ?? "");
  }
}

main();
