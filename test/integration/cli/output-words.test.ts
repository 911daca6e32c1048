import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createColors } from "picocolors";
import { commands } from "../../../src/cli/main";
import { htmlReport } from "../../../src/cli/reports/formats/html-report";
import { jsonReport } from "../../../src/cli/reports/formats/json-report";
import { junitReport } from "../../../src/cli/reports/formats/junit-report";
import { markdownReport } from "../../../src/cli/reports/formats/markdown-report";
import { sarifReport } from "../../../src/cli/reports/formats/sarif-report";
import { textReport } from "../../../src/cli/reports/formats/text-report";
import { callCli } from "../../support/cli/call-cli";
import { sampleReport } from "../../support/cli/report/sample-report";
import { findUncommonWords } from "../../support/uncommon-words";

const folder = mkdtempSync(join(tmpdir(), "output-words-"));

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

function findingsIn(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => findUncommonWords(line) ?? []);
}

const tile = { name: "Errors", x: 20, y: 9, w: 9, h: 2, config: { display_type: "line", source_id: "x", select: [] } };
const stack = JSON.stringify({
  resource: {
    clickstack_dashboard: { a: { name: "A", tiles: { errors: tile, more: { ...tile, y: 10 } } } },
    clickstack_alert: { b: { name: "B", dashboard_id: "x", tile_id: "y" } },
  },
});
const configuration = file("cdk.tf.json", stack);

test.each([["completion"], ["check", "key"], ["check", "alert"], ...Object.keys(commands).map((name) => [name])])(
  "the help of `%s %s` uses only common words",
  async (...words: string[]) => {
    const { exitCode, stdout } = await callCli([...words.filter((word) => word !== undefined), "--help"]);
    expect({ exitCode, findings: findingsIn(stdout) }).toEqual({ exitCode: 0, findings: [] });
    expect(stdout).toContain("Usage:");
  },
);

test.each([
  [["init", join(folder, "new"), "--ci", "github"]],
  [["init", folder, "--ci", "gitlab", "--json"]],
  [["init", "--ci", "travis"]],
  [["lint", folder]],
  [["lint", folder, "--format", "github"]],
  [["lint", folder, "--format", "sarif"]],
  [["lint", "nowhere"]],
  [["preview", configuration]],
  [["preview", configuration, "--format", "html"]],
  [["preview", configuration, "--format", "svg"]],
  [["preview", configuration, "--json"]],
  [["preview", configuration, "--dashboard", "Nowhere"]],
  [["preview", "nowhere"]],
  [["preview", file("list.json", "[]")]],
  [["preview", configuration, "--series"]],
  [["backtest", configuration]],
  [["plan", "nowhere"]],
  [["plan", "--reviewed", "nowhere", configuration]],
  [["plan", "--parallel", "0"]],
  [["stage", "nowhere", "--out", "staged"]],
  [["drift", "--rules", "nowhere"]],
  [["drift", "--rules", file("rules.yaml", "ignore:\n  - kinds: alert\n  - {}\n  - field: a\n    what: gone\n")]],
  [["drift", "--output", "drift.unknown"]],
  [["import"]],
  [["import", "code", "--type", "nothing"]],
  [["install-provider", "nowhere"]],
  [["install-provider", "--global", "nowhere"]],
  [["decrypt", "--identity", "nowhere"]],
  [["report"]],
  [["report", "--stale"]],
  [["check", "key"]],
  [["check", "alert", "x", "--json"]],
  [["emulator", "--fault", "x"]],
  [["emulator", "--port", "x"]],
])("the output of %j uses only common words", async (words) => {
  const { stdout, stderr } = await callCli(words, { CLICKSTACK_API_KEY: undefined, CLICKSTACK_ENDPOINT: undefined });
  expect(stdout + stderr).not.toBe("");
  expect(findingsIn(stdout + stderr)).toEqual([]);
});

test.each(["plan", "drift"] as const)("a report of `%s` uses only common words in every format", (command) => {
  const report = sampleReport(command);
  const texts = [
    textReport(report, { colors: createColors(false), width: 80 }),
    markdownReport(report),
    htmlReport(report),
    junitReport(report),
    sarifReport(report),
    jsonReport(report),
  ];
  expect(texts.flatMap(findingsIn)).toEqual([]);
});
