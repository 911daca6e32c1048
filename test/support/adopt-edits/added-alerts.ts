import { seedIds } from "../../../src/emulator";
import type { EditCase, Refused, Replacement } from "./edit-case";

function adoptsAlert(board: string, tile: string, ...becomes: readonly Replacement[]): EditCase {
  return { board, name: `an alert on ${tile}`, alertOn: tile, becomes, refused: [], planned: true };
}

function refusesAlert(board: string, tile: string, refused: Refused): EditCase {
  return { board, name: `an alert on ${tile}`, alertOn: tile, becomes: [], refused: [refused], planned: false };
}

const code = (board: string, on: string, indentation = "  ") =>
  [
    `new Alert(scope, "${board}-high", {`,
    `  name: "${board} high",`,
    `  on: ${on},`,
    "  when: above(7),",
    `  every: "1h",`,
    `  notify: [{ type: "webhook", webhookId: "${seedIds.slackWebhook}" }],`,
    `}).importFrom("ID");`,
  ]
    .map((line) => `${indentation}${line}\n`)
    .join("");

const NO_NAME = "The dashboard is neither a separate statement nor the value of a constant.";

/** Alerts that a user adds in the UI on managed tiles. */
export const ADDED_ALERTS: readonly EditCase[] = [
  refusesAlert("plain", "Errors", ["return new Dashboard", "", NO_NAME]),
  adoptsAlert("builder", "Errors", [
    `select: [count({ where: "level:error" })] }));\n`,
    `select: [count({ where: "level:error" })] }));\n${code("builder", "errors")}`,
  ]),
  adoptsAlert(
    "rows",
    "Total",
    ["max, tile }", "max, tile, Alert, above }"],
    ["  board.addRow(\n    { height: 5 }", "  const row = board.addRow(\n    { height: 5 }"],
    ["    },\n  );\n", `    },\n  );\n${code("rows", "row.total")}`],
  ),
  adoptsAlert(
    "containers",
    "Requests",
    ["Dashboard, tile }", "Dashboard, tile, Alert, above }"],
    [
      `  details.addTile("requests", tile.line({ source: traces, select: [count()] }));\n`,
      `  const requests = details.addTile("requests", tile.line({ source: traces, select: [count()] }));\n${code("containers", "requests")}`,
    ],
  ),
  refusesAlert("loop", "Cart", [
    `new Dashboard(scope, "loop"`,
    "",
    'The code that adds the tile "cart" is not one call in the file of the dashboard.',
  ]),
  adoptsAlert(
    "constants",
    "Size",
    ["sum, tile }", "sum, tile, Alert, above }"],
    [
      `  new Dashboard(scope, "constants", props);\n`,
      `  const constants = new Dashboard(scope, "constants", props);\n${code("constants", 'constants.tile("size")')}`,
    ],
  ),
  { ...refusesAlert("json", "Errors", ["return Dashboard.fromJson", "", NO_NAME]), refusedIn: "json.ts" },
  adoptsAlert(
    "service",
    "Users",
    ["type SourceReference, tile }", "type SourceReference, tile, Alert, above }"],
    [
      "\t\t})\n\t\tthis",
      `\t\t})\n${code("service", 'this.tile("users")', "\t\t").replaceAll("\t\t  ", "\t\t\t").replaceAll('"', "'").replace(/;\n$/, "\n")}\t\tthis`,
    ],
  ),
];
