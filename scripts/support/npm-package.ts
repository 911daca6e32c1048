import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(__dirname, "..", "..");

interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/**
 * Downloads a package of the npm registry once, and returns the folder of its files.
 * @param cache folder of downloaded packages, by their integrity
 * @throws Error if the downloaded package has another integrity
 */
export function unpackedPackage({ name, version, integrity }: PinnedPackage, cache: string): string {
  const digest = createHash("sha256").update(integrity).digest("hex").slice(0, 16);
  const folder = join(cache, `${name.split("/").at(-1)}-${version}-${digest}`);
  const unpacked = join(folder, "package");
  if (existsSync(unpacked)) {
    return unpacked;
  }
  mkdirSync(folder, { recursive: true });
  const tarball = npm(ROOT, "pack", `${name}@${version}`, "--silent", "--pack-destination", folder).trim();
  const found = `sha512-${createHash("sha512")
    .update(readFileSync(join(folder, tarball)))
    .digest("base64")}`;
  if (found !== integrity) {
    throw new Error(`${name} does not have the expected integrity: ${found}.`);
  }
  execFileSync("tar", ["-xzf", tarball], { cwd: folder });
  return unpacked;
}

/** Runs npm and returns its output. */
export function npm(cwd: string, ...args: readonly string[]): string {
  return execFileSync("npm", [...args], { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}
