import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** Starts a headless Chromium: the one that CHROMIUM names, else the first on the PATH. Throws with the way out where there is none. */
export function startChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    // Chromium refuses its sandbox to root, and a small /dev/shm breaks it in containers.
    args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-dev-shm-usage"],
  });
}

function findChromium(): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = process.env.CHROMIUM
    ? [process.env.CHROMIUM]
    : NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = candidates.find(isExecutable);
  if (found) return found;
  throw new Error(
    "The tests of pages need Chromium. Install Debian's package chromium (or another Chromium), or name its executable in the environment variable CHROMIUM.",
  );
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
