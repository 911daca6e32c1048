/**
 * Builds everything that a release publishes, from `dist/`. docs/releasing.md describes the results.
 *
 *     npm run release -- [--out FOLDER] [--only NAME]... [--key FILE]
 */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { executableName, NATIVE_PACKAGES, type NativePackage } from "../../src/install/provider-executable";
import { compileProvider } from "../build-native/bun";
import { writeChecksums } from "../build-native/checksums";
import { readOptions } from "../support/options";
import { writeBillOfMaterials } from "./bill-of-materials";
import { problemsOf } from "./executable-format";
import { bunTarget } from "./native-targets";
import { LICENSES, packMain, packNative } from "./npm-packages";
import { type Archive, copyRegistryManifest, writeArchive, writeMirror, writeSums } from "./registry-archives";
import { signFile } from "./sign";

const ROOT = join(__dirname, "..", "..");
const BUNDLE = join(ROOT, "dist", "provider", "terraform-provider-clickstack.js");

const TEXTS = { LICENSE: join(ROOT, "LICENSE"), [LICENSES]: `${BUNDLE}.licenses.txt` };

/**
 * Size limit of the packed main package, with types, docs and notices. The provider and the command line each contain
 * all of undici, because proxies need it. The parser of HCL, which `adopt` loads, has 0.15 MB (docs/architecture.md).
 * `migrate`, the packs and their pictures have another 0.2 MB.
 */
const MAX_BYTES = 2_700_000;

const { values } = readOptions({
  options: {
    out: { type: "string", default: join(ROOT, "build", "release") },
    only: { type: "string", multiple: true },
    key: { type: "string" },
  },
});

async function main(): Promise<void> {
  if (!existsSync(BUNDLE)) {
    throw new Error('There is no bundle yet. Run "npm run build" first.');
  }
  const out = resolve(values.out);
  rmSync(out, { recursive: true, force: true });
  const folders = { bin: join(out, "bin"), npm: join(out, "npm"), registry: join(out, "registry") };
  for (const folder of Object.values(folders)) {
    mkdirSync(folder, { recursive: true });
  }

  const targets = chosen(values.only);
  const archives: Archive[] = [];
  const executables: string[] = [];
  for (const target of targets) {
    const executable = compiled(target, folders.bin);
    executables.push(executable);
    printLine(packNative(target, executable, folders.npm));
    if (archives.some(({ platform }) => platform === target.platform)) {
      continue;
    }
    const archive = await writeArchive(target.platform, executable, TEXTS, folders.registry);
    archives.push(archive);
    printLine(archive.file);
  }
  const files = [
    ...archives.map(({ file }) => file),
    copyRegistryManifest(folders.registry),
    writeBillOfMaterials("provider", folders.registry),
    writeBillOfMaterials("package", folders.registry),
  ];
  const sums = await writeSums(files, folders.registry);
  if (values.key) {
    await signFile(sums, values.key, process.env.RELEASE_KEY_PASSPHRASE, releaseDate());
  }
  writeMirror(archives, join(out, "mirror"));
  writeChecksums(executables);
  sayWhetherSmall(packMain(folders.npm));
}

function chosen(only: readonly string[] | undefined): readonly NativePackage[] {
  if (only === undefined) {
    return NATIVE_PACKAGES;
  }
  const unknown = only.find((name) => !NATIVE_PACKAGES.some((each) => each.name === `provider-${name}`));
  if (unknown !== undefined) {
    throw new Error(`The platform ${unknown} does not exist. Use a platform such as linux-x64-musl.`);
  }
  return NATIVE_PACKAGES.filter(({ name }) => only.includes(name.replace("provider-", "")));
}

function compiled(target: NativePackage, folder: string): string {
  const executable = join(folder, target.name, executableName(target.platform));
  mkdirSync(join(folder, target.name));
  compileProvider(BUNDLE, executable, bunTarget(target));
  const problems = problemsOf(executable, target);
  if (problems.length > 0) {
    throw new Error(problems.join("\n"));
  }
  printLine(executable);
  return executable;
}

/** Returns the time of the commit, so that a release is reproducible. */
function releaseDate(): Date {
  const epoch = process.env.SOURCE_DATE_EPOCH ?? execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: ROOT });
  return new Date(Number(epoch) * 1000);
}

function sayWhetherSmall(archive: string): void {
  printLine(archive);
  if (statSync(archive).size <= MAX_BYTES) {
    return;
  }
  process.stderr.write(`${basename(archive)} has more than ${MAX_BYTES / 1e6} MB.\n`);
  process.exitCode = 1;
}

function printLine(file: string): void {
  process.stdout.write(`${(statSync(file).size / 1e6).toFixed(2).padStart(8)} MB  ${basename(file)}\n`);
}

void main();
