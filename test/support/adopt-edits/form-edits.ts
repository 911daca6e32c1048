import { seedIds } from "../../../src/emulator";
import { add, adopts, config, type EditCase, element, fields, frame, inTile, tileOf } from "./edit-case";

const ON_CLICK = `onClick: onClick.search(logs, { whereTemplate: "SpanName:{{SpanName}}", whereLanguage: "lucene" })`;

/** Edits of nested options, of tiles without helpers, and of a program in CommonJS. */
export const FORM_EDITS: readonly EditCase[] = [
  adopts("forms", "the text of a tile without a helper", config("Raw", { markdown: "*/ new" }), [
    `"raw" }`,
    `"*/ new" }`,
  ]),
  adopts(
    "forms",
    "the width of a tile without a helper",
    frame("Raw", { w: 8 }),
    ["w: 12", "w: 8"],
    [`whereLanguage: "lucene" }),\n`, `whereLanguage: "lucene" }),\n          x: 12,\n          y: 0,\n`],
  ),
  adopts(
    "forms",
    "the template of a click",
    (body) => Object.assign(tileOf(body, "Clicks").config.onClick as object, { whereTemplate: "a:{{SpanName}}" }),
    [`"SpanName:{{SpanName}}"`, `"a:{{SpanName}}"`],
  ),
  adopts(
    "forms",
    "a click that opens a site",
    config("Clicks", { onClick: { type: "external", urlTemplate: "https://example.com/{{SpanName}}" } }),
    [ON_CLICK, `onClick: onClick.external("https://example.com/{{SpanName}}")`],
  ),
  adopts(
    "forms",
    "a removed click and a removed condition",
    (body) => {
      delete tileOf(body, "Clicks").config.onClick;
      delete tileOf(body, "Clicks").config.having;
    },
    ["count, Dashboard, onClick, type", "count, Dashboard, type"],
    [`          having: "count() > 1",\n`, ""],
    [`          ${ON_CLICK},\n`, ""],
  ),
  adopts("forms", "a removed option", config("Compared", { compareToPreviousPeriod: false }), [
    "compareToPreviousPeriod: true, ",
    "",
  ]),
  adopts("forms", "a nested option", config("Total", { backgroundChart: { type: "line" } }), [
    `{ type: "area", color: "chart-blue" }`,
    `{ type: "line" }`,
  ]),
  adopts("forms", "a tile of another method", config("More", { groupBy: "SpanName" }), [
    "{ source, select: [count()] }",
    `{ source, select: [count()], groupBy: "SpanName" }`,
  ]),
  adopts(
    "forms",
    "an initial filter instead of an empty list",
    fields({ savedFilterValues: [{ type: "sql", condition: "a" }] }),
    ["savedFilterValues: []", `savedFilterValues: [{ condition: "a" }]`],
  ),
  adopts("common", "the query of a tile", element(inTile("Errors", "select"), 0, { where: "b" }), [
    `"level:error"`,
    `"b"`,
  ]),
  adopts(
    "common",
    "an added tile",
    add(
      "New",
      {
        displayType: "number",
        sourceId: seedIds.logs,
        select: [{ aggFn: "max", valueExpression: "a", where: "" }],
      },
      { w: 6, h: 4 },
    ),
    ["count, Dashboard, tile }", "count, Dashboard, tile, max }"],
    [
      `"level:error" })] }))\n`,
      `"level:error" })] }))\n    board.addTile("new", tile.number({ source: logs, select: [max("a")], x: 0, y: 100 }))\n`,
    ],
  ),
];
