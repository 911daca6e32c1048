import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ServingProcess } from "./run-process";

const ROOT = join(__dirname, "..", "..");

/** Starts `npm run quickstart` without npm. */
export function startQuickstart(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const script = join(ROOT, "scripts", "quickstart", "main.ts");
  return new ServingProcess(process.execPath, ["--import", "tsx", script, ...words], { cwd: ROOT, environment });
}

/** Expects the three changes in the output, an empty last plan, and no running process of the quickstart. */
export function expectQuickstart(printed: string): void {
  expect(printed).toContain('~ where            = "level:fatal" -> "ServiceName:checkout AND level:error"');
  expect(printed).toContain("~ threshold               = 10000 -> 100");
  expect(printed).toContain('~ state             = "disabled" -> "enabled"');
  expect(printed).toContain("All objects match the declaration again.");
  const processes = execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });
  expect(processes.split("\n").filter((line) => line.includes(join(ROOT, "build", "quickstart")))).toEqual([]);
}

/** Returns the files of the checkout that are neither committed nor ignored. */
export function changedFiles(): string {
  return execFileSync("git", ["status", "--porcelain"], { cwd: ROOT, encoding: "utf8" });
}
