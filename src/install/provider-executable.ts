import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { packageRoot } from "../package-root";
import { VERSION } from "../version";

/** The provider's address without its registry, which Terraform and OpenTofu fill in. */
export const PROVIDER_SOURCE = "cdk-clickstack/clickstack";

/** The scope of the packages that bring the native executables. */
export const NATIVE_SCOPE = "@cdk-clickstack";

/** An npm package with the native executable for one platform, an optional dependency of this one. */
export interface NativePackage {
  /** After the scope, such as `provider-linux-x64-musl`. */
  readonly name: string;
  /** As Terraform names it, such as `linux_amd64`. */
  readonly platform: string;
  /** As npm names them, so that it installs the one that fits. */
  readonly os: "linux" | "darwin" | "win32";
  readonly cpu: "x64" | "arm64";
  /** The C library that the executable needs; only Linux has a choice. */
  readonly libc?: "glibc" | "musl";
}

/** Registries have one executable per platform, which is the first one here. */
export const NATIVE_PACKAGES: readonly NativePackage[] = [
  { name: "provider-linux-x64", platform: "linux_amd64", os: "linux", cpu: "x64", libc: "glibc" },
  { name: "provider-linux-arm64", platform: "linux_arm64", os: "linux", cpu: "arm64", libc: "glibc" },
  { name: "provider-linux-x64-musl", platform: "linux_amd64", os: "linux", cpu: "x64", libc: "musl" },
  { name: "provider-linux-arm64-musl", platform: "linux_arm64", os: "linux", cpu: "arm64", libc: "musl" },
  { name: "provider-darwin-x64", platform: "darwin_amd64", os: "darwin", cpu: "x64" },
  { name: "provider-darwin-arm64", platform: "darwin_arm64", os: "darwin", cpu: "arm64" },
  { name: "provider-win32-x64", platform: "windows_amd64", os: "win32", cpu: "x64" },
  { name: "provider-win32-arm64", platform: "windows_arm64", os: "win32", cpu: "arm64" },
];

const OS_NAMES: Partial<Record<NodeJS.Platform, string>> = { win32: "windows" };
const ARCH_NAMES: Partial<Record<NodeJS.Architecture, string>> = { x64: "amd64", ia32: "386" };

/** This machine's platform as Terraform names it, such as `linux_amd64`. */
export function thisPlatform(): string {
  return `${OS_NAMES[process.platform] ?? process.platform}_${ARCH_NAMES[process.arch] ?? process.arch}`;
}

/** Returns the file name that the engine looks for. The version prevents a launcher from starting another version. */
export function executableName(platform: string): string {
  return `terraform-provider-clickstack_v${VERSION}${isWindows(platform) ? ".exe" : ""}`;
}

export function isWindows(platform: string): boolean {
  return platform.startsWith("windows_");
}

/** Returns true if an executable is the script, which requires Node. */
export function isScript(executable: string): boolean {
  return executable.endsWith(".js");
}

/**
 * The provider's executable for a platform: the native one where it is installed, else the script that runs wherever
 * Node is.
 * @throws Error where neither is there, with the command that installs it
 */
export function providerExecutable(platform: string): string {
  const native = nativeExecutable(platform);
  if (native !== undefined) {
    return native;
  }
  const script = join(packageRoot(), "dist", "provider", "terraform-provider-clickstack.js");
  if (!isWindows(platform) && existsSync(script)) {
    return script;
  }
  throw new Error(`cdk-clickstack has no provider executable for ${platform}. Fix: ${howToInstall(platform)}`);
}

/** The command that installs the native executable for a platform, or what to do where there is none. */
function howToInstall(platform: string): string {
  const found = packagesFor(platform)[0];
  if (found) {
    return `Run "npm install --no-save --force ${NATIVE_SCOPE}/${found.name}@${VERSION}".`;
  }
  const platforms = [...new Set(NATIVE_PACKAGES.map((each) => each.platform))].join(", ");
  return `There are executables for ${platforms}. For another platform name a file with the executable prop of ClickStackProvider.`;
}

/**
 * The native executable for a platform: in a clone the one that was built, elsewhere the one of an installed package.
 */
export function nativeExecutable(platform: string): string | undefined {
  const built = join(packageRoot(), "dist", "provider", platform, executableName(platform));
  if (existsSync(built)) {
    return built;
  }
  const resolver = createRequire(join(packageRoot(), "package.json"));
  for (const { name } of packagesFor(platform)) {
    const executable = executableIn(resolver, `${NATIVE_SCOPE}/${name}`, platform);
    if (executable !== undefined) {
      return executable;
    }
  }
  return undefined;
}

/** Returns only the package for the C library of this machine, because the other one does not start. */
function packagesFor(platform: string): readonly NativePackage[] {
  const fitting = NATIVE_PACKAGES.filter((each) => each.platform === platform);
  if (platform !== thisPlatform()) {
    return fitting;
  }
  return fitting.filter(({ libc }) => libc === undefined || libc === ownLibc());
}

let libc: "glibc" | "musl" | undefined;

/** The C library that this Node runs with. The files of another one can lie on the same machine. */
function ownLibc(): "glibc" | "musl" {
  if (libc === undefined) {
    const { header } = process.report.getReport() as { readonly header: { readonly glibcVersionRuntime?: string } };
    libc = header.glibcVersionRuntime === undefined ? "musl" : "glibc";
  }
  return libc;
}

/** A package of another version has no file of this name. */
function executableIn(resolver: NodeJS.Require, packageName: string, platform: string): string | undefined {
  const manifest = resolvedFile(resolver, `${packageName}/package.json`);
  if (manifest === undefined) {
    return undefined;
  }
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version?: string };
  const executable = join(dirname(manifest), "bin", executableName(platform));
  return version === VERSION && existsSync(executable) ? executable : undefined;
}

function resolvedFile(resolver: NodeJS.Require, request: string): string | undefined {
  try {
    return resolver.resolve(request);
  } catch {
    return undefined;
  }
}
