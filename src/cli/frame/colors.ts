import { randomBytes } from "node:crypto";
import { createColors } from "picocolors";

type Paint = (text: string) => string;

/** The colors that this tool uses. */
export type Colors = Readonly<Record<"bold" | "dim" | "underline" | "red" | "green" | "yellow" | "cyan", Paint>>;

interface Output {
  readonly isTTY?: boolean;
}

/**
 * Stands for the begin of a color until the text is written. Nobody else can write it, so that what a terminal obeys in the end comes
 * from this tool alone.
 */
const COLOR = `\ue000${randomBytes(8).toString("hex")}`;
const ESCAPE = "\u001b[";

const none: Paint = (text) => text;
const NO_COLORS: Colors = {
  ...{ bold: none, dim: none, underline: none },
  ...{ red: none, green: none, yellow: none, cyan: none },
};

/** Whether to color what goes to an output: on a terminal only, unless NO_COLOR or FORCE_COLOR says otherwise. NO_COLOR wins. */
export function wantsColor(output: Output, environment: NodeJS.ProcessEnv = process.env): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = environment;
  if (NO_COLOR || FORCE_COLOR === "0" || FORCE_COLOR === "false") return false;
  if (FORCE_COLOR) return true;
  return output.isTTY === true && TERM !== "dumb";
}

/** Colors for an output; functions that change nothing where it takes none. */
export function colorsFor(output: Output, environment?: NodeJS.ProcessEnv): Colors {
  if (!wantsColor(output, environment)) return NO_COLORS;
  const real = createColors(true);
  const paints = Object.keys(NO_COLORS).map((name) => [name, marking(real[name as keyof Colors])]);
  return Object.fromEntries(paints) as Colors;
}

function marking(paint: Paint): Paint {
  const [begin = "", end = ""] = paint("|").replaceAll(ESCAPE, COLOR).split("|");
  return (text) => begin + text + end;
}

/** The colors of a text as a terminal takes them. */
export function withColors(text: string): string {
  return text.replaceAll(COLOR, ESCAPE);
}
