import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleProvider } from "../../../support/null-provider/install";

/** A folder for one test file; `Symbol.dispose` removes it. */
export function temporaryFolder(): { readonly path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), "plugin-test-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

export const TRIAL_SOURCE = "registry.terraform.io/test/trial";
export const TRIAL_ENTRY_POINT = join(__dirname, "..", "..", "..", "support", "plugin", "trial-provider", "main.ts");

/** Bundles the trial provider into a folder and returns the script. */
export function bundleTrialProvider(folder: string): string {
  const script = join(folder, "terraform-provider-trial");
  bundleProvider(TRIAL_ENTRY_POINT, script);
  return script;
}
