// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Terraform evaluates these texts.
import { seedIds } from "../../../src/emulator";
import {
  add,
  adopts,
  config,
  type EditCase,
  element,
  fields,
  frame,
  inTile,
  remove,
  splice,
  tileOf,
} from "./edit-case";
import type { Body } from "./edited-program";

const filters = (body: Body) => body.filters;
const LATENCY = `select: [quantile(0.95, "Duration"), avg("Duration")]`;

/** Edits of a dashboard whose props declare everything. */
export const PLAIN_EDITS: readonly EditCase[] = [
  adopts("plain", "the title of a dashboard", fields({ name: "Plain `v2` ${x}" }), [
    `name: "Plain",`,
    'name: "Plain `v2` $${x}",',
  ]),
  adopts("plain", "an added tag", fields({ tags: ["team-a", "shop", "new"] }), [`"shop"],`, `"shop", "new"],`]),
  adopts("plain", "a removed tag", fields({ tags: ["shop"] }), [`["team-a", "shop"]`, `["shop"]`]),
  adopts("plain", "the removal of all tags", fields({ tags: [] }), [`    tags: ["team-a", "shop"],\n`, ""]),
  adopts("plain", "another saved query", fields({ savedQuery: "ServiceName:b" }), [
    `savedQuery: "ServiceName:cart"`,
    `savedQuery: "ServiceName:b"`,
  ]),
  adopts(
    "plain",
    "another language of the saved query",
    fields({ savedQuery: "x = 1", savedQueryLanguage: "sql" }),
    [`savedQuery: "ServiceName:cart"`, `savedQuery: "x = 1"`],
    ["    },\n  });", `    },\n    savedQueryLanguage: "sql",\n  });`],
  ),
  adopts("plain", "a removed saved query", fields({ savedQuery: null, savedQueryLanguage: null }), [
    `    savedQuery: "ServiceName:cart",\n`,
    "",
  ]),
  adopts("plain", "another initial filter", fields({ savedFilterValues: [{ type: "sql", condition: "a = 'x'" }] }), [
    `[{ condition: "ServiceName = 'cart'" }]`,
    `[{ condition: "a = 'x'" }]`,
  ]),
  adopts(
    "plain",
    "an added filter",
    splice(filters, 2, 0, {
      type: "QUERY_EXPRESSION",
      id: "new",
      name: "Host",
      expression: "Host",
      sourceId: seedIds.logs,
    }),
    [
      `whereLanguage: "lucene" },\n`,
      `whereLanguage: "lucene" },\n      { name: "Host", expression: "Host", source: logs },\n`,
    ],
  ),
  adopts(
    "plain",
    "an added filter with options, which are required",
    splice(filters, 2, 0, {
      ...{ type: "STATIC_LIST", id: "new", name: "Env", options: ["prod", "stage"] },
      ...{ isBroadcastEnabled: false, isVariableEnabled: true, minSelections: 1 },
    }),
    [
      `whereLanguage: "lucene" },\n`,
      `whereLanguage: "lucene" },\n      { type: "STATIC_LIST", name: "Env", options: ["prod", "stage"], minSelections: 1 },\n`,
    ],
  ),
  adopts(
    "plain",
    "a filter of a Prometheus label instead of a query",
    splice(filters, 1, 1, {
      ...{ type: "PROMETHEUS_LABEL", id: "new", name: "Pod", label: "pod", sourceId: seedIds.promql },
      ...{ isBroadcastEnabled: false, isVariableEnabled: true },
    }),
    [
      `{ name: "Level", expression: "SeverityText", source: logs, where: "level:error", whereLanguage: "lucene" }`,
      `{ name: "Pod", source: "${seedIds.promql}", type: "PROMETHEUS_LABEL", label: "pod" }`,
    ],
  ),
  adopts(
    "plain",
    "an initial value of a variable",
    fields({
      savedFilterValues: [
        { type: "sql", condition: "ServiceName = 'cart'" },
        { type: "variable", name: "Env", values: ["prod"] },
      ],
    }),
    [
      `[{ condition: "ServiceName = 'cart'" }]`,
      `[{ condition: "ServiceName = 'cart'" }, { type: "variable", name: "Env", values: ["prod"] }]`,
    ],
  ),
  adopts("plain", "a removed filter", splice(filters, 0, 1), [
    `      { name: "Service", expression: "ServiceName", source: logs },\n`,
    "",
  ]),
  adopts("plain", "a changed filter", element(filters, 1, { name: "Severity", where: "", whereLanguage: "sql" }), [
    `{ name: "Level", expression: "SeverityText", source: logs, where: "level:error", whereLanguage: "lucene" }`,
    `{ name: "Severity", expression: "SeverityText", source: logs }`,
  ]),
  adopts("plain", "the query of a series", element(inTile("Errors", "select"), 0, { where: "level:fatal" }), [
    `where: "level:error", alias`,
    `where: "level:fatal", alias`,
  ]),
  adopts(
    "plain",
    "the function of a series",
    element(inTile("Latency", "select"), 1, { aggFn: "max" }),
    [
      `import { avg, Connection, count, Dashboard, quantile, tile }`,
      `import { Connection, count, Dashboard, quantile, tile, max }`,
    ],
    [LATENCY, `select: [quantile(0.95, "Duration"), max("Duration")]`],
  ),
  adopts("plain", "the level of a quantile", element(inTile("Latency", "select"), 0, { level: 0.99 }), [
    LATENCY,
    LATENCY.replace("0.95", "0.99"),
  ]),
  adopts(
    "plain",
    "an added series",
    splice(inTile("Latency", "select"), 2, 0, { aggFn: "min", valueExpression: "Duration", where: "" }),
    [`quantile, tile }`, `quantile, tile, min }`],
    [LATENCY, `select: [quantile(0.95, "Duration"), avg("Duration"), min("Duration")]`],
  ),
  adopts("plain", "a removed series", splice(inTile("Latency", "select"), 0, 1), [
    LATENCY,
    `select: [avg("Duration")]`,
  ]),
  adopts("plain", "another number format", config("Errors", { numberFormat: { output: "percent", mantissa: 1 } }), [
    `{ output: "number", mantissa: 2, thousandSeparated: true }`,
    `{ output: "percent", mantissa: 1 }`,
  ]),
  adopts("plain", "a removed number format", (body) => delete tileOf(body, "Errors").config.numberFormat, [
    `        numberFormat: { output: "number", mantissa: 2, thousandSeparated: true },\n`,
    "",
  ]),
  adopts("plain", "an added number format", config("Latency", { numberFormat: { output: "time", factor: 0.001 } }), [
    `avg("Duration")] }`,
    `avg("Duration")], numberFormat: { output: "time", factor: 0.001 } }`,
  ]),
  adopts("plain", "a color", config("Total", { color: "chart-blue" }), [`"chart-green"`, `"chart-blue"`]),
  adopts("plain", "a threshold", element(inTile("Total", "colorRules"), 0, { value: 250 }), [
    "value: 100",
    "value: 250",
  ]),
  adopts(
    "plain",
    "an added threshold",
    splice(inTile("Total", "colorRules"), 2, 0, { operator: "lt", value: 1, color: "chart-gray" }),
    [
      `color: "chart-warning" },\n`,
      `color: "chart-warning" },\n          { operator: "lt", value: 1, color: "chart-gray" },\n`,
    ],
  ),
  adopts("plain", "a removed threshold", splice(inTile("Total", "colorRules"), 1, 1), [
    `          { operator: "between", between: [10, 100], color: "chart-warning" },\n`,
    "",
  ]),
  adopts("plain", "a group and a limit", config("Share", { groupBy: "SeverityText", limit: 10 }), [
    `groupBy: "ServiceName", limit: 5`,
    `groupBy: "SeverityText", limit: 10`,
  ]),
  adopts("plain", "another tile kind", config("Services", { displayType: "pie" }), [
    `services: tile.bar({ source: logs, select: [count()], groupBy: "ServiceName" })`,
    `services: tile.pie({ source: logs, select: [count()], groupBy: "ServiceName", w: 12 })`,
  ]),
  adopts("plain", "the scale of a heatmap", element(inTile("Durations", "select"), 0, { heatmapScaleType: "linear" }), [
    `"log"`,
    `"linear"`,
  ]),
  adopts("plain", "the columns of a search", config("Events", { select: "Body", where: "" }), [
    `select: "Timestamp, Body", where: "level:error"`,
    `select: "Body"`,
  ]),
  adopts("plain", "a text with hostile signs", config("Notes", { markdown: '# Runbook\n\nCall `Bob` ${now} */ "x"' }), [
    `Call "Ada" if \\\`cart\\\` is down.`,
    'Call \\`Bob\\` $\\${now} */ "x"',
  ]),
  adopts("plain", "an SQL query", config("Rows", { sqlTemplate: "SELECT count()\nFROM a\nWHERE b = 'c'" }), [
    `"SELECT count() FROM otel_logs"`,
    `"SELECT count()\\nFROM a\\nWHERE b = 'c'"`,
  ]),
  adopts("plain", "the title of a tile", frame("Slowest requests", { name: "Slowest" }), [
    `"Slowest requests"`,
    `"Slowest"`,
  ]),
  adopts("plain", "the title of a tile without one", frame("Errors", { name: "All errors" }), [
    `thousandSeparated: true },\n`,
    `thousandSeparated: true },\n        name: "All errors",\n`,
  ]),
  adopts("plain", "a new size", frame("Total", { h: 6 }), ["h: 5", "h: 6"]),
  adopts("plain", "a new position", frame("Rows", { x: 0, y: 80 }), ["x: 18, y: 60", "x: 0, y: 80"]),
  adopts(
    "plain",
    "a removed tile",
    remove("Share"),
    [`      share: tile.pie({ source: logs, select: [count()], groupBy: "ServiceName", limit: 5 }),\n`, ""],
    [
      `services: tile.bar({ source: logs, select: [count()], groupBy: "ServiceName" })`,
      `services: tile.bar({ source: logs, select: [count()], groupBy: "ServiceName", x: 0, y: 22 })`,
    ],
    [`heatmapScaleType: "log" }],\n`, `heatmapScaleType: "log" }],\n        x: 12,\n        y: 22,\n`],
  ),
  adopts(
    "plain",
    "a duplicated tile",
    (body) => {
      const { id: _, ...copy } = tileOf(body, "Errors");
      body.tiles.push({ ...copy, name: "Errors", y: 90 } as never);
    },
    [
      "w: 6, h: 4 }),\n",
      `w: 6, h: 4 }),
      errors_2: tile.line({
        name: "Errors",
        source: logs,
        select: [count({ where: "level:error", alias: "Errors" })],
        groupBy: "ServiceName",
        numberFormat: { output: "number", mantissa: 2, thousandSeparated: true },
        x: 0,
        y: 90,
      }),
`,
    ],
  ),
  adopts(
    "plain",
    "an added tile with a hostile title",
    add(
      "New */ `${x}`\u202e\n",
      {
        displayType: "line",
        sourceId: seedIds.logs,
        select: [{ aggFn: "sum", valueExpression: "length(Body)", where: "" }],
      },
      { w: 12, h: 7 },
    ),
    [`quantile, tile }`, `quantile, tile, sum }`],
    [
      "w: 6, h: 4 }),\n",
      `w: 6, h: 4 }),
      new_x: tile.line({ name: "New */ \`$\${x}\`\\u202e\\n", source: logs, select: [sum("length(Body)")], x: 0, y: 100 }),
`,
    ],
  ),
  adopts(
    "plain",
    "an added tile with the name of a prototype",
    add("__proto__", { displayType: "markdown", markdown: "x".repeat(10_000) }),
    [
      "w: 6, h: 4 }),\n",
      `w: 6, h: 4 }),\n      proto: tile.markdown({\n        name: "__proto__",\n        markdown:\n          "${"x".repeat(10_000)}",\n        x: 0,\n        y: 100,\n      }),\n`,
    ],
  ),
];
