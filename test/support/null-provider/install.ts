import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { findEngine } from "../../../src/cli/engine/find-engine";

/** A provider to install where `terraform init` finds it without a registry. */
interface InstallableProvider {
  /** The TypeScript file that calls `serve`. */
  readonly entryPoint: string;
  /** Address of the provider, such as `registry.terraform.io/hashicorp/null`. */
  readonly source: string;
  readonly version: string;
}

/** Installs the stub of hashicorp/null below a working directory. Returns the executable's path. */
export function installNullProvider(workingDirectory: string, version = "3.2.4"): string {
  const source = "registry.terraform.io/hashicorp/null";
  return installProvider(workingDirectory, { entryPoint: join(__dirname, "main.ts"), source, version });
}

/**
 * Bundles a provider into `terraform.d/plugins` below a working directory, for the engine in use. Returns the
 * executable's path.
 */
export function installProvider(
  workingDirectory: string,
  { entryPoint, source, version }: InstallableProvider,
): string {
  const folder = join(workingDirectory, "terraform.d", "plugins", inRegistryOfEngine(source), version, target());
  const executable = join(folder, `terraform-provider-${source.split("/").at(-1)}_v${version}`);
  mkdirSync(folder, { recursive: true });
  bundleProvider(entryPoint, executable);
  return executable;
}

/** OpenTofu searches for `registry.terraform.io/hashicorp/null` in its own registry. */
export function inRegistryOfEngine(source: string): string {
  return findEngine().name === "tofu" ? source.replace(/^registry\.terraform\.io/, "registry.opentofu.org") : source;
}

/** Bundles a provider into one script that requires only Node. */
export function bundleProvider(entryPoint: string, executable: string): void {
  buildSync({
    entryPoints: [entryPoint],
    outfile: executable,
    bundle: true,
    minify: true,
    platform: "node",
    target: "node20",
    logLevel: "error",
    banner: { js: "#!/usr/bin/env node" },
  });
  chmodSync(executable, 0o755);
}

function target(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return `${system}_${process.arch === "x64" ? "amd64" : process.arch}`;
}
