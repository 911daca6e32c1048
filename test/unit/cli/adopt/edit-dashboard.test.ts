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

test("a changed extra field is edited in the extraFields object", () => {
  const code = `${HEAD}new Dashboard(stack, "x", { name: "Checkout", extraFields: { mode: { a: 1 /* first */ }, b: 2 } });\n`;
  const old = { ...board({}), extraFields: { mode: { a: 1 }, b: 2 } };
  const { text, obstacles } = adopted({ ...board({}), extraFields: { mode: { a: 3 }, b: 2 } }, code, old);
  expect(obstacles).toEqual([]);
  expect(text).toContain("extraFields: { mode: { a: 3 /* first */ }, b: 2 }");
});

describe("the code of the tiles of a dashboard", () => {
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
    [
      "an extra field",
      line({ extraFields: { config: { newOption: 1 } } }),
      `errors: tile.line({ source: logs, select: [count({ where: "level:error" })], extraFields: { config: { newOption: 1 } } }),`,
    ],
  ])("adopts %s and keeps the rest of the file", (_, errors, code) => {
    const { text, obstacles } = adopted(board({ errors, latency }));
    expect(obstacles).toEqual([]);
    expect(text).toBe(CODE.replace(/errors: .*,\n/, `${code}\n`));
  });

  test("adopts a new position, and keeps the automatic position of the other tiles", () => {
    const { text } = adopted(board({ errors: line(), latency: { ...latency, x: 18, y: 20 } }));
    expect(text).toBe(CODE.replace("      select: [],\n", "      select: [],\n      x: 18,\n      y: 20,\n"));
  });

  test("gets an explicit position for each tile that the automatic layout would move", () => {
    const { text } = adopted(board({ errors: line({ x: 0, y: 20 }), latency }));
    expect(text).toContain(`select: [count({ where: "level:error" })], x: 0, y: 20 }),`);
    expect(text).toContain("      select: [],\n      x: 12,\n      y: 0,\n    }),");
  });

  test("gets only a size if only the size changed", () => {
    const { text } = adopted(board({ errors: line({ h: 9 }), latency }));
    expect(text).toContain(`select: [count({ where: "level:error" })], h: 9 }),`);
    expect(text).not.toContain("x:");
  });

  test("gets a new tile with a hostile key and title", () => {
    const added = { ...latency, name: "`${x}` */", x: 18, y: 0 };
    const { text } = adopted(board({ errors: line(), latency, ["__proto__"]: added }));
    expect(text).toContain(`["__proto__"]: tile.number({ name: "\`$\${x}\` */", source: "s", select: [] }),`);
  });

  test("loses a removed tile", () => {
    const { text, obstacles } = adopted(board({ latency: { ...latency, x: 12 } }));
    expect(obstacles).toEqual([]);
    expect(text).not.toContain("errors");
    expect(text).toContain("// The slowest requests.");
  });

  test("is edited in the calls of addTile", () => {
    const code = `${HEAD}const board = new Dashboard(stack, "x", { name: "Checkout" });
board.addTile("errors", tile.line({ source: logs, select: [count({ where: "level:error" })] }));
board.addTile("latency", tile.number({ source: logs, select: [] }));
`;
    const changed = adopted(board({ errors: line({}, { select: [{ aggFn: "count" }] }), latency }), code);
    expect(changed).toMatchObject({ obstacles: [], text: code.replace(`count({ where: "level:error" })`, "count()") });
    const removed = adopted(board({ errors: line() }), code);
    expect(removed.text).toBe(code.replace(/board\.addTile\("latency".*\n/, ""));
    const commented = code.replace('board.addTile("latency"', "// explains latency\n/* 2 */ $&");
    expect(commented).toContain("explains");
    expect(adopted(board({ errors: line() }), commented.replace(/\n$/, " // tail\n")).text).toBe(removed.text);
  });

  test("does not change the position of a tile that a row places", () => {
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
      "3: tiles.errors: A row places the tile, so its position and size stay. Change them in the code.",
    ]);
  });

  test("stays unchanged if a function returns the tile, and the reason is reported", () => {
    const code = `${HEAD}new Dashboard(stack, "x", { name: "Checkout", tiles: { errors: errorsTile(logs) } });\n`;
    const { text, obstacles } = adopted(board({ errors: line({ name: "b" }) }), code, board({ errors: line() }));
    expect(text).toBe(code);
    expect(obstacles).toEqual(['2: tiles.errors: The value comes from the function "errorsTile".']);
  });

  test("is created if the dashboard had no tiles", () => {
    const code = `${HEAD}new Dashboard(stack, "x", { name: "Checkout" });\n`;
    const { text } = adopted(board({ errors: line() }), code, board({}));
    expect(text).toContain(
      `name: "Checkout", tiles: {\n  errors: tile.line({ source: "s", select: [count({ where: "level:error" })] }),\n} });`,
    );
  });

  test("gets a new tile after the last statement that adds tiles to the dashboard", () => {
    const code = `${HEAD}const board = new Dashboard(stack, "x", { name: "Checkout" });
const top = board.addContainer("top");
top.addTile("errors", tile.line({ source: logs, select: [count({ where: "level:error" })] })); // first
board.addTile("latency", tile.number({ source: logs, select: [] }));
`;
    const old = board({ errors: line({ containerId: "top" }), latency: { ...latency, x: 0 } });
    const more = { ...latency, name: "More", x: 12, y: 0, containerId: "top" };
    const { text, edited, obstacles } = adopted({ ...old, tiles: { ...old.tiles, more } }, code, old);
    expect({ edited, obstacles }).toEqual({ edited: ["tiles.more (added)"], obstacles: [] });
    expect(text).toBe(
      code.replace(/$/, `board.addTile("more", tile.number({ source: "s", select: [], containerId: "top" }));\n`),
    );
  });

  test("gets a new tile in place of a removed tile that the last statement added", () => {
    const code = `${HEAD}const board = new Dashboard(stack, "x", { name: "Checkout" });
board.addTile("errors", tile.line({ source: logs, select: [count({ where: "level:error" })] }));
board.addTile("latency", tile.number({ source: logs, select: [] })); // slow
run();
`;
    const more = { ...latency, name: "More" };
    const { text } = adopted(board({ errors: line(), more }), code, board({ errors: line(), latency }));
    expect(text).toBe(
      code.replace(/board.addTile\("latency".*/, `board.addTile("more", tile.number({ source: "s", select: [] }));`),
    );
  });

  test("gets a new tile after the dashboard's statement if the tiles are not a literal list, unless no variable contains the dashboard", () => {
    const code = `new Dashboard(stack, "x", { name: "Checkout", tiles: tilesOf(logs) });\n`;
    const wanted = board({ latency: { ...latency, x: 0 } });
    const { text } = adopted(wanted, `${HEAD}const board = ${code}`, board({}));
    expect(text).toBe(
      `${HEAD}const board = ${code}board.addTile("latency", tile.number({ source: "s", select: [] }));\n`,
    );
    expect(adopted(wanted, `${HEAD}export default ${code}`, board({}))).toMatchObject({
      text: `${HEAD}export default ${code}`,
      obstacles: [
        "2: tiles.latency: The code has no place for a new tile: neither a list of tiles nor a name of the dashboard.",
      ],
    });
  });

  test("stays unchanged if a tile moves to another container, and the reason is reported", () => {
    const code = `${HEAD}const board = new Dashboard(stack, "x", { name: "Checkout" });
const top = board.addContainer("top");
const more = board.addContainer("more");
top.addTile("errors", tile.line({ source: logs, select: [count({ where: "level:error" })] }));
more.addTile("moved", tile.number({ source: logs, select: [] }));
board.addTile("latency", tile.number({ source: logs, select: [] }));
`;
    const tiles = (moved: object, own: object = { x: 0 }) => ({
      errors: line({ containerId: "top" }),
      moved: { ...latency, name: "Moved", ...moved },
      latency: { ...latency, ...own },
    });
    const old = board(tiles({ x: 0, containerId: "more" }));
    const reason = "6: tiles.moved: A container or tab adds the tile, so its place stays. Move the tile in the code.";
    expect(adopted(board(tiles({ x: 12, containerId: "top" })), code, old)).toMatchObject({
      text: code,
      obstacles: [reason],
    });
    const intoTop = adopted(board(tiles({ x: 0, y: 9 }, { x: 12, containerId: "top" })), code, old);
    expect(intoTop).toMatchObject({
      text: code.replace(`"latency", tile.number({ source: logs, select: []`, `$&, containerId: "top"`),
      obstacles: [reason],
    });
  });

  test("keeps the declared container of a tile that moves within this container", () => {
    const code = `${HEAD}new Dashboard(stack, "x", {
  tiles: { latency: tile.number({ source: logs, select: [], containerId: "top" }) },
});
`;
    const at = (y: number) => board({ latency: { ...latency, x: 0, y, containerId: "top" } });
    const { text } = adopted(at(9), code, at(0));
    expect(text).toBe(code.replace('containerId: "top" }', 'containerId: "top", x: 0, y: 9 }'));
  });

  test("removes the declared container of a tile that leaves it while the dashboard gets another tile", () => {
    const code = `${HEAD}new Dashboard(stack, "x", {
  tiles: { latency: tile.number({ source: logs, select: [], containerId: "top" }) },
});
`;
    const old = board({ latency: { ...latency, x: 0, y: 0, containerId: "top" } });
    const more = { ...latency, name: "More", x: 12, y: 0 };
    expect(adopted(board({ latency: { ...latency, x: 0, y: 0 }, more }), code, old)).toMatchObject({
      text: code.replace(`, containerId: "top" })`, ` }), more: tile.number({ source: "s", select: [], x: 12, y: 0 })`),
      obstacles: [],
    });
  });

  test("keeps a removed tile and its constant if an alert refers to the tile, and otherwise removes both", () => {
    const code = `${HEAD}const errors = tile.line({ source: logs, select: [count({ where: "level:error" })] });
const board = new Dashboard(stack, "x", { name: "Checkout", tiles: { errors } });
const others = [count(), quantile(0.5, "Duration"), tile];
`;
    const change = { type: "dashboard", old: board({ errors: line() }), wanted: board({}) } as never;
    expect(adoptInto(code, change).text).toBe(code.replace(/^const errors.*\n/m, "").replace("{ errors }", "{  }"));
    const inUse = adoptInto(code, change, { references: new Map([["errors", ["clickstack_alert.a"]]]) });
    expect(inUse).toMatchObject({
      text: code,
      obstacles: [
        "3: tiles.errors: The server no longer has the tile. clickstack_alert.a refers to it. Remove the code of both.",
      ],
    });
  });

  test("uses the variable of a source for a new tile if another tile uses it", () => {
    const code = `${HEAD}const make = (logs: string) => new Dashboard(stack, "x", {
  tiles: { latency: tile.number({ source: logs, select: [] }) },
});
`;
    const old = board({ latency: { ...latency, x: 0 } });
    const added = { ...latency, name: "More", x: 6 };
    const { text } = adopted(board({ latency: { ...latency, x: 0 }, more: added }), code, old);
    expect(text).toContain("more: tile.number({ source: logs, select: [] })");
  });
});

describe("the code of the containers and filters of a dashboard", () => {
  const code = `${HEAD}const board = new Dashboard(stack, "x", {
  filters: [{ name: "A", expression: "a", source: "s" }],
});
board.addFilter({ name: "B", expression: "b", source: "s" });
const top = board.addContainer("top", { collapsed: true });
top.addTab("one");
`;
  const filter = (name: string) => ({ name, expression: name.toLowerCase(), sourceId: "s" });
  const old = {
    tiles: {},
    filters: [filter("A"), filter("B")],
    containers: [{ id: "top", title: "Top", collapsed: true, tabs: [{ id: "one", title: "One" }] }],
  };
  const edited = (change: object) => adopted({ ...old, ...change }, code, old);
  const container = (change: object) => edited({ containers: [{ ...old.containers[0], ...change }] });

  test("stays unchanged if calls add some of the values, and the reason is reported", () => {
    expect(edited({ filters: [filter("C"), filter("B")], name: "Best" })).toMatchObject({
      text: code.replace(`source: "s" }],\n`, `$&  name: "Best",\n`),
      obstacles: ["5: filters: Calls of addFilter add values to this list. Change them in the code."],
    });
    expect(container({ title: "Best" })).toMatchObject({
      text: code,
      obstacles: ["6: containers: Calls of addContainer add values to this list. Change them in the code."],
    });
  });

  test("is edited in the props if no calls add values", () => {
    const props = `${HEAD}new Dashboard(stack, "x", {
  filters: [{ name: "A", expression: "a", source: "s" }],
  containers: [{ id: "top", title: "Top", collapsed: true, tabs: [{ id: "one", title: "One" }] }],
});
other.addFilter({});
`;
    const before = { ...old, filters: [filter("A")] };
    const wanted = {
      ...before,
      filters: [filter("C")],
      containers: [{ ...old.containers[0], title: "Best", tabs: [{ id: "one", title: "First" }] }],
    };
    expect(adopted(wanted, props, before)).toMatchObject({
      obstacles: [],
      text: props
        .replace(`"A", expression: "a"`, `"C", expression: "c"`)
        .replace(`"Top"`, `"Best"`)
        .replace(`"One"`, `"First"`),
    });
  });
});
