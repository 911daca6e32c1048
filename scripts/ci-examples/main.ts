/**
 * Writes `examples/ci/<system>`: the output of `init --ci <system>` with a lock file. Requires `npm run build`. The
 * lock file refers to the packed package of this version, because the registry does not have the version before its
 * release.
 *
 *     npm run examples:ci
 */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CI_SYSTEMS } from "../../src/cli/project/new-project";
import { NATIVE_PACKAGES, NATIVE_SCOPE } from "../../src/install/provider-executable";
import { VERSION } from "../../src/version";
import { ciExample } from "./example";

const ROOT = join(__dirname, "..", "..");

function lockFileOf(packageJson: string): string {
  const folder = mkdtempSync(join(tmpdir(), "clickstack-example-"));
  try {
    const npm = (cwd: string, ...words: string[]) =>
      execFileSync("npm", words, { cwd, encoding: "utf8", stdio: "pipe" });
    const packed = npm(ROOT, "pack", "--ignore-scripts", "--silent", "--pack-destination", folder).trim();
    writeFileSync(
      join(folder, "package.json"),
      packageJson.replace(`"cdk-clickstack": "${VERSION}"`, `"cdk-clickstack": "file:${packed}"`),
    );
    npm(folder, "install", "--package-lock-only", "--omit-lockfile-registry-resolved");
    return published(readFileSync(join(folder, "package-lock.json"), "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the lock file for packages from the registry. It includes the packages with native executables, which only
 * the released package names. Their checksums are unknown before the release.
 */
function published(text: string): string {
  const { packages, ...lock } = JSON.parse(text);
  packages[""].dependencies["cdk-clickstack"] = VERSION;
  const { resolved: _, integrity: __, dependencies, ...own } = packages["node_modules/cdk-clickstack"];
  const native = NATIVE_PACKAGES.map((each) => [`${NATIVE_SCOPE}/${each.name}`, each] as const).sort();
  const optionalDependencies = Object.fromEntries(native.map(([name]) => [name, VERSION]));
  packages["node_modules/cdk-clickstack"] = { ...own, dependencies, optionalDependencies };
  for (const [name, { os, cpu, libc }] of native) {
    const limits = { cpu: [cpu], ...(libc && { libc: [libc] }), license: own.license, optional: true, os: [os] };
    packages[`node_modules/${name}`] = { version: VERSION, ...limits };
  }
  const sorted = Object.entries(packages).sort(([one], [other]) => one.localeCompare(other, "en"));
  return `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, undefined, 2)}\n`;
}

if (require.main === module) {
  for (const ci of CI_SYSTEMS) {
    const files = ciExample(ci);
    const all = { ...files, "package-lock.json": lockFileOf(files["package.json"] ?? "") };
    for (const [path, text] of Object.entries(all)) {
      const file = join(ROOT, "examples", "ci", ci, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
}
