import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Content } from "../staged-file";
import { knownChecksums, launcherText, scriptStarterText } from "./launcher";
import {
  executableName,
  findNativeExecutable,
  findProviderExecutable,
  isScript,
  isWindows,
  scriptFile,
  thisPlatform,
} from "./provider-executable";

/**
 * Form of the provider in a working directory: a `launcher` starts the installed native executable, `native` is a copy
 * of this executable, and `script` requires Node.
 */
export type Placement = "launcher" | "native" | "script";

/** Name of the script. It must not begin like the executable's name: the engine would take the script for it. */
export const SCRIPT_NAME = "provider.cjs";

/** Files of the provider's package by name. The engine hashes exactly these files. */
export type PackageFiles = Readonly<Record<string, Content>>;

export interface PlaceOptions {
  /** Platforms as Terraform names them. Default: this machine's. */
  readonly platforms?: readonly string[];
  /**
   * True to place whole executables, for a folder that another machine uses. Default: true if `platforms` contains
   * another platform than this machine's.
   */
  readonly portable?: boolean | undefined;
  /** Returns the executable for a platform. Default: the executable of the installed packages. */
  readonly executableOf?: (platform: string) => string;
}

interface ProviderPackage {
  readonly platform: string;
  readonly executable: string;
  readonly placement: Placement;
  readonly files: PackageFiles;
}

/** Returns the packages to place. Throws an Error if a platform has no executable. */
export function packagesToPlace(options: PlaceOptions = {}): readonly ProviderPackage[] {
  const { platforms = [thisPlatform()], executableOf = findProviderExecutable } = options;
  const { portable = platforms.some((platform) => platform !== thisPlatform()) } = options;
  return platforms.map((platform) => {
    const executable = executableOf(platform);
    if (isScript(executable) || portable || isWindows(platform) || !isOwnExecutable(executable, platform)) {
      const placement = isScript(executable) ? "script" : "native";
      return { platform, executable, placement, files: wholeFiles(executable, platform) };
    }
    return { platform, executable, placement: "launcher", files: launcherFiles(platform) };
  });
}

/** Returns true for the installed executable or a copy. The launcher starts no other file. */
function isOwnExecutable(executable: string, platform: string): boolean {
  const known = knownChecksums();
  return (
    known.length > 0 && (executable === findNativeExecutable(platform) || known.includes(sha256OfFile(executable)))
  );
}

export function launcherFiles(platform: string): PackageFiles {
  return { [executableName(platform)]: launcherText() };
}

export function wholeFiles(executable: string, platform: string): PackageFiles {
  const copy = { copyOf: executable };
  return isScript(executable)
    ? { [executableName(platform)]: scriptStarterText(), [SCRIPT_NAME]: copy }
    : { [executableName(platform)]: copy };
}

/**
 * Returns true if one of the hashes belongs to a file that this installation can place for this platform. Files that this
 * version places on other systems are also accepted: a launcher, or the executable for Windows. The hash of the native
 * executable is calculated last, because the file is about 110 MB in size.
 */
export function includesOwnHash(hashes: readonly string[]): boolean {
  const platform = thisPlatform();
  const script = scriptFile();
  const native = findNativeExecutable(platform);
  const elsewhere = [
    hashOfContents(launcherFiles("linux")),
    ...knownChecksums(".exe").map((sum) => hashOfFiles([{ name: executableName("windows_"), sha256: sum }])),
  ];
  if (elsewhere.some((hash) => hashes.includes(hash))) {
    return true;
  }
  const forms = [
    ...(existsSync(script) ? [() => wholeFiles(script, platform)] : []),
    ...(native === undefined ? [] : [() => wholeFiles(native, platform)]),
  ];
  return forms.some((filesOf) => hashes.includes(hashOfContents(filesOf())));
}

/** Hash of a package, as engines compute it: over file names and hashes (docs/internals/terraform-protocol.md 1). */
export function packageHash(folder: string): string {
  const names = readdirSync(folder).filter((name) => statSync(join(folder, name)).isFile());
  return hashOfFiles(names.map((name) => ({ name, sha256: sha256(readFileSync(join(folder, name))) })));
}

/** Returns the hash that `packageHash` will return for files that are not placed yet. */
export function hashOfContents(files: PackageFiles): string {
  const digests = Object.entries(files).map(([name, content]) => ({
    name,
    sha256: typeof content === "string" ? sha256(content) : sha256OfFile(content.copyOf),
  }));
  return hashOfFiles(digests);
}

/** @param files each with its SHA-256 in hexadecimal digits */
export function hashOfFiles(files: readonly { readonly name: string; readonly sha256: string }[]): string {
  const sorted = [...files].sort((one, other) => (one.name < other.name ? -1 : 1));
  const lines = sorted.map(({ name, sha256: digest }) => `${digest}  ${name}\n`).join("");
  return `h1:${createHash("sha256").update(lines).digest("base64")}`;
}

/** SHA-256 by path, size and time. All stacks of a program copy the same executable of 110 MB. */
const knownDigests = new Map<string, string>();

export function sha256OfFile(file: string): string {
  const { size, mtimeMs } = statSync(file);
  const key = `${file}\n${size}\n${mtimeMs}`;
  const digest = knownDigests.get(key) ?? sha256(readFileSync(file));
  knownDigests.set(key, digest);
  return digest;
}

function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
