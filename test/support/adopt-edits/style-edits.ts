// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Terraform evaluates these texts.
import { seedIds } from "../../../src/emulator";
import {
  add,
  adopts,
  adoptsObject,
  config,
  type EditCase,
  element,
  fields,
  frame,
  inTile,
  refuses,
  remove,
  splice,
} from "./edit-case";

const TEXT = { displayType: "markdown", markdown: "x" };
const LOOP = `board.addTile(service, tile.line`;
const LOOP_REASON = "This line creates 2 objects.";
const CONDITION = "The value depends on a condition.";
const JSON_NOTES = `        { "name": "Old notes", "x": 0, "y": 0, "w": 24, "h": 3, "config": { "displayType": "markdown", "markdown": "hello" } },\n`;

/** Edits of programs with loops, helper functions, constants, JSON files and classes. */
export const STYLE_EDITS: readonly EditCase[] = [
  adopts("loop", "a literal next to a loop", frame("All services", { name: "Every" }), [`"All services"`, `"Every"`]),
  refuses("loop", "a query in a loop", element(inTile("Cart", "select"), 0, { where: "b" }), [
    LOOP,
    "tiles.cart",
    LOOP_REASON,
  ]),
  adopts("loop", "an added tile", add("N", TEXT), [
    "[count()] }) },",
    `[count()] }), n: tile.markdown({ markdown: "x", x: 0, y: 100 }) },`,
  ]),
  refuses("loop", "a removed tile of a loop", remove("Cart"), [
    LOOP,
    "tiles.cart",
    `The server no longer has the tile. ${LOOP_REASON}`,
  ]),
  refuses("loop", "a constant with two uses", fields({ tags: ["cart"] }), [
    "tags: SERVICES",
    "tags",
    'The value comes from the constant "SERVICES", which is used in 2 places.',
  ]),
  refuses("loop", "a moved tile of a loop", frame("Search", { y: 30 }), [LOOP, "tiles.search", LOOP_REASON]),
  refuses("loop", "a size that would move the tiles of a loop", frame("All services", { w: 6 }), [
    "tiles: { all:",
    "tiles.all",
    "A new position would also move tiles whose code cannot be edited.",
  ]),

  refuses("helpers", "the title of a helper", frame("Errors of cart", { name: "Errors" }), [
    "cart: errorsOf",
    "tiles.cart",
    'The value comes from the function "errorsOf".',
  ]),
  refuses("helpers", "a title with a template", fields({ name: "Helpers" }), [
    "name: `Helpers of",
    "name",
    "The value is a template with expressions.",
  ]),
  refuses("helpers", "an environment variable", config("Fallback", { markdown: "n" }), [
    "fallback:",
    "tiles.fallback.markdown",
    CONDITION,
  ]),
  refuses("helpers", "a size with a condition", frame("Fallback", { h: 8 }), [
    "fallback:",
    "tiles.fallback",
    CONDITION,
  ]),
  adopts("helpers", "a plain template", frame("Plain template", { name: "It's `new`" }), [
    "`Plain template`",
    "`It's \\`new\\``",
  ]),
  refuses("helpers", "a spread", fields({ tags: ["x"] }), ["...BASE", "tags", "The value comes from a spread."]),
  refuses("helpers", "the query of a helper", element(inTile("Plain template", "select"), 0, { where: "b" }), [
    "plain: tile",
    "tiles.plain.select[0]",
    'The value comes from the function "failures".',
  ]),
  adopts("helpers", "a query next to a helper", element(inTile("Plain template", "select"), 1, { where: "b" }), [
    `"level:info"`,
    `"b"`,
  ]),

  adopts("constants", "a title", fields({ name: "Constant" }), [`"Constants"`, `"Constant"`]),
  adopts("constants", "a query", element(inTile("Errors", "select"), 0, { where: "b" }), [`"level:error"`, `"b"`]),
  refuses("constants", "a spread list", fields({ tags: ["a"] }), [
    "tags: [...TAGS]",
    "tags",
    "The list does not have one element for each value.",
  ]),
  refuses("constants", "a size with two uses", frame("Errors", { h: 9 }), [
    "    errors,",
    "tiles.errors",
    'The value comes from the constant "HEIGHT", which is used in 2 places.',
  ]),
  adopts("constants", "a format", config("Size", { numberFormat: { output: "byte", mantissa: 3 } }), [
    "mantissa: 1",
    "mantissa: 3",
  ]),
  adopts("constants", "an added tile", add("N", TEXT), [
    "numberFormat: FORMAT }),\n",
    `numberFormat: FORMAT }),\n    n: tile.markdown({ markdown: "x", x: 0, y: 100 }),\n`,
  ]),

  adopts(
    "constants",
    "a removed tile with its constants",
    remove("Errors"),
    [`const ERRORS = "level:error";\n`, ""],
    ["  const errors = tile.line({ source, select: [count({ where: ERRORS })], h: HEIGHT });\n", ""],
    ["    errors,\n", ""],
    [`"level:fatal" })], h: HEIGHT }`, `"level:fatal" })], h: HEIGHT, x: 12, y: 0 }`],
    ["numberFormat: FORMAT }", "numberFormat: FORMAT, x: 0, y: 6 }"],
  ),

  adopts("json", "a text", config("Old notes", { markdown: "`new`" }), [`"hello"`, '"`new`"']),
  adopts("json", "the title of a tile, whose key stays", frame("Old notes", { name: "Notes" }), [
    `{ "name": "Old notes", "x": 0, "y": 0, "w": 24, "h": 3, "config": { "displayType": "markdown", "markdown": "hello" } }`,
    `{ "name": "Notes", "x": 0, "y": 0, "w": 24, "h": 3, "config": { "displayType": "markdown", "markdown": "hello" }, "key": "old_notes" }`,
  ]),
  adopts("json", "a query", element(inTile("Errors", "select"), 0, { where: "b" }), [`"level:error"`, `"b"`]),
  adopts("json", "an added series", splice(inTile("Errors", "select"), 1, 0, { aggFn: "count" }), [
    `"where": "level:error" }]`,
    `"where": "level:error" }, { "aggFn": "count" }]`,
  ]),
  adopts("json", "an added tile", add("N", TEXT), [
    "            }\n        }\n",
    `            }
        },
        { "name": "N", "x": 0, "y": 100, "w": 24, "h": 3, "config": { "displayType": "markdown", "markdown": "x" } }
`,
  ]),
  adopts("json", "a removed tile", remove("Old notes"), [JSON_NOTES, ""]),
  adopts(
    "json",
    "an added filter",
    fields({
      filters: [{ type: "QUERY_EXPRESSION", id: "new", name: "Host", expression: "Host", sourceId: seedIds.logs }],
    }),
    [`"filters": []`, `"filters": [{ "name": "Host", "expression": "Host", "sourceId": "${seedIds.logs}" }]`],
  ),
  adopts("json", "a place", frame("Errors", { y: 20, w: 24 }), [`"x": 0, "y": 3, "w": 12`, `"x": 0, "y": 20, "w": 24`]),

  adopts("service", "the query of a tile", element(inTile("Users", "select"), 0, { where: "" }), [
    "countDistinct('TraceId', { where: 'level:info' })",
    "countDistinct('TraceId')",
  ]),
  refuses("service", "a parameter", fields({ name: "S" }), [
    "name: title",
    "name",
    'The value comes from "title", which is not a constant of this file.',
  ]),
  adopts("service", "a tag next to a parameter", fields({ tags: ["cart", "x"] }), [
    "[service, 'service']",
    "[service, 'x']",
  ]),
  adopts("service", "a text in quotes", frame("It's a note", { name: 'It\'s "new"' }), [
    "It\\'s a note",
    'It\\\'s "new"',
  ]),
  adopts("service", "an added tile", add("N", TEXT), [
    "\t\t\t\t})\n\t\t\t}",
    "\t\t\t\t}),\n\t\t\t\tn: tile.markdown({ markdown: 'x', x: 0, y: 100 })\n\t\t\t}",
  ]),

  adoptsObject("alerts", "a threshold", ["alerts", "Alert errors", { threshold: 7 }], ["above(100)", "above(7)"]),
  adoptsObject(
    "alerts",
    "a condition",
    ["alerts", "Alert errors", { thresholdType: "between", threshold: 1, thresholdMax: 5 }],
    ["above(100)", "between(1, 5)"],
  ),
  adoptsObject("alerts", "an interval", ["alerts", "Alert requests", { interval: "6h" }], [`"1h"`, `"6h"`]),
  adoptsObject(
    "alerts",
    "a schedule",
    ["alerts", "Alert errors", { scheduleOffsetMinutes: 3 }],
    ["offsetBy(2)", "offsetBy(3)"],
  ),
  adoptsObject(
    "alerts",
    "a removed schedule",
    ["alerts", "Alert errors", { scheduleOffsetMinutes: 0 }],
    ["  offsetBy,\n", ""],
    ["    schedule: offsetBy(2),\n", ""],
  ),
  adoptsObject(
    "alerts",
    "a start",
    ["alerts", "Alert requests", { scheduleStartAt: "2026-02-01T00:00:00.000Z" }],
    ["2026-01-01", "2026-02-01"],
  ),
  adoptsObject(
    "alerts",
    "texts",
    ["alerts", "Alert errors", { message: "{{title}} ${x}", name: "Alert `x`" }],
    [`"Alert errors"`, '"Alert `x`"'],
    [`"Look at the logs."`, '"{{title}} $${x}"'],
  ),
  {
    ...adoptsObject("alerts", "a receiver", [
      "alerts",
      "Alert saved",
      { channel: { type: "webhook", webhookId: seedIds.genericWebhook }, channels: undefined },
    ]),
    refused: [
      ["on: search.reference()", "notify[0]", 'The value comes from "slack", which is not a constant of this file.'],
    ],
  },
  adoptsObject(
    "searches",
    "a query",
    ["saved-searches", "Search errors", { where: "level:fatal" }],
    [`"level:error"`, `"level:fatal"`],
  ),
  adoptsObject(
    "searches",
    "columns and tags",
    ["saved-searches", "Search all", { select: "Body", tags: ["x"] }],
    [`name: "Search all", source: logs }`, `name: "Search all", source: logs, select: "Body", tags: ["x"] }`],
  ),
];
