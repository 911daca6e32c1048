import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The executable that TMUX_BIN names, else the first tmux on the PATH; undefined without one. */
export function findTmux(): string | undefined {
  const { TMUX_BIN, PATH = "" } = process.env;
  const candidates = TMUX_BIN ? [TMUX_BIN] : PATH.split(delimiter).map((folder) => join(folder, "tmux"));
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
