import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { packageRoot } from "../package-root";
import { quietly } from "../quietly";
import { VERSION } from "../version";

/** Source address of the provider. Terraform and OpenTofu add their own registry to it. */
export const PROVIDER_SOURCE = "cdk-clickstack/clickstack";

export const NATIVE_SCOPE = "@cdk-clickstack";

/** An npm package with the native executable for one platform, an optional dependency of this package. */
export interface NativePackage {
  /** Name without the scope, such as `provider-linux-x64-musl`. */
  readonly name: string;
  /** Platform as Terraform names it, such as `linux_amd64`. */
  readonly platform: string;
  /** Operating system as npm names it. npm installs only matching packages. */
  readonly os: "linux" | "darwin" | "win32";
  readonly cpu: "x64" | "arm64";
  /** C library that the executable requires. Only packages for Linux have one. */
  readonly libc?: "glibc" | "musl";
}

/** Packages of all platforms. Terraform registries get only the first package of each platform. */
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

/** Returns this machine's platform as Terraform names it, such as `linux_amd64`. */
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
 * Returns the provider's executable for a platform: the native one if it is installed, otherwise the script, which
 * requires Node.
 * @throws Error if neither exists, with the command that installs it
 */
export function findProviderExecutable(platform: string): string {
  const native = findNativeExecutable(platform);
  if (native !== undefined) {
    return native;
  }
  const script = scriptFile();
  if (!isWindows(platform) && existsSync(script)) {
    return script;
  }
  throw new Error(`cdk-clickstack has no provider executable for ${platform}. Fix: ${howToInstall(platform)}`);
}

/** Returns the path of the script in the package, which a package without a build does not contain. */
export function scriptFile(): string {
  return join(packageRoot(), "dist", "provider", "terraform-provider-clickstack.js");
}

/**
 * Returns the path of the list of the native executables of this version with their SHA-256, in the format of
 * `sha256sum`. A package without native executables does not contain it.
 */
export function checksumsFile(): string {
  return join(packageRoot(), "dist", "provider", "executables.sha256");
}

/** Returns the command that installs the native executable for a platform, or the alternative for other platforms. */
function howToInstall(platform: string): string {
  const found = packagesFor(platform)[0];
  if (found) {
    return `Run "npm install --no-save --force ${NATIVE_SCOPE}/${found.name}@${VERSION}".`;
  }
  const platforms = [...new Set(NATIVE_PACKAGES.map((each) => each.platform))].join(", ");
  return `There are executables for ${platforms}. For another platform, set the executable prop of ClickStackProvider.`;
}

/** Returns the native executable for a platform: the built one in a clone, else that of an installed package. */
export function findNativeExecutable(platform: string): string | undefined {
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

/** Returns only the package for the C library of this machine, because the other package does not start. */
function packagesFor(platform: string): readonly NativePackage[] {
  const fitting = NATIVE_PACKAGES.filter((each) => each.platform === platform);
  if (platform !== thisPlatform()) {
    return fitting;
  }
  return fitting.filter(({ libc }) => libc === undefined || libc === ownLibc());
}

let libc: "glibc" | "musl" | undefined;

/** Returns the C library that this Node uses. The files of another C library can exist on the same machine. */
function ownLibc(): "glibc" | "musl" {
  if (libc === undefined) {
    const { header } = process.report.getReport() as { readonly header: { readonly glibcVersionRuntime?: string } };
    libc = header.glibcVersionRuntime === undefined ? "musl" : "glibc";
  }
  return libc;
}

/** Returns the executable in a package. A package of another version has no file with this name. */
function executableIn(resolver: NodeJS.Require, packageName: string, platform: string): string | undefined {
  const manifest = quietly(() => resolver.resolve(`${packageName}/package.json`));
  if (manifest === undefined) {
    return undefined;
  }
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version?: string };
  const executable = join(dirname(manifest), "bin", executableName(platform));
  return version === VERSION && existsSync(executable) ? executable : undefined;
}
