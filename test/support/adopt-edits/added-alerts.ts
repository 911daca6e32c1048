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

const notListed = (key: string) =>
  `The props of the dashboard do not contain the tile "${key}", so the code cannot refer to it.`;
const NO_NAME = "The dashboard is neither a separate statement nor the value of a constant.";

/** Alerts that a user adds in the UI on managed tiles. */
export const ADDED_ALERTS: readonly EditCase[] = [
  refusesAlert("plain", "Errors", ["return new Dashboard", "", NO_NAME]),
  adoptsAlert("builder", "Errors", [`// who to call\n`, `// who to call\n${code("builder", 'board.tile("errors")')}`]),
  adoptsAlert(
    "rows",
    "Total",
    ["max, tile }", "max, tile, Alert, above }"],
    [`select: "Body" }));\n`, `select: "Body" }));\n${code("rows", 'board.tile("total")')}`],
  ),
  refusesAlert("containers", "Requests", [`new Dashboard(scope, "containers"`, "", notListed("requests")]),
  refusesAlert("loop", "Cart", [`new Dashboard(scope, "loop"`, "", notListed("cart")]),
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
