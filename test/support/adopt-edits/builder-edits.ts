import { seedIds } from "../../../src/emulator";
import {
  add,
  adopts,
  all,
  config,
  type EditCase,
  element,
  fields,
  frame,
  inTile,
  refuses,
  remove,
  splice,
  tileOf,
} from "./edit-case";
import type { Body } from "./edited-program";

const filters = (body: Body) => body.filters;
const containers = (body: Body) => body.containers;
const tabs = (body: Body) => (body.containers as { tabs: object[] }[])[2]?.tabs;
const callsOf = (method: string) => `Calls of ${method} add values to this list. Change them in the code.`;
const TEXT = { displayType: "markdown", markdown: "x" };
const HOST = { type: "QUERY_EXPRESSION", id: "new", name: "Host", expression: "Host", sourceId: seedIds.logs };
const ROW = "A row places the tile, so its position and size stay. Change them in the code.";
const AREA = "A container or tab adds the tile, so its place stays. Move the tile in the code.";
const NOTES = `  board.addTile("notes", tile.markdown({ markdown: "Call Ada." })); // who to call\n`;

/** Edits of dashboards to which methods add tiles, filters and containers. */
export const BUILDER_EDITS: readonly EditCase[] = [
  adopts("builder", "the title of a dashboard", fields({ name: "Built" }), [`"Builder" }`, `"Built" }`]),
  adopts("builder", "the first tags", fields({ tags: ["x"] }), [`"Builder" }`, `"Builder", tags: ["x"] }`]),
  adopts("builder", "the query of a tile", element(inTile("Errors", "select"), 0, { where: "level:fatal" }), [
    `"level:error"`,
    `"level:fatal"`,
  ]),
  adopts(
    "builder",
    "a number format with a number in exponent form",
    config("Latency", { numberFormat: { output: "time", factor: 2.5e-7 } }),
    [`"duration", factor: 1e-9`, `"time", factor: 2.5e-7`],
  ),
  adopts("builder", "the title of a tile that an alert watches", frame("Errors", { name: "Failures" }), [
    `select: [count({ where: "level:error" })] })`,
    `select: [count({ where: "level:error" })], name: "Failures" })`,
  ]),
  adopts("builder", "a moved tile", frame("Notes", { y: 20 }), [`"Call Ada." }`, `"Call Ada.", x: 0, y: 20 }`]),
  adopts(
    "builder",
    "an added tile as a call after the last one",
    add(
      "Slowest",
      {
        displayType: "line",
        sourceId: seedIds.traces,
        select: [{ aggFn: "max", valueExpression: "Duration", where: "" }],
      },
      { w: 12, h: 7 },
    ),
    ["quantile, tile }", "quantile, tile, max }"],
    [
      NOTES,
      `${NOTES}  board.addTile("slowest", tile.line({ source: traces, select: [max("Duration")], x: 0, y: 100 }));\n`,
    ],
  ),
  adopts("builder", "a removed tile", remove("Notes"), [NOTES, ""]),
  refuses(
    "builder",
    "a removed tile that an alert watches",
    remove("Errors"),
    [
      "const errors",
      "tiles.errors",
      "The server no longer has the tile. clickstack_alert.builder-errors refers to it. Remove the code of both.",
    ],
    [
      `new Alert(scope, "builder-errors"`,
      "",
      "The object was deleted on the server. Remove its code, or apply to create it again.",
    ],
  ),
  ...(
    [
      ["a changed filter", element(filters, 0, { name: "Which" })],
      ["an added filter", splice(filters, 1, 0, HOST)],
      ["a removed filter", splice(filters, 0, 1)],
    ] as const
  ).map(([name, change]) =>
    refuses("builder", `${name} of a call`, change, ["board.addFilter", "filters", callsOf("addFilter")]),
  ),

  adopts("rows", "the query of a tile", element(inTile("Errors", "select"), 0, { where: "level:fatal" }), [
    `"level:error"`,
    `"level:fatal"`,
  ]),
  refuses(
    "rows",
    "another width",
    all(frame("Over time", { w: 12 }), frame("Notes", { x: 12, w: 12 })),
    ["over_time: tile", "tiles.over_time", ROW],
    ["over_time: tile", "tiles.notes", ROW],
  ),
  {
    ...refuses(
      "rows",
      "another height",
      (body) => {
        for (const each of body.tiles) {
          Object.assign(each, each.y === 0 ? { h: 7 } : { y: Number(each.y) + 2 });
        }
      },
      ["total: tile", "tiles.total", ROW],
      ["errors: tile", "tiles.errors", ROW],
      ["slowest: tile", "tiles.slowest", ROW],
      ["over_time: tile", "tiles.over_time", ROW],
      ["over_time: tile", "tiles.notes", ROW],
    ),
    becomes: [[`select: "Body" }`, `select: "Body", x: 0, y: 14 }`]],
  },
  refuses(
    "rows",
    "swapped tiles",
    (body) => {
      const [a, b] = [tileOf(body, "Total"), tileOf(body, "Errors")];
      [a.x, b.x] = [b.x, a.x];
    },
    ["total: tile", "tiles.total", ROW],
    ["errors: tile", "tiles.errors", ROW],
  ),
  refuses("rows", "a tile moved to another row", frame("Slowest", { x: 0, y: 50 }), [
    "slowest: tile",
    "tiles.slowest",
    ROW,
  ]),
  refuses("rows", "a removed tile", remove("Slowest"), [
    "slowest: tile",
    "tiles.slowest",
    "The server no longer has the tile. Its code is neither a property of the props nor a separate call of addTile.",
  ]),
  adopts("rows", "an added tile", add("Notes", TEXT), [
    `select: "Body" }));\n`,
    `select: "Body" }));\n  board.addTile("notes_2", tile.markdown({ name: "Notes", markdown: "x", x: 0, y: 100 }));\n`,
  ]),
  adopts("rows", "a moved tile below the rows", frame("Events", { y: 40 }), [
    `select: "Body" }`,
    `select: "Body", x: 0, y: 40 }`,
  ]),

  adopts("containers", "a tile moved into a container", frame("Loose", { containerId: "summary", y: 4 }), [
    `"Outside" }`,
    `"Outside", containerId: "summary" }`,
  ]),
  refuses(
    "containers",
    "a tile moved out of a container",
    (body) => {
      const each = tileOf(body, "Events");
      delete each.containerId;
      each.y = 30;
    },
    ['details.addTile("events"', "tiles.events", AREA],
  ),
  refuses("containers", "a tile moved to a later tab", frame("Warn count", { tabId: "errors", y: 30 }), [
    "warn_count",
    "tiles.warn_count",
    AREA,
  ]),
  ...(
    [
      ["the title of a container", element(containers, 1, { title: "More", collapsed: false })],
      ["an added container", splice(containers, 3, 0, { id: "c9", title: "New", collapsed: false })],
      ["the title of a tab", element(tabs, 1, { title: "Only errors" })],
    ] as const
  ).map(([name, change]) =>
    refuses("containers", name, change, ["board.addContainer", "containers", callsOf("addContainer")]),
  ),
  adopts("containers", "a tile added to a tab", add("In tab", TEXT, { containerId: "by_level", tabId: "warnings" }), [
    `"Outside" }),\n`,
    `"Outside" }),\n      in_tab: tile.markdown({ markdown: "x", containerId: "by_level", tabId: "warnings", x: 0, y: 100 }),\n`,
  ]),
  adopts("containers", "the query of a tile in a tab", element(inTile("Warn count", "select"), 0, { where: "b" }), [
    `"level:warn"`,
    `"b"`,
  ]),
];
