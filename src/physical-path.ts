import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { quietly } from "./quietly";

/**
 * Returns the path of an existing file or folder without links, such as `/private/var` for `/var` on macOS. Its names
 * have the case in which the disk stores them: Windows and macOS find a file by its name in any case.
 */
export function physicalPath(path: string): string {
  return quietly(() => realpathSync.native(path)) ?? resolve(path);
}
