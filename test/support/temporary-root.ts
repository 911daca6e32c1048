import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Gives all tests of a run one temporary folder, and removes it with what they left: a provider that was killed leaves
 * its socket, as any process does. Jest calls this once, before it starts its workers.
 */
export default function useOwnTemporaryFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), "clickstack-tests-"));
  // Servers and providers of other users have theirs below it.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
}
