import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import packageLock from "../../package-lock.json";
import type { NativePackage } from "../../src/install/provider-executable";
import type { BunTarget } from "../build-native/bun";

const ROOT = join(__dirname, "..", "..");

/** Downloaded packages of bun, by their integrity. */
const CACHE = join(ROOT, "build", "bun");

/**
 * Returns bun for another platform from the npm registry, with version and integrity of package-lock.json.
 * @throws Error if the registry has another package
 */
export function bunTarget({ os, cpu, libc }: NativePackage): BunTarget {
  const system = os === "win32" ? "windows" : os;
  const musl = libc === "musl" ? "-musl" : "";
  const packageName = `@oven/bun-${system}-${cpu === "arm64" ? "aarch64" : "x64"}${musl}`;
  const folder = fetched(packageName);
  const executable = join(folder, "package", "bin", os === "win32" ? "bun.exe" : "bun");
  return { name: `bun-${system}-${cpu}${musl}`, executable };
}

function fetched(packageName: string): string {
  const locked = (packageLock.packages as Readonly<Record<string, { version: string; integrity?: string }>>)[
    `node_modules/${packageName}`
  ];
  if (!locked?.integrity) {
    throw new Error(`package-lock.json has no ${packageName}.`);
  }
  const digest = createHash("sha256").update(locked.integrity).digest("hex").slice(0, 16);
  const folder = join(CACHE, `${packageName.split("/")[1]}-${locked.version}-${digest}`);
  if (existsSync(join(folder, "package"))) {
    return folder;
  }
  mkdirSync(folder, { recursive: true });
  const tarball = npm(
    ROOT,
    "pack",
    `${packageName}@${locked.version}`,
    "--silent",
    "--pack-destination",
    folder,
  ).trim();
  const integrity = `sha512-${createHash("sha512")
    .update(readFileSync(join(folder, tarball)))
    .digest("base64")}`;
  if (integrity !== locked.integrity) {
    throw new Error(`${packageName} does not have the integrity in package-lock.json: ${integrity}.`);
  }
  execFileSync("tar", ["-xzf", tarball], { cwd: folder });
  return folder;
}

/** Runs npm and returns its output. */
export function npm(cwd: string, ...args: readonly string[]): string {
  return execFileSync("npm", [...args], { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}
