import { dashboard } from "../../../../src/resources/declarations";
import { fullDashboard } from "../../../support/declaration/declarations";
import { refusals } from "../../../support/declaration/refusals";

const text = { name: "", x: 0, y: 0, w: 1, h: 1, config: { displayType: "markdown" } };
const having = (changes: object) => refusals(dashboard, { ...fullDashboard, ...changes });

test("a dashboard is accepted with all fields set", () => {
  expect(refusals(dashboard, fullDashboard)).toEqual([]);
});

test("a dashboard requires a name and a map of tiles, and the map can be empty", () => {
  expect(refusals(dashboard, {})).toEqual([
    "name: Must be given: the dashboard's name.",
    "tiles: Must be given: the tiles by tile key.",
  ]);
  expect(refusals(dashboard, { name: "Empty", tiles: {} })).toEqual([]);
});

test("the name has up to 1024 characters, and can be empty", () => {
  expect(having({ name: "" })).toEqual([]);
  expect(having({ name: "x".repeat(1025) })).toEqual(["name: Must be at most 1024 characters long; it has 1025."]);
});

test("a dashboard has up to 50 tags, each up to 32 characters", () => {
  expect(having({ tags: Array(51).fill("tag") })).toEqual(["tags: Must be at most 50 elements long; it has 51."]);
  expect(having({ tags: ["ok", "x".repeat(33)] })).toEqual(["tags.1: Must be at most 32 characters long; it has 33."]);
});

test("a dashboard has up to 500 tiles", () => {
  const tiles = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`tile-${index}`, text]));
  expect(refusals(dashboard, { name: "Large", tiles: tiles(500) })).toEqual([]);
  expect(refusals(dashboard, { name: "Large", tiles: tiles(501) })).toEqual([
    "tiles: A dashboard has at most 500 tiles, and this one has 501. Split it.",
  ]);
});

test.each(["", "two words", "a/b", 'a"b', "x".repeat(101)])("the tile key %j is refused", (key) => {
  expect(refusals(dashboard, { name: "D", tiles: { [key]: text } })).toEqual([
    expect.stringContaining(`tiles.{${key}}: A tile key has up to 100 letters, digits, dots, dashes and underscores`),
  ]);
});

test("an error in a tile is reported with the tile's key", () => {
  expect(
    having({ tiles: { a: text, b: { ...text, config: { displayType: "search", sourceId: "Logs", select: "" } } } }),
  ).toEqual(
    expect.arrayContaining([
      'tiles.{b}.config.sourceId: Must be an id, as the server returns it, such as 0123456789abcdef01234567; it is "Logs".',
    ]),
  );
});

test("the language of the saved query requires the query, because the server ignores it otherwise", () => {
  expect(having({ savedQuery: undefined })).toEqual([
    "savedQueryLanguage: A language requires a saved query. Set the query, or leave the language out.",
  ]);
  expect(having({ savedQueryLanguage: undefined })).toEqual([]);
});

test("a saved filter condition is SQL of up to 10000 characters", () => {
  expect(having({ savedFilterValues: [{ condition: "x".repeat(10_001) }] })).toEqual([
    "savedFilterValues.0.condition: Must be at most 10000 characters long; it has 10001.",
  ]);
  expect(having({ savedFilterValues: [{ type: "lucene", condition: "a" }] })).toEqual([
    'savedFilterValues.0.type: Must be one of "sql", "variable", or left out; it is "lucene".',
  ]);
});
