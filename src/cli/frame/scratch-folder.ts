import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { unlessInterrupted } from "./exit";

/**
 * Works with a folder that its owner alone may enter and that is gone afterwards, whatever happens.
 * @param prefix what its name begins with
 */
export function inScratchFolder<T>(parent: string, prefix: string, work: (scratch: string) => Promise<T>): Promise<T> {
  return unlessInterrupted(async () => {
    const scratch = mkdtempSync(join(parent, prefix));
    try {
      return await work(scratch);
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  });
}
