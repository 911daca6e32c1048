import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";

const ROOT = join(__dirname, "..", "..");

/**
 * A plan starts the provider three times, for at most a second each time. By default the runtime spends half of the CPU
 * time to compile code that is not used again (bench/README.md). With this option, code is compiled only after it has
 * run more often.
 */
const JIT_POLICY = "--compile-jit-policy=50";

const OPTIONS = [
  "--compile",
  // Function names are kept, as in the bundle.
  "--minify-syntax",
  "--minify-whitespace",
  "--bytecode",
  JIT_POLICY,
  // The provider must ignore files in the folder where Terraform runs.
  "--no-compile-autoload-dotenv",
  "--no-compile-autoload-bunfig",
];

/** A platform for which a native executable is built. */
export interface BunTarget {
  /** Name of the platform in bun, such as `bun-linux-arm64-musl`. */
  readonly name: string;
  /** Executable of bun for that platform. */
  readonly executable: string;
}

/**
 * Compiles the bundled provider with bun. The executable starts in a few milliseconds and needs no Node. The same
 * bundle and the same bun produce the same bytes. esbuild makes the bundle first, because bun would replace undici by
 * its own shim (docs/internals/terraform-protocol.md 3).
 * @param target default: this machine
 */
export function compileProvider(bundle: string, outfile: string, target?: BunTarget): void {
  const cross = target ? [`--target=${target.name}`, `--compile-executable-path=${target.executable}`] : [];
  execFileSync(bunExecutable(), ["build", ...OPTIONS, ...cross, bundle, "--outfile", outfile], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/**
 * Returns the executable in bun's package for this platform. An install script places the one in the package "bun", and
 * this project does not run install scripts.
 */
export function bunExecutable(): string {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const arch = process.arch === "arm64" ? "aarch64" : process.arch;
  const folder = dirname(require.resolve(`@oven/bun-${os}-${arch}/package.json`));
  return join(folder, "bin", os === "windows" ? "bun.exe" : "bun");
}
