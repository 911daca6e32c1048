import { readFileSync } from "node:fs";
import { join } from "node:path";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { PROMPT, terminalSvg } from "../../../scripts/pictures/terminal-svg";

const ROOT = join(__dirname, "..", "..", "..");

/** Returns the rows of a picture with the CSS classes of their parts, such as `[red old]`. */
function rowsOf(svg: string): readonly string[] {
  expect(XMLValidator.validate(svg)).toBe(true);
  const rows = [...svg.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, row = ""]) => row);
  return rows.map((row) => row.replaceAll(/<tspan class="([^"]*)">/g, "[$1 ").replaceAll("</tspan>", "]"));
}

describe("the picture of a terminal", () => {
  test("shows commands in bold, and the colors of the command line over several lines", () => {
    const text = `${PROMPT}run\n\u001b[1mshop\u001b[22m: \u001b[31mold\u001b[39m\n\n  \u001b[2m\u001b[36ma\nb\u001b[0m c\n`;
    expect(rowsOf(terminalSvg("Run", text))).toEqual([
      "[command $ run]",
      "[bold shop]: [red old]",
      "  [cyan dim a]",
      "[cyan dim b] c",
    ]);
  });

  test("contains only plain text, and shows control characters", () => {
    const svg = terminalSvg(`"><script>`, "<script>&amp;\u0007\u202e ]]>\n\u001b]8;;https://evil.example\u0007link");
    expect(rowsOf(svg)).toEqual([
      "&lt;script&gt;&amp;amp;\\u0007\\u202e ]]&gt;",
      "\\u001b]8;;https://evil.example\\u0007link",
    ]);
    expect(svg).not.toContain("<script");
    expect(new XMLParser({ ignoreAttributes: false }).parse(svg).svg["@_aria-label"]).toBe('"><script>');
  });

  test("is not created if the output contains an escape sequence that cannot be drawn", () => {
    expect(() => terminalSvg("Run", "\u001b[35mviolet")).toThrow("The terminal does not know the sequence 35.");
  });
});

test("the recorded terminal session of adopt shows the commands and the program", () => {
  const rows = rowsOf(readFileSync(join(ROOT, "docs", "pictures", "adopt.svg"), "utf8"));
  const commands = rows.filter((row) => row.startsWith("[command "));
  expect(commands).toEqual([
    "[command $ npx cdk-clickstack drift]",
    "[command $ npx cdk-clickstack adopt --write]",
    "[command $ npx cdk-clickstack plan]",
  ]);
  const program = readFileSync(join(ROOT, "scripts", "pictures", "adopt-session", "main.ts"), "utf8");
  const removed = rows.flatMap((row) => /^\[red -(.*)\]$/.exec(row)?.[1] ?? []);
  expect(removed).toHaveLength(3);
  expect(removed.filter((line) => !program.includes(line.replaceAll("&quot;", '"')))).toEqual([]);
});
