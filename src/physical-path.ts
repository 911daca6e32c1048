import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { quietly } from "./quietly";

/**
 * Returns the path of an existing file or folder without links, such as `/private/var` for `/var` on macOS. Names
 * have the same case as on the disk, because paths are case-insensitive on Windows and macOS.
 */
export function physicalPath(path: string): string {
  return quietly(() => realpathSync.native(path)) ?? resolve(path);
}
