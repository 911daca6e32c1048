import { createColors } from "picocolors";

export type Colors = ReturnType<typeof createColors>;

interface Output {
  readonly isTTY?: boolean;
}

/** Whether to colour what goes to an output: on a terminal only, unless NO_COLOR or FORCE_COLOR says otherwise. NO_COLOR wins. */
export function wantsColor(output: Output, environment: NodeJS.ProcessEnv = process.env): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = environment;
  if (NO_COLOR || FORCE_COLOR === "0" || FORCE_COLOR === "false") return false;
  if (FORCE_COLOR) return true;
  return output.isTTY === true && TERM !== "dumb";
}

/** Colours for an output; functions that change nothing where it takes none. */
export function colorsFor(output: Output, environment?: NodeJS.ProcessEnv): Colors {
  return createColors(wantsColor(output, environment));
}
