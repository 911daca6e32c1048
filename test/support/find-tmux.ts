import { findProgram } from "./find-program";

export function findTmux(): string | undefined {
  return findProgram("TMUX_BIN", ["tmux"]);
}
