import { colorsFor } from "../../../../src/cli/terminal/colors";
import { columnsOf, widthOf, wrapLine, wrapText } from "../../../../src/cli/terminal/wrap";

describe("a line", () => {
  test("is broken between words, and its continuation lines are indented to the start of its text", () => {
    expect(wrapLine("The alert fires when the value is above 100.", { width: 24, first: "  ! " })).toEqual([
      "  ! The alert fires when",
      "    the value is above",
      "    100.",
    ]);
  });

  test("stays unchanged with all its spaces if it fits", () => {
    expect(wrapLine("a  b", { width: 4 })).toEqual(["a  b"]);
  });

  test("is broken after the last punctuation mark that fits if a word is too long", () => {
    expect(wrapLine("on clickstack_alert.too-many-errors", { width: 16 })).toEqual([
      "on clickstack_",
      "alert.too-many-",
      "errors",
    ]);
    expect(wrapLine("abcdefghijklmnopqrstuvwxyz", { width: 16 })).toEqual(["abcdefghijklmnop", "qrstuvwxyz"]);
  });

  test("keeps paths and addresses whole, unless a table needs the space", () => {
    const path = "/home/someone/project/cdktf.out/stacks/shop";
    expect(wrapLine(`see ${path} now`, { width: 16 })).toEqual(["see", path, "now"]);
    expect(wrapLine(path, { width: 16, breaksPaths: true })).toEqual([
      "/home/someone/",
      "project/cdktf.",
      "out/stacks/shop",
    ]);
  });

  test("is broken between letters in a script without spaces, and never before closing punctuation", () => {
    expect(wrapLine("支払いのエラー率が高い、確認してください。", { width: 16 })).toEqual([
      "支払いのエラー率",
      "が高い、確認して",
      "ください。",
    ]);
    expect(wrapLine("あいうえおかきく。", { width: 16 })).toEqual(["あいうえおかき", "く。"]);
    expect(wrapLine('the alert "支払い"', { width: 12 })).toEqual(["the alert", '"支払い"']);
  });

  test("counts two columns for an emoji and never splits an emoji", () => {
    const families = "👩‍👩‍👧".repeat(10);
    expect(columnsOf(families)).toBe(20);
    expect(wrapLine(families, { width: 13 })).toEqual(["👩‍👩‍👧".repeat(6), "👩‍👩‍👧".repeat(4)]);
  });

  test("counts the columns of escaped control characters, and no columns for colors", () => {
    const { red } = colorsFor({}, { FORCE_COLOR: "1" });
    expect(columnsOf("\u001b")).toBe(6);
    expect(columnsOf(red("red"))).toBe(3);
    expect(wrapLine(red("one two three four"), { width: 13 }).map(columnsOf)).toEqual([13, 4]);
    expect(wrapLine("\u001b[31m and more", { width: 13 })).toEqual(["\\u001b[31m", "and more"]);
  });
});

describe("a text", () => {
  test("keeps its lines and their indentation", () => {
    expect(wrapText("Notes:\n\n  one two three\n  - four five six\n", 12)).toBe(
      "Notes:\n\n  one two\n  three\n  - four five\n    six\n",
    );
  });

  test("stays unchanged without a width", () => {
    const text = `${"word ".repeat(100)}\n`;
    expect(wrapText(text, Number.POSITIVE_INFINITY)).toBe(text);
  });
});

test.each([
  ["the columns of a terminal", { isTTY: true, columns: 72 }, { COLUMNS: "40" }, 72],
  ["COLUMNS for a terminal without a size", { isTTY: true, columns: 0 }, { COLUMNS: "40" }, 40],
  ["COLUMNS without a terminal", {}, { COLUMNS: "40" }, 40],
  ["unlimited without a terminal and COLUMNS", {}, {}, Number.POSITIVE_INFINITY],
  ["unlimited if COLUMNS is not a number", {}, { COLUMNS: "wide" }, Number.POSITIVE_INFINITY],
])("the width of a line is %s", (_, stream, environment, expected) => {
  expect(widthOf(stream, environment)).toBe(expected);
});
