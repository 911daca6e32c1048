import { join } from "node:path";
import { columnsOf } from "../../../src/cli/terminal/wrap";
import type { Emulator } from "../../../src/emulator";
import { callCli } from "../../support/cli/call-cli";
import { checkoutStack, stackFolder } from "../../support/cli/stack";
import { temporaryFolder } from "../../support/constructs/synthesize";
import { emulatorForTests, startEmulator } from "../../support/emulator/emulator-for-tests";
import { environmentFor } from "../../support/environment";

const synthesized = checkoutStack();

const linesOf = async (emulator: Emulator, words: readonly string[], environment: Record<string, string>) => {
  const { stdout, stderr } = await callCli(words, { ...environmentFor(emulator.endpoints), ...environment });
  return `${stdout}${stderr}`.split("\n");
};

/** Lines that are too wide, except single paths, addresses and commands, which stay whole. */
const tooWide = (lines: readonly string[], columns: number) =>
  lines.filter((line) => columnsOf(line) > columns && /\S \S/.test(line.trim()) && !/^ +cd |^export /.test(line));

describe.each([40, 80])("a command with COLUMNS=%d and without a terminal", (columns) => {
  // Commands at one server share its rate limit.
  const emulator = emulatorForTests();

  test.each([
    ["doctor"],
    ["doctor", stackFolder(synthesized)],
    ["check", "alert", "6b01b5cdc1a7c7142a75aab6"],
    ["check", "key"],
    ["import", "--list"],
    ["import", join(temporaryFolder(), "imported"), "--no-verify"],
    ["import", join(temporaryFolder(), "imported"), "--format", "hcl", "--no-verify"],
    ["init", join(temporaryFolder(), "project"), "--ci", "github"],
    ["install-provider", temporaryFolder()],
    ["backtest", "--server"],
    ["backtest", synthesized, "--last", "1d", "--target-rate", "2", "--no-cache"],
    ["preview", synthesized, "--series"],
    ["plan", "--reviewed", "nowhere.md"],
    ["plan", "--format", "pdf"],
    ["decrypt", "--identity", "nowhere"],
    ["help", "backtest"],
  ])("prints no wider line for `%s %s %s`", async (...words) => {
    const lines = await linesOf(emulator, words, { COLUMNS: String(columns) });
    expect(tooWide(lines, columns)).toEqual([]);
    expect(lines.length).toBeGreaterThan(1);
  });
});

test("without a terminal and COLUMNS, each sentence is on one line, and help texts have 80 columns", async () => {
  await using emulator = await startEmulator();
  expect(await linesOf(emulator, ["doctor"], {})).toContain(
    "ok       credentials (managed): A ClickHouse Cloud API key for the organization 11111111-1111-4111-8111-111111111111 is set.",
  );
  const help = await linesOf(emulator, ["emulator", "--help"], {});
  expect(Math.max(...help.map(columnsOf))).toBeLessThanOrEqual(80);
  expect(help.some((line) => columnsOf(line) > 70)).toBe(true);
});
