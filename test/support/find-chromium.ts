import { findProgram } from "./find-program";

export function findChromium(): string | undefined {
  return findProgram("CHROMIUM", ["chromium", "chromium-browser", "google-chrome"]);
}
