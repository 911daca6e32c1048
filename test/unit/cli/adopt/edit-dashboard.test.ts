// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Terraform evaluates these texts.
import { adoptInto } from "../../../support/cli/adopted-program";

const HEAD = `import { count, Dashboard, quantile, tile } from "cdk-clickstack/cdktn";\n`;

const line = (more: object = {}, config: object = {}) => ({
  name: "Errors",
  x: 0,
  y: 0,
  w: 12,
  h: 7,
  ...more,
  config: { displayType: "line", sourceId: "s", select: [{ aggFn: "count", where: "level:error" }], ...config },
});
const latency = {
  name: "Latency",
  x: 12,
  y: 0,
  w: 6,
  h: 4,
  config: { displayType: "number", sourceId: "s", select: [] },
};
const board = (tiles: object) => ({ name: "Checkout", tiles });
const CODE = `${HEAD}new Dashboard(stack, "x", {
  name: "Checkout",
  tiles: {
    errors: tile.line({ source: logs, select: [count({ where: "level:error" })] }),
    // The slowest requests.
    latency: tile.number({
      source: logs,
      select: [],
    }),
  },
});
const others = [count(), quantile(0.5, "Duration")];
`;
const OLD = board({ errors: line(), latency });

const adopted = (wanted: object, code = CODE, old: object = OLD) =>
  adoptInto(code, { type: "dashboard", old: old as never, wanted: wanted as never });

describe("the tiles of a dashboard", () => {
  test.each([
    [
      "a value of a select item",
      line({}, { select: [{ aggFn: "count", where: "level:fatal" }] }),
      `errors: tile.line({ source: logs, select: [count({ where: "level:fatal" })] }),`,
    ],
    [
      "the function of a select item",
      line({}, { select: [{ aggFn: "quantile", level: 0.95, valueExpression: "Duration", where: "level:error" }] }),
      `errors: tile.line({ source: logs, select: [quantile(0.95, "Duration", { where: "level:error" })] }),`,
    ],
    [
      "another select item",
      line({}, { select: [{ aggFn: "count", where: "level:error" }, { aggFn: "count" }] }),
      `errors: tile.line({ source: logs, select: [count({ where: "level:error" }), count()] }),`,
    ],
    [
      "a new title",
      line({ name: "All errors" }),
      `errors: tile.line({ source: logs, select: [count({ where: "level:error" })], name: "All errors" }),`,
    ],
    [
      "another tile kind",
      line({}, { displayType: "stacked_bar" }),
      `errors: tile.stackedBar({ source: logs, select: [count({ where: "level:error" })] }),`,
    ],
    [
      "a nested option",
      line({}, { numberFormat: { output: "percent" } }),
      `errors: tile.line({ source: logs, select: [count({ where: "level:error" })], numberFormat: { output: "percent" } }),`,
    ],
  ])("adopt %s and keep the rest of the file", (_, errors, code) => {
    const { text, obstacles } = adopted(board({ errors, latency }));
    expect(obstacles).toEqual([]);
    expect(text).toBe(CODE.replace(/errors: .*,\n/, `${code}\n`));
  });

  test("adopt a new position, and keep the automatic position of the others", () => {
    const { text } = adopted(board({ errors: line(), latency: { ...latency, x: 18, y: 20 } }));
    expect(text).toBe(CODE.replace("      select: [],\n", "      select: [],\n      x: 18,\n      y: 20,\n"));
  });

  test("get positions where the automatic layout would move them", () => {
    const { text } = adopted(board({ errors: line({ x: 0, y: 20 }), latency }));
    expect(text).toContain(`select: [count({ where: "level:error" })], x: 0, y: 20 }),`);
    expect(text).toContain("      select: [],\n      x: 12,\n      y: 0,\n    }),");
  });

  test("adopt a new size only", () => {
    const { text } = adopted(board({ errors: line({ h: 9 }), latency }));
    expect(text).toContain(`select: [count({ where: "level:error" })], h: 9 }),`);
    expect(text).not.toContain("x:");
  });

  test("adopt a new tile, with a hostile key and title", () => {
    const added = { ...latency, name: "`${x}` */", x: 18, y: 0 };
    const { text } = adopted(board({ errors: line(), latency, ["__proto__"]: added }));
    expect(text).toContain(`["__proto__"]: tile.number({ name: "\`$\${x}\` */", source: "s", select: [] }),`);
  });

  test("lose a removed tile", () => {
    const { text, obstacles } = adopted(board({ latency: { ...latency, x: 12 } }));
    expect(obstacles).toEqual([]);
    expect(text).not.toContain("errors");
    expect(text).toContain("// The slowest requests.");
  });

  test("can be added by addTile", () => {
    const code = `${HEAD}const board = new Dashboard(stack, "x", { name: "Checkout" });
board.addTile("errors", tile.line({ source: logs, select: [count({ where: "level:error" })] }));
board.addTile("latency", tile.number({ source: logs, select: [] }));
`;
    const changed = adopted(board({ errors: line({}, { select: [{ aggFn: "count" }] }), latency }), code);
    expect(changed).toMatchObject({ obstacles: [], text: code.replace(`count({ where: "level:error" })`, "count()") });
    const removed = adopted(board({ errors: line() }), code);
    expect(removed.text).toBe(code.replace(/board\.addTile\("latency".*\n/, ""));
  });

  test("of a row keep the place that the row gives them", () => {
    const code = `${HEAD}const board = new Dashboard(stack, "x", { name: "Checkout" });
board.addRow({ height: 7 }, { errors: tile.line({ source: logs, select: [count({ where: "level:error" })] }) });
`;
    const { text, obstacles } = adopted(
      board({ errors: line({ x: 3, w: 21 }) }),
      code,
      board({ errors: line({ w: 24 }) }),
    );
    expect(text).toBe(code);
    expect(obstacles).toEqual([
      "3: tiles.errors: A row places the tile, so its position stays. Move the tile in the code.",
    ]);
  });

  test("of a function are named", () => {
    const code = `${HEAD}new Dashboard(stack, "x", { name: "Checkout", tiles: { errors: errorsTile(logs) } });\n`;
    const { text, obstacles } = adopted(board({ errors: line({ name: "b" }) }), code, board({ errors: line() }));
    expect(text).toBe(code);
    expect(obstacles).toEqual(['2: tiles.errors: The value comes from the function "errorsTile".']);
  });

  test("are created if the dashboard had none", () => {
    const code = `${HEAD}new Dashboard(stack, "x", { name: "Checkout" });\n`;
    const { text } = adopted(board({ errors: line() }), code, board({}));
    expect(text).toContain(
      `name: "Checkout", tiles: {\n  errors: tile.line({ source: "s", select: [count({ where: "level:error" })] }),\n} });`,
    );
  });
});
