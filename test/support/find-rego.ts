import { execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { join } from "node:path";

/** The path of the Python with an interpreter of Rego that `.ci/run` installs. */
const INSTALLED = join(__dirname, "..", "..", "build", "rego", "bin", "python");

/**
 * Returns a Python with the package regopy, which evaluates policies: the one in REGO_PYTHON, or the one in
 * `build/rego`.
 */
export function findRego(): string | undefined {
  return [process.env.REGO_PYTHON, INSTALLED].find((file) => file !== undefined && hasRego(file));
}

function hasRego(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    execFileSync(file, ["-c", "import regopy"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
