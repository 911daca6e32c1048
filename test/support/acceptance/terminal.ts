import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "../../../src/emulator";
import { BUILT_CLI } from "../cli/run-cli";
import { emulatorForTests } from "../emulator/emulator-for-tests";
import { environmentFor } from "../environment";
import { firstOf } from "../long-test";
import { type Screen, Terminal } from "../terminal";
import { ui } from "../ui";
import { Workspace } from "../workspace";

const NAMES = [
  "Too many errors in the checkout of all regions",
  "支払いのエラー率が高すぎます",
  "Slow 🐢 checkout",
  "Gro\u0308ße 👍 of the queue",
  "Control \u001b[31m name",
  "Errors",
];
/** The words of the output at this width are compared with the words at all other widths. */
const REFERENCE_WIDTH = 120;
const BOARD = "Checkout errors and latency of all regions in production";

const HCL = `
data "clickstack_source" "logs" { name = "Logs" }
data "clickstack_webhook" "slack" { name = "Slack oncall" }
resource "clickstack_dashboard" "checkout" {
  name  = ${JSON.stringify(BOARD)}
  tiles = {
    errors = { name = "支払いのエラー", x = 0, y = 0, w = 12, h = 6, config = {
      display_type = "line", source_id = data.clickstack_source.logs.id, group_by = "ServiceName",
      select = [{ agg_fn = "count", where = "level:error AND ServiceName:checkout" }]
    } }
  }
}
resource "clickstack_alert" "each" {
  for_each       = toset(${JSON.stringify(NAMES.map((name) => name.replaceAll("\u001b", "")))})
  name           = each.key
  dashboard_id   = clickstack_dashboard.checkout.id
  tile_id        = clickstack_dashboard.checkout.tile_ids["errors"]
  interval       = "5m"
  threshold      = 50
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = data.clickstack_webhook.slack.id }]
}
`;

/** Several terminals plan at the same time. */
const PLAN = "plan --engine-arg=-lock=false";
/** Commands whose output is text without drawings. Their output has the same words at every width. */
const PROSE = firstOf(4, [
  PLAN,
  "emulator --help",
  "plan nowhere",
  "preview --server -d Nothing",
  "--help",
  "import --help",
  "check key --help",
]);
const DRAWN = ["import --list", "preview --server", "backtest --server --last 6h --no-cache"];

/** Words of scripts without spaces are broken between letters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const screens = new Map<number, Screen>();
let terminal: Terminal;
let stack: Workspace;
let folder: string;

/**
 * Defines the tests of the outputs on terminals.
 * @param widths columns of the terminals, in addition to the reference width
 */
export function testTerminals(widths: readonly number[]): void {
  const all = [...widths, REFERENCE_WIDTH];
  const emulator = emulatorForTests();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "terminal-cwd-"));
    terminal = new Terminal();
    stack = new Workspace(environmentFor(emulator.endpoints));
    await createOnServer(emulator);
    stack.write(HCL);
    await stack.init();
    const commands = [...PROSE, ...DRAWN].flatMap((command) => [
      `echo "$ ${command}"`,
      `"${process.execPath}" "${BUILT_CLI}" ${command}`,
    ]);
    await Promise.all(
      all.map(async (columns) => {
        const options = { columns, cwd: stack.folder, environment: stack.environment };
        screens.set(columns, await terminal.run(commands, options));
      }),
    );
  });

  afterAll(async () => {
    await terminal[Symbol.asyncDispose]();
    stack.remove();
    rmSync(folder, { recursive: true });
  });

  describe.each(all)("the output on a terminal of %d columns", (columns) => {
    test("contains no line that the terminal would break", () => {
      const { rows, lines } = screens.get(columns) as Screen;
      expect(lines).toEqual(rows);
      expect(lines.length).toBeGreaterThan(100);
    });

    test("keeps every word of a text whole, and loses no word", () => {
      for (const command of PROSE) {
        const [words, reference] = [wordsOf(columns, command), wordsOf(REFERENCE_WIDTH, command)];
        const isSpaced = (word: string) => !UNSPACED.test(word);
        expect([command, ...words.filter(isSpaced)]).toEqual([command, ...reference.filter(isSpaced)]);
        const lettersOf = (all: readonly string[]) => [...all.filter((word) => !isSpaced(word)).join("")].sort();
        expect(lettersOf(words)).toEqual(lettersOf(reference));
      }
    });

    test("keeps table cells aligned after CJK letters and emoji", async () => {
      const ids = outputOf(columns, "import --list").filter((line) => / [0-9a-f]{24}$/.test(line));
      const starts = await Promise.all(ids.map((line) => columnsAt(line.slice(0, -24))));
      expect(new Set(starts).size).toBe(1);
      const drawing = outputOf(columns, "preview --server").filter((line) => /^[┌│├└].*[┐│┤┘]$/.test(line));
      expect(drawing.length).toBeGreaterThan(3);
      const widths = await Promise.all(drawing.map(columnsAt));
      expect(widths.filter((width) => width !== columns)).toEqual([]);
    });

    test("lists six alerts before the details of the alerts", () => {
      expect(outputOf(columns, "preview --server")[0]).toBe("6 alerts");
      expect(outputOf(columns, "backtest --server --last 6h --no-cache")[0]).toBe("6 alerts");
      expect(outputOf(columns, "preview --server").some((line) => /│ \[≥ 50 in 5m\]/.test(line))).toBe(true);
    });
  });

  test("writes no colors to the screen if colors are turned off", async () => {
    const plain = await terminal.run([`"${process.execPath}" "${BUILT_CLI}" preview --server`], {
      columns: REFERENCE_WIDTH,
      cwd: folder,
      environment: { ...stack.environment, NO_COLOR: "1" },
    });
    expect(screens.get(REFERENCE_WIDTH)?.colored).toContain("\u001b[1m");
    expect(plain.colored).not.toContain("\u001b");
    expect(plain.rows).toEqual(outputOf(REFERENCE_WIDTH, "preview --server"));
  });
}

/** Creates the dashboard of the configuration and its alerts in the UI. */
async function createOnServer(emulator: Emulator): Promise<void> {
  const { data: sources } = (await ui(emulator, "GET", "/api/v2/sources")) as { data: { id: string; name: string }[] };
  const { data: webhooks } = (await ui(emulator, "GET", "/api/v2/webhooks")) as { data: { id: string }[] };
  const sourceId = sources.find(({ name }) => name === "Logs")?.id;
  const config = { displayType: "line", sourceId, select: [{ aggFn: "count", where: "level:error" }] };
  const { data: board } = (await ui(emulator, "POST", "/api/v2/dashboards", {
    name: BOARD,
    tags: ["production", "team-checkout"],
    tiles: [
      { name: "支払いのエラー 👍", x: 0, y: 0, w: 12, h: 8, config },
      { name: "Errors per service of every region", x: 12, y: 0, w: 12, h: 8, config },
    ],
  })) as { data: { id: string; tiles: { id: string }[] } };
  for (const name of NAMES) {
    await ui(emulator, "POST", "/api/v2/alerts", {
      ...{ name, source: "tile", dashboardId: board.id, tileId: board.tiles[0]?.id },
      ...{ threshold: 50, thresholdType: "above", interval: "5m" },
      channel: { type: "webhook", webhookId: webhooks[0]?.id },
    });
  }
}

function outputOf(columns: number, command: string): readonly string[] {
  const { rows } = screens.get(columns) as Screen;
  const start = rows.indexOf(`$ ${command}`) + 1;
  const end = rows.findIndex(
    (row, index) => index >= start && [...PROSE, ...DRAWN].some((each) => row === `$ ${each}`),
  );
  return rows.slice(start, end < 0 ? rows.length : end);
}

/**
 * Returns the words of a text in sorted order, because engines list warnings in any order. A backslash continues a
 * command on the next line.
 */
function wordsOf(columns: number, command: string): readonly string[] {
  const words = outputOf(columns, command).flatMap((line) => line.trim().split(/\s+/));
  return words.filter((word) => word !== "" && word !== "\\").sort();
}

function columnsAt(text: string): Promise<number> {
  return terminal.columnsOf(text);
}
