import { seedIds } from "../../../src/emulator";
import { count, dashboard, lineConfig, running } from "../../support/emulator/support";

const emulator = running();
const sourceId = seedIds.logs;
const rawSql = { configType: "sql", connectionId: seedIds.connection, sqlTemplate: "SELECT 1" };
const heatmap = { displayType: "heatmap", sourceId: seedIds.traces, select: [{ valueExpression: "Duration" }] };
const search = { displayType: "search", sourceId, select: "Body" };

/** Configurations of the tile kinds that have neither `asRatio` nor `formulas`. */
const builders = {
  pie: { displayType: "pie", sourceId, select: [count] },
  bar: { displayType: "bar", sourceId, select: [count] },
  heatmap,
  search,
  event_patterns: { displayType: "event_patterns", sourceId },
  markdown: { displayType: "markdown", markdown: "# Hi" },
};
const displayTypes = ["line", "stacked_bar", "table", "number", "pie", "bar"];
const sqlConfigs = Object.fromEntries(displayTypes.map((displayType) => [displayType, { ...rawSql, displayType }]));

const ratio = "tiles.0.config: asRatio can only be used with exactly two select items";

async function create(config: object) {
  const { status, json } = await emulator.openSource.post("/dashboards", dashboard(config));
  return { status, message: json.message?.replace("Body validation failed: ", ""), config: json.data?.tiles[0].config };
}

test.each(Object.entries(builders))(
  "a %s tile with `asRatio` is refused, although tiles of this kind have no field `asRatio`",
  async (_kind, config) => {
    expect(await create({ ...config, asRatio: true })).toMatchObject({ status: 400, message: ratio });
    expect(await create({ ...config, asRatio: "yes" })).toMatchObject({ status: 400, message: ratio });
  },
);

test("a number tile with `asRatio` and one select item is refused, although number tiles have no field `asRatio`", async () => {
  const number = { displayType: "number", sourceId, select: [count] };
  expect(await create({ ...number, asRatio: true })).toMatchObject({ status: 400, message: ratio });
});

test.each(Object.entries(builders))(
  "a %s tile with `asRatio: false` is accepted, and is returned without it",
  async (_kind, config) => {
    const created = await create({ ...config, asRatio: false });
    expect(created.status).toBe(200);
    expect(created.config).not.toHaveProperty("asRatio");
  },
);

test.each(Object.entries(sqlConfigs))("a %s tile with a SQL query and a ratio is refused", async (_kind, config) => {
  expect(await create({ ...config, asRatio: true })).toMatchObject({ status: 400, message: ratio });
});

test("a SQL tile with a ratio and two select items is accepted, and is returned without them", async () => {
  const created = await create({ ...sqlConfigs.number, asRatio: true, select: [count, count] });
  expect(created).toMatchObject({ status: 200, config: sqlConfigs.number });
});

const at = "tiles.0.config.formulas.0.expression";
const noSeries = `${at}: Unknown series "A" — this chart has no series`;
const oneSeries = `${at}: Unknown series "B" — this chart only has series A through A`;

test.each([
  ["pie", builders.pie, "B", oneSeries],
  ["bar", builders.bar, "A / B", oneSeries],
  ["heatmap", builders.heatmap, "B", oneSeries],
  ["search", builders.search, "A", noSeries],
  ["event_patterns", builders.event_patterns, "A", noSeries],
  ["markdown", builders.markdown, "A", noSeries],
  ["markdown", builders.markdown, "A +", `${at}: Unexpected end of expression`],
  ["search", builders.search, "1 + 1", `${at}: Expression must reference at least one series (A, B, C, ...)`],
])(
  "a %s tile with an invalid formula is refused, even if the tile kind has no formulas",
  async (_kind, config, expression, message) => {
    expect(await create({ ...config, formulas: [{ expression }] })).toMatchObject({ status: 400, message });
  },
);

test("a pie tile with a valid formula is accepted, and is returned without the formula", async () => {
  const created = await create({ ...builders.pie, formulas: [{ expression: "A * 2" }] });
  expect(created.status).toBe(200);
  expect(created.config).not.toHaveProperty("formulas");
});

test("a SQL tile with an invalid formula is accepted, and is returned without the formula", async () => {
  const created = await create({ ...sqlConfigs.table, formulas: [{ expression: "Z +" }] });
  expect(created).toMatchObject({ status: 200, config: sqlConfigs.table });
});

test.each([
  ["a text", "A"],
  ["a number", 1],
  ["true", true],
  ["a list with null", [null]],
  ["an expression that is a number", [{ expression: 1 }]],
])("a tile kind without formulas causes a server error if its formulas are %s", async (_name, formulas) => {
  const response = await emulator.openSource.post("/dashboards", dashboard({ ...builders.pie, formulas }));
  expect(response.status).toBe(500);
  expect(response.json).toEqual({ message: "Something went wrong :(" });
});

test.each([
  ["", "Expression is empty"],
  ["AB", 'Unexpected "AB" — series references are single letters (A, B, C, ...) and functions are not supported'],
  ["abs(A)", 'Unexpected "abs" — series references are uppercase letters (A, B, C, ...)'],
  ["(A", "Missing closing parenthesis"],
  ["A)", "Unmatched closing parenthesis"],
  ["A A", 'Unexpected series reference "A"'],
  ["A 2", 'Unexpected number "2"'],
  ["A * / 2", 'Unexpected operator "/"'],
  ["()", "Unexpected closing parenthesis"],
  ["A % 2", 'Unexpected character "%"'],
  ["A . 2", 'Unexpected character "."'],
  [`A + ${"9".repeat(400)}`, `Invalid number "${"9".repeat(400)}"`],
  ["B / C / B", `${oneSeries.slice(at.length + 2)}; Unknown series "C" — this chart only has series A through A`],
])("the formula %j is refused with the server's message", async (expression, text) => {
  const message = `${at}: ${text}`;
  expect(await create({ ...lineConfig, formulas: [{ expression }] })).toMatchObject({ status: 400, message });
});

test("a formula together with a ratio is refused only after the expressions are checked", async () => {
  const formulas = [{ expression: "A / B" }, { expression: "C" }];
  const hint = 'express the ratio as a formula instead (e.g. "A / B")';
  expect(await create({ ...lineConfig, select: [count, count], asRatio: true, formulas })).toMatchObject({
    status: 400,
    message:
      'tiles.0.config.formulas.1.expression: Unknown series "C" — this chart only has series A through B; ' +
      `tiles.0.config.formulas: formulas cannot be combined with asRatio; ${hint}`,
  });
});

test("two formulas on a number tile are refused", async () => {
  const formulas = [{ expression: "A" }, { expression: "A" }];
  expect(await create({ displayType: "number", sourceId, select: [count], formulas })).toMatchObject({
    status: 400,
    message: "tiles.0.config.formulas: Number charts support a single formula",
  });
});
