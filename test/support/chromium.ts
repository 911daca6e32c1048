import { type Browser, chromium } from "playwright-core";
import { findChromium } from "./find-chromium";

/**
 * Starts a headless Chromium. Throws with a fix if there is none.
 * @param flags further arguments of the program
 */
export function startChromium(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) {
    throw new Error("This needs Chromium: install it, or name its executable in the environment variable CHROMIUM.");
  }
  return chromium.launch({
    executablePath,
    // Chromium does not support its sandbox for root, and a small /dev/shm breaks it in containers.
    args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-dev-shm-usage", ...flags],
  });
}
