import { addAlertsTo } from "../../../support/cli/adopted-program";

const HEAD = `import { count, Dashboard, tile } from "cdk-clickstack/cdktn";\n`;
const ERRORS = "tile.line({ source: logs, select: [count()] })";
const TILES = { errors: {}, latency: {} };

/** Returns the code that the new alerts add to a program, without the import. */
const added = (code: string, ...keys: string[]) => {
  const { text, obstacles } = addAlertsTo(HEAD + code, keys, TILES);
  return { code: text.replace(/^import.*\n/, ""), obstacles };
};

const alert = (on: string, key = "errors", id = 0) => `new Alert(stack, "new-${key}", {
  on: ${on},
  when: above(7),
  every: "1h",
  notify: [],
}).importFrom("id${id}");\n`;

describe("the code of an alert that a user added in the UI", () => {
  test.each([
    [
      "the props of a dashboard without a name",
      `new Dashboard(stack, "x", { tiles: { errors: ${ERRORS} } });\n`,
      `const x = new Dashboard(stack, "x", { tiles: { errors: ${ERRORS} } });\n${alert('x.tile("errors")')}`,
    ],
    [
      "a call of addTile",
      `const board = new Dashboard(stack, "x", { name: "X" });\nboard.addTile("errors", ${ERRORS}); // first\nrun();\n`,
      `const board = new Dashboard(stack, "x", { name: "X" });\nboard.addTile("errors", ${ERRORS}); // first\n${alert('board.tile("errors")')}run();\n`,
    ],
    [
      "a row",
      `const board = new Dashboard(stack, "x", { name: "X" });\nboard.addRow({}, { errors: ${ERRORS} });\n`,
      `const board = new Dashboard(stack, "x", { name: "X" });\nboard.addRow({}, { errors: ${ERRORS} });\n${alert('board.tile("errors")')}`,
    ],
    [
      "a loop",
      `const board = new Dashboard(stack, "x", { name: "X" });\nfor (const key of keys) {\n  board.addTile(key, ${ERRORS});\n}\n`,
      `const board = new Dashboard(stack, "x", { name: "X" });\nfor (const key of keys) {\n  board.addTile(key, ${ERRORS});\n}\n${alert('board.tile("errors")')}`,
    ],
    [
      "a JSON file",
      `Dashboard.fromJson(stack, "x", readFileSync("a.json"));\n`,
      `const x = Dashboard.fromJson(stack, "x", readFileSync("a.json"));\n${alert('x.tile("errors")')}`,
    ],
  ])("is written after the tile in %s", (_, before, after) => {
    expect(added(before, "errors")).toEqual({ code: after, obstacles: [] });
  });

  test("has an empty line before it if the previous statement has one, and starts with the prop name", () => {
    const code = `const board = new Dashboard(stack, "x", { tiles: { errors: ${ERRORS} } });\n`;
    const once = alert('board.tile("errors")');
    expect(added(`${code}\nrun();\n`, "errors").code).toBe(`${code}\n${once}\nrun();\n`);
    expect(added(`run();\n\n${code}`, "errors").code).toBe(`run();\n\n${code}\n${once}`);
  });

  test("refers to its dashboard by the same constant as another new alert", () => {
    const code = `new Dashboard(stack, "x", { tiles: { errors: ${ERRORS}, latency: ${ERRORS} } });\n`;
    expect(added(code, "errors", "latency").code).toBe(
      `const x = ${code}${alert('x.tile("errors")')}${alert('x.tile("latency")', "latency", 1)}`,
    );
  });

  test("is not written, and the alert is reported, if no code refers to the tile", () => {
    const code = `export const board = () => new Dashboard(stack, "x", { tiles: { errors: ${ERRORS} } });\n`;
    expect(added(code, "errors")).toEqual({
      code,
      obstacles: ["2: : The dashboard is neither a separate statement nor the value of a constant."],
    });
  });
});
