// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Terraform evaluates these texts.
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

const TEXT = { displayType: "markdown", markdown: "x" };
const CONFLICT = "The code and the server changed the value since the last apply.";
const ROW = "A row places the tile, so its position and size stay. Change them in the code.";
const AREA = "A container or tab adds the tile, so its place stays. Move the tile in the code.";
const ERRORS = `select: [count({ where: "level:error" })] })`;

/** Several edits of one dashboard, also while another person changes its code. */
export const COMBINED_EDITS: readonly EditCase[] = [
  adopts(
    "plain",
    "titles, tags and queries",
    all(
      fields({ name: "All", tags: ["z"] }),
      frame("Slowest requests", { name: "Slow" }),
      element(inTile("Errors", "select"), 0, { where: "b", alias: "B" }),
    ),
    [`name: "Plain",`, `name: "All",`],
    [`["team-a", "shop"]`, `["z"]`],
    [`"Slowest requests"`, `"Slow"`],
    [`{ where: "level:error", alias: "Errors" }`, `{ where: "b", alias: "B" }`],
  ),
  adopts(
    "plain",
    "a removed, an added and a renamed tile",
    all(remove("Share"), add("Added", TEXT), frame("Errors", { name: "Failures" })),
    [`      share: tile.pie({ source: logs, select: [count()], groupBy: "ServiceName", limit: 5 }),\n`, ""],
    [
      `services: tile.bar({ source: logs, select: [count()], groupBy: "ServiceName" })`,
      `services: tile.bar({ source: logs, select: [count()], groupBy: "ServiceName", x: 0, y: 22 })`,
    ],
    [`heatmapScaleType: "log" }],\n`, `heatmapScaleType: "log" }],\n        x: 12,\n        y: 22,\n`],
    ["thousandSeparated: true },\n", `thousandSeparated: true },\n        name: "Failures",\n`],
    ["w: 6, h: 4 }),\n", `w: 6, h: 4 }),\n      added: tile.markdown({ markdown: "x", x: 0, y: 100 }),\n`],
  ),
  adopts(
    "plain",
    "a removed threshold, a color and the series of another tile",
    all(
      splice(inTile("Total", "colorRules"), 0, 1),
      config("Total", { color: "chart-red" }),
      splice(inTile("Latency", "select"), 1, 1, { aggFn: "sum", valueExpression: "Duration", where: "a" }),
    ),
    [`          { operator: "gt", value: 100, color: "chart-red", label: "many" }, // red above 100\n`, ""],
    [`"chart-green"`, `"chart-red"`],
    [`avg("Duration")]`, `sum("Duration", { where: "a" })]`],
    ["{ avg, Connection, count, Dashboard, quantile, tile }", "{ Connection, count, Dashboard, quantile, tile, sum }"],
  ),
  {
    ...refuses(
      "builder",
      "a new title, a removed tile, two added tiles and a filter",
      all(
        fields({ name: "Built" }),
        remove("Notes"),
        add("One", TEXT, { y: 40 }),
        add("Two", TEXT, { y: 50 }),
        splice((body) => body.filters, 0, 1),
      ),
      ["board.addFilter", "filters", "Calls of addFilter add values to this list. Change them in the code."],
    ),
    becomes: [
      [`"Builder" }`, `"Built" }`],
      [`  board.addTile("notes", tile.markdown({ markdown: "Call Ada." })); // who to call\n`, ""],
      [
        "    }),\n  );\n",
        `    }),
  );
  board.addTile("one", tile.markdown({ markdown: "x", x: 0, y: 40 }));
  board.addTile("two", tile.markdown({ markdown: "x", x: 0, y: 50 }));
`,
      ],
    ],
  },
  {
    ...refuses(
      "rows",
      "a width, a query and a moved tile",
      all(
        frame("Over time", { w: 12 }),
        frame("Notes", { x: 12, w: 12 }),
        element(inTile("Total", "select"), 0, { where: "a" }),
        frame("Events", { y: 40, h: 12 }),
      ),
      ["over_time: tile", "tiles.over_time", ROW],
      ["over_time: tile", "tiles.notes", ROW],
    ),
    becomes: [
      [
        "total: tile.number({ source: logs, select: [count()] })",
        `total: tile.number({ source: logs, select: [count({ where: "a" })] })`,
      ],
      [`select: "Body" }`, `select: "Body", x: 0, y: 40, h: 12 }`],
    ],
  },
  {
    ...refuses(
      "containers",
      "container titles, a moved and an added tile",
      all(
        element((body) => body.containers, 0, { title: "A" }),
        frame("Loose", { containerId: "summary", y: 4 }),
        add("In details", TEXT, { containerId: "details" }),
      ),
      ["board.addContainer", "containers", "Calls of addContainer add values to this list. Change them in the code."],
    ),
    becomes: [
      [
        `"Outside" }),\n`,
        `"Outside", containerId: "summary" }),\n      in_details: tile.markdown({ markdown: "x", containerId: "details", x: 0, y: 100 }),\n`,
      ],
    ],
  },
  {
    ...refuses(
      "containers",
      "a tile that leaves a tab, a tile that leaves a container, and an added tile outside",
      all(
        (body) => {
          Object.assign(tileOf(body, "Warn count"), { containerId: undefined, tabId: undefined, y: 60 });
          Object.assign(tileOf(body, "Events"), { containerId: undefined, y: 80 });
        },
        add("Fresh", TEXT),
      ),
      ["warn_count", "tiles.warn_count", AREA],
      ['details.addTile("events"', "tiles.events", AREA],
    ),
    becomes: [[`"Outside" }),\n`, `"Outside" }),\n      fresh: tile.markdown({ markdown: "x", x: 0, y: 100 }),\n`]],
  },
  {
    ...refuses(
      "loop",
      "a literal and a tile of a loop",
      all(frame("All services", { name: "Every" }), frame("Cart", { name: "C" })),
      ["board.addTile(service, tile.line", "tiles.cart", "This line creates 2 objects."],
    ),
    becomes: [[`"All services"`, `"Every"`]],
  },
  adopts(
    "json",
    "a removed, a renamed and an added tile",
    all(remove("Old notes"), frame("Errors", { name: "Failures" }), add("Errors", TEXT)),
    [
      `        { "name": "Old notes", "x": 0, "y": 0, "w": 24, "h": 3, "config": { "displayType": "markdown", "markdown": "hello" } },\n`,
      "",
    ],
    [`"name": "Errors"`, `"name": "Failures"`],
    [
      "            }\n        }\n",
      `            },
            "key": "errors"
        },
        {
            "name": "Errors",
            "x": 0,
            "y": 100,
            "w": 24,
            "h": 3,
            "config": {
                "displayType": "markdown",
                "markdown": "x"
            },
            "key": "errors_2"
        }
`,
    ],
  ),
  {
    ...adopts(
      "service",
      "a change of the server next to a change of the code",
      element(inTile("Users", "select"), 0, { where: "b" }),
      ["'level:info'", "'b'"],
    ),
    code: [["name: 'Users'", "name: 'Visitors'"]],
    planned: true,
  },
  {
    ...refuses("builder", "a value that the code changed too", element(inTile("Errors", "select"), 0, { where: "b" }), [
      "const errors",
      "tiles.errors.config.select.0.where",
      CONFLICT,
    ]),
    code: [[ERRORS, ERRORS.replace("level:error", "level:warn")]],
  },
];
