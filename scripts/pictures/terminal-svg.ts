import { escaped } from "../../src/drawing/tile-svg";

/** Columns of the terminal. */
export const TERMINAL_COLUMNS = 110;

/** Marks the beginning of a command line. */
export const PROMPT = "$ ";

const FONT_SIZE = 14;
/** Width of a letter. Monospaced fonts differ between 0.55 and 0.61 of their size. */
const LETTER_WIDTH = 0.61 * FONT_SIZE;
const LINE_HEIGHT = 20;
const PADDING = 18;
const BAR_HEIGHT = 34;

/** Style of the letters after an escape sequence. */
interface Style {
  readonly color: string | undefined;
  readonly isBold: boolean;
  readonly isDim: boolean;
  readonly isUnderlined: boolean;
}

const PLAIN: Style = { color: undefined, isBold: false, isDim: false, isUnderlined: false };

/**
 * Changes of the style by the number of an escape sequence. The map contains the sequences that the command line
 * writes.
 */
const CHANGES: Readonly<Record<string, Partial<Style>>> = {
  "0": PLAIN,
  "1": { isBold: true },
  "2": { isDim: true },
  "4": { isUnderlined: true },
  "22": { isBold: false, isDim: false },
  "24": { isUnderlined: false },
  "31": { color: "red" },
  "32": { color: "green" },
  "33": { color: "yellow" },
  "36": { color: "cyan" },
  "39": { color: undefined },
};

const CSS = [
  ".ct{--ground:#f6f8fa;--bar:#e4e8ed;--edge:#c5cdd6;--text:#1c2430;--dim:#55606e;--red:#b3261e;--green:#1a6b34;--yellow:#7a5200;--cyan:#0b6075;max-width:100%;height:auto}",
  "@media (prefers-color-scheme:dark){.ct{--ground:#10151c;--bar:#1a212b;--edge:#3a4656;--text:#e8edf3;--dim:#a3afbd;--red:#ff9a92;--green:#7ddc9c;--yellow:#f0c674;--cyan:#67d3ea}}",
  `.ct text{font:${FONT_SIZE}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;fill:var(--text);white-space:pre}`,
  ".ct .bold,.ct .command{font-weight:700}.ct .dim{fill:var(--dim)}.ct .underline{text-decoration:underline}",
  ".ct .red{fill:var(--red)}.ct .green{fill:var(--green)}.ct .yellow{fill:var(--yellow)}.ct .cyan{fill:var(--cyan)}",
].join("");

/**
 * Draws the text of a terminal as an SVG picture, in light and dark colors. The text is treated as data: all other
 * escape sequences and control characters are shown.
 * @param title description for readers who do not see the picture
 */
export function terminalSvg(title: string, text: string): string {
  const lines = text.replace(/\n+$/, "").split("\n");
  const width = Math.ceil(TERMINAL_COLUMNS * LETTER_WIDTH + 2 * PADDING);
  const height = BAR_HEIGHT + lines.length * LINE_HEIGHT + 2 * PADDING;
  const dots = [0, 1, 2].map(
    (index) => `<circle cx="${PADDING + 4 + index * 18}" cy="${BAR_HEIGHT / 2}" r="5" fill="var(--edge)"/>`,
  );
  let style = PLAIN;
  const rows = lines.map((line, index) => {
    const y = BAR_HEIGHT + PADDING + index * LINE_HEIGHT + FONT_SIZE;
    const row = spans(line, style);
    style = row.style;
    const content = line.startsWith(PROMPT) ? `<tspan class="command">${row.svg}</tspan>` : row.svg;
    return content === "" ? "" : `<text x="${PADDING}" y="${y}" xml:space="preserve">${content}</text>\n`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="ct" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}"><style>${CSS}</style>\n`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10" fill="var(--ground)" stroke="var(--edge)"/>\n`,
    `<path d="M0.5 ${BAR_HEIGHT}V10.5a10 10 0 0 1 10-10H${width - 10.5}a10 10 0 0 1 10 10V${BAR_HEIGHT}z" fill="var(--bar)" stroke="var(--edge)"/>${dots.join("")}\n`,
    ...rows,
    "</svg>\n",
  ].join("");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: A terminal's sequences begin with this character.
const SEQUENCE = /\u001b\[(\d+)m/;

/** Returns the SVG of a line, and the style at its end. */
function spans(line: string, before: Style): { readonly svg: string; readonly style: Style } {
  let style = before;
  const parts = line.split(SEQUENCE).map((part, index) => {
    if (index % 2 === 0) {
      return span(part, style);
    }
    const change = CHANGES[part];
    if (!change) {
      throw new Error(`The terminal does not know the sequence ${part}.`);
    }
    style = { ...style, ...change };
    return "";
  });
  return { svg: parts.join(""), style };
}

function span(text: string, { color, isBold, isDim, isUnderlined }: Style): string {
  if (text === "") {
    return "";
  }
  const names = [color, isBold && "bold", isDim && "dim", isUnderlined && "underline"].filter(Boolean).join(" ");
  const shown = escaped(text);
  return names === "" ? shown : `<tspan class="${names}">${shown}</tspan>`;
}
