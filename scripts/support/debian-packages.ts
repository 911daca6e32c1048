import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** A Debian package, and a file that shows that it is installed. */
interface DebianPackage {
  readonly package: string;
  readonly file: string;
}

/** Installs missing packages if this process runs as root on Debian. Throws an Error that names them otherwise. */
export function requirePackages(needed: readonly DebianPackage[]): void {
  const missing = needed.filter(({ file }) => !existsSync(file)).map((each) => each.package);
  if (missing.length === 0) {
    return;
  }
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    throw new Error(`These Debian packages are required: ${missing.join(", ")}. Install them.`);
  }
  execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
  const options = ["-y", "-qq", "--no-install-recommends"];
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  execFileSync("apt-get", ["install", ...options, ...missing], { stdio: "inherit", env });
}
