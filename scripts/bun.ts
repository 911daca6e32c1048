import { dirname, join } from "node:path";

/** The executable in bun's package for this platform. The one in the package "bun" is put there by an install script, which this project does not run. */
export function bunExecutable(): string {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const arch = process.arch === "arm64" ? "aarch64" : process.arch;
  const folder = dirname(require.resolve(`@oven/bun-${os}-${arch}/package.json`));
  return join(folder, "bin", os === "windows" ? "bun.exe" : "bun");
}
