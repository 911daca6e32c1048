import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";

/** A folder in the import's own that is gone afterwards, whatever happens. */
export async function inScratchFolder<T>(folder: string, work: (scratch: string) => Promise<T>): Promise<T> {
  const scratch = mkdtempSync(join(folder, ".cdk-clickstack-verify-"));
  const remove = () => rmSync(scratch, { recursive: true, force: true });
  const stop = () => {
    remove();
    process.exit(130);
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  try {
    return await work(scratch);
  } finally {
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
    remove();
  }
}
