import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findEngine } from "../../src/cli/engine/find-engine";
import { type Emulator, environmentOf } from "../../src/emulator";
import { startEmulator } from "../../test/support/emulator/emulator-for-tests";
import { listed, ui } from "../../test/support/ui";
import { PROMPT, TERMINAL_COLUMNS } from "./terminal-svg";

const ROOT = join(__dirname, "..", "..");
const CLI = join(ROOT, "dist", "cli", "cdk-clickstack.js");
const PROGRAM = join(__dirname, "adopt-session", "main.ts");

/** Commands of the session, in their order. */
const COMMANDS = ["drift", "adopt --write", "plan"];

/**
 * Runs the session of docs/guides/adopt.md: applies a program to an emulator, changes the objects as a user of the UI does,
 * and runs the commands. Returns the text of the terminal with its colors.
 */
export async function adoptSession(): Promise<string> {
  await using emulator = await startEmulator();
  const folder = mkdtempSync(join(tmpdir(), "clickstack-session-"));
  const run = (words: readonly string[], workingFolder = folder) =>
    runRecorded(words, workingFolder, environmentOf(emulator.endpoints));
  try {
    writeProject(folder);
    await run([process.execPath, require.resolve("tsx/cli"), "main.ts"]);
    const engine = findEngine().path;
    for (const words of [["init"], ["apply", "-auto-approve"]]) {
      await run([engine, ...words], join(folder, "cdktf.out", "stacks", "shop"));
    }
    await editInUi(emulator);
    const recorded: string[] = [];
    for (const command of COMMANDS) {
      const shown = await run([process.execPath, CLI, ...command.split(" ")]);
      recorded.push(`${PROMPT}npx cdk-clickstack ${command}\n${shown}`);
    }
    return recorded.join("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeProject(folder: string): void {
  copyFileSync(PROGRAM, join(folder, "main.ts"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, ".clickstack-drift.yaml"), "ignore: [{ what: unmanaged }]\n");
  const app = `${process.execPath} ${require.resolve("tsx/cli")} main.ts`;
  writeFileSync(join(folder, "cdktf.json"), JSON.stringify({ app }));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(ROOT, join(folder, "node_modules", "cdk-clickstack"));
  for (const name of ["cdktn", "constructs"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
  }
}

/**
 * Runs a command and returns the text that a terminal shows: both outputs in the order of the writes, without progress
 * lines.
 */
async function runRecorded(
  [program = "", ...words]: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const file = `${folder}.output`;
  const output = openSync(file, "w");
  const { TF_CLI_CONFIG_FILE: _, CI: __, NO_COLOR: ___, NODE_OPTIONS: ____, ...own } = process.env;
  const settings = { CHECKPOINT_DISABLE: "1", FORCE_COLOR: "1", COLUMNS: String(TERMINAL_COLUMNS) };
  try {
    const env = { ...own, ...environment, ...settings };
    const child = spawn(program, words, { cwd: folder, env, stdio: ["ignore", output, output] });
    const [status] = await once(child, "close");
    const text = readFileSync(file, "utf8");
    if (status !== 0 && status !== 2) {
      throw new Error(`${words.join(" ")} failed: ${text}`);
    }
    // A terminal erases these lines, and their number depends on the speed of the machine.
    return text.replaceAll(/^[^\n]* \.\.\.\n/gm, "");
  } finally {
    closeSync(output);
    rmSync(file);
  }
}

type Stored = Readonly<Record<string, unknown>> & { readonly id: string };

async function editInUi(emulator: Emulator): Promise<void> {
  const [dashboard] = (await listed(emulator, "dashboards")) as unknown as (Stored & { tiles: Stored[] })[];
  const [alert] = (await listed(emulator, "alerts")) as unknown as Stored[];
  const editTile = (name: string, change: object) => {
    const tile = dashboard?.tiles.find((each) => each.name === name);
    return ui(emulator, "PATCH", `/api/v2/dashboards/${dashboard?.id}/tiles/${tile?.id}`, change);
  };
  await editTile("Errors", { config: { select: [{ aggFn: "count", where: "level:fatal" }] } });
  await editTile("Notes", { config: { markdown: "Call Grace." } });
  await ui(emulator, "PATCH", `/api/v2/alerts/${alert?.id}`, { threshold: 250, note: "Page the owner." });
}
