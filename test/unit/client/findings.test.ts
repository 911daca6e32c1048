import { parseFindings } from "../../../src/client/http/response-text";

test("a validation message is split into its parts", () => {
  expect(
    parseFindings(
      "Params validation failed: id: Invalid ObjectId; Body validation failed: tiles.0.config.select.1: Value expression is required; name: Required",
    ),
  ).toEqual([
    { part: "params", path: "id", message: "Invalid ObjectId" },
    { part: "body", path: "tiles.0.config.select.1", message: "Value expression is required" },
    { part: "body", path: "name", message: "Required" },
  ]);
});

test("a sentence with a semicolon is not split", () => {
  expect(
    parseFindings(
      'Body validation failed: filters.0: Filter "N" sets variableName but is not available as a variable; set isVariableEnabled to true or drop variableName; Invalid input',
    ),
  ).toEqual([
    {
      part: "body",
      path: "filters.0",
      message:
        'Filter "N" sets variableName but is not available as a variable; set isVariableEnabled to true or drop variableName',
    },
    { part: "body", path: "", message: "Invalid input" },
  ]);
});

test("container references have a path without a prefix", () => {
  expect(parseFindings('tiles.0.tabId: Tile references unknown tabId "t" in container "c"')).toEqual([
    { part: "body", path: "tiles.0.tabId", message: 'Tile references unknown tabId "t" in container "c"' },
  ]);
});

test("both path formats of the gateway are parsed", () => {
  expect(parseFindings("request body.source.postgres.port: '0'")).toEqual([
    { part: "body", path: "source.postgres.port", message: "not accepted: '0'" },
  ]);
  expect(parseFindings("request body property can't be validated: id")).toEqual([
    { part: "body", path: "id", message: "unknown property" },
  ]);
});

test.each(["Dashboard not found", "Could not find the following source IDs: a, b", ""])(
  "%j contains no finding",
  (text) => {
    expect(parseFindings(text)).toEqual([]);
  },
);
