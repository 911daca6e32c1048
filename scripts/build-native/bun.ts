import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";

const ROOT = join(__dirname, "..", "..");

/**
 * A plan starts the provider three times, for a second at most: by default half of its processor time goes into
 * compiling code that has then run its last (bench/README.md). So code has to be used a good deal more before it is
 * compiled.
 */
const JIT_POLICY = "--compile-jit-policy=50";

const OPTIONS = [
  "--compile",
  // Not the names, as in the bundle.
  "--minify-syntax",
  "--minify-whitespace",
  "--bytecode",
  JIT_POLICY,
  // What lies in the folder where Terraform runs is no concern of the provider.
  "--no-compile-autoload-dotenv",
  "--no-compile-autoload-bunfig",
];

/** What a native executable for another platform is made of. */
export interface BunTarget {
  /** As bun names it, such as `bun-linux-arm64-musl`. */
  readonly name: string;
  /** The executable of bun for that platform. */
  readonly executable: string;
}

/**
 * Compiles the bundled provider with bun, which starts in a few milliseconds and needs no Node. The same bundle and bun
 * make the same bytes. The bundle is made by esbuild first: bun would swap undici for a shim of its own
 * (docs/internals/terraform-protocol.md 3).
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
 * The executable in bun's package for this platform. The one in the package "bun" is put there by an install script,
 * which this project does not run.
 */
export function bunExecutable(): string {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const arch = process.arch === "arm64" ? "aarch64" : process.arch;
  const folder = dirname(require.resolve(`@oven/bun-${os}-${arch}/package.json`));
  return join(folder, "bin", os === "windows" ? "bun.exe" : "bun");
}
