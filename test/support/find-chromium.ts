import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** The executable that CHROMIUM names, else the first Chromium on the PATH; undefined without one. */
export function findChromium(): string | undefined {
  const { CHROMIUM, PATH = "" } = process.env;
  const candidates = CHROMIUM
    ? [CHROMIUM]
    : NAMES.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name)));
  return candidates.find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
