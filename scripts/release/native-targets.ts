import { join } from "node:path";
import packageLock from "../../package-lock.json";
import type { NativePackage } from "../../src/install/provider-executable";
import type { BunTarget } from "../build-native/bun";
import { unpackedPackage } from "../support/npm-package";

/** Folder of the downloaded packages of bun. */
const CACHE = join(__dirname, "..", "..", "build", "bun");

/**
 * Returns bun for another platform from the npm registry, with version and integrity of package-lock.json.
 * @throws Error if the registry has another package
 */
export function bunTarget({ os, cpu, libc }: NativePackage): BunTarget {
  const system = os === "win32" ? "windows" : os;
  const musl = libc === "musl" ? "-musl" : "";
  const name = `@oven/bun-${system}-${cpu === "arm64" ? "aarch64" : "x64"}${musl}`;
  const folder = unpackedPackage(lockedPackage(name), CACHE);
  const executable = join(folder, "bin", os === "win32" ? "bun.exe" : "bun");
  return { name: `bun-${system}-${cpu}${musl}`, executable };
}

function lockedPackage(name: string) {
  const packages: Readonly<Record<string, { readonly version: string; readonly integrity?: string }>> =
    packageLock.packages;
  const locked = packages[`node_modules/${name}`];
  if (!locked?.integrity) {
    throw new Error(`package-lock.json has no ${name}.`);
  }
  return { name, version: locked.version, integrity: locked.integrity };
}
