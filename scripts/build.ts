import { execFileSync } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { type BuildOptions, build } from "esbuild";

/**
 * Builds dist/: the constructs with their types (tsc), and the provider, the command line and the emulator as one script each
 * (esbuild), so that the package needs no dependencies for them at run time.
 */
const ROOT = join(__dirname, "..");

const BUNDLE: BuildOptions = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: "node",
  target: "node20.18",
  format: "cjs",
  minify: true,
  // Names of errors and classes stand in diagnostics and logs.
  keepNames: true,
  legalComments: "none",
  // grpc-js needs it for files in .proto form alone, which nobody here reads.
  external: ["@grpc/proto-loader"],
  logLevel: "warning",
};

/** Installed with the package, and loaded by what needs them alone. */
const PEERS = ["@grpc/proto-loader", "cdktf", "constructs"];

const EXECUTABLE = { banner: { js: "#!/usr/bin/env node" } };

async function main(): Promise<void> {
  rmSync(join(ROOT, "dist"), { recursive: true, force: true });
  compile("tsconfig.build.json");
  compile("tsconfig.emulator.json");
  await Promise.all([
    bundle("src/provider/main.ts", "dist/provider/terraform-provider-clickstack.js", EXECUTABLE),
    bundle("src/cli/cdk-clickstack.ts", "dist/cli/cdk-clickstack.js", { ...EXECUTABLE, external: PEERS }),
    bundle("src/cli/import/verify/run-typescript.ts", "dist/cli/run-typescript.js", {}),
    bundle("src/emulator/index.ts", "dist/emulator/index.js", {}),
  ]);
}

function compile(project: string): void {
  const tsc = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");
  execFileSync(process.execPath, [tsc, "-p", project], { cwd: ROOT, stdio: "inherit" });
}

async function bundle(entry: string, outfile: string, options: BuildOptions): Promise<void> {
  await build({ ...BUNDLE, ...options, entryPoints: [entry], outfile });
  if (options.banner) chmodSync(join(ROOT, outfile), 0o755);
}

void main();
