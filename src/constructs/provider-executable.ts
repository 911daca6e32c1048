import { chmodSync, constants, copyFileSync, existsSync, linkSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../package-root";
import { VERSION } from "../version";
import { PROVIDER_SOURCE } from "./provider-source";

/** Both engines look below their own registry's name (docs/internals/terraform-protocol.md 1). */
const REGISTRY_HOSTS = ["registry.terraform.io", "registry.opentofu.org"];

const OS_NAMES: Partial<Record<NodeJS.Platform, string>> = {
  linux: "linux",
  darwin: "darwin",
  win32: "windows",
  freebsd: "freebsd",
};
const ARCH_NAMES: Partial<Record<NodeJS.Architecture, string>> = {
  x64: "amd64",
  arm64: "arm64",
  ia32: "386",
  arm: "arm",
};

/** This machine's platform as Terraform names it, such as `linux_amd64`. */
export function thisPlatform(): string {
  return `${OS_NAMES[process.platform] ?? process.platform}_${ARCH_NAMES[process.arch] ?? process.arch}`;
}

/**
 * The provider's executable for a platform: the native one where it is installed, else the script that runs wherever Node is.
 * Throws where neither is there.
 */
export function providerExecutable(platform: string): string {
  const folder = join(packageRoot(), "dist", "provider");
  const native = join(folder, platform, `terraform-provider-clickstack${extension(platform)}`);
  if (existsSync(native)) return native;
  const script = join(folder, "terraform-provider-clickstack.js");
  if (!platform.startsWith("windows_") && existsSync(script)) return script;
  throw new Error(
    `cdk-clickstack has no provider executable for ${platform}. Build one with "npm run build:native" on that platform, or name a file with the executable prop of ClickStackProvider.`,
  );
}

/** Puts an executable where `init` finds it below a working directory, with no registry, no CLI configuration and no network. */
export function placeExecutable(executable: string, workingDirectory: string, platform: string): void {
  let placed: string | undefined;
  for (const host of REGISTRY_HOSTS) {
    const folder = join(
      workingDirectory,
      "terraform.d",
      "plugins",
      host,
      ...PROVIDER_SOURCE.split("/"),
      VERSION,
      platform,
    );
    const target = join(folder, `terraform-provider-clickstack_v${VERSION}${extension(platform)}`);
    mkdirSync(folder, { recursive: true });
    rmSync(target, { force: true });
    if (placed === undefined) copyExecutable(executable, target);
    else linkOrCopy(placed, target);
    placed = target;
  }
}

/** A native executable has 100 MB, so the second host name gets a link to the first one's file where that is possible. */
function linkOrCopy(placed: string, target: string): void {
  try {
    linkSync(placed, target);
  } catch {
    copyExecutable(placed, target);
  }
}

/** A copy and no link: a rebuilt package must not change a stack that was synthesised before. */
function copyExecutable(executable: string, target: string): void {
  copyFileSync(executable, target, constants.COPYFILE_FICLONE);
  chmodSync(target, 0o755);
}

function extension(platform: string): string {
  return platform.startsWith("windows_") ? ".exe" : "";
}
