import { existsSync } from "node:fs";
import { Command } from "@commander-js/extra-typings";
import type { Engine } from "../engine/engine";
import { findStacks, type Stack } from "../engine/find-stacks";
import { sideBySide } from "../engine/plan-stacks";
import { CommandError, EXIT } from "../frame/exit";
import { jsonDocument } from "../frame/json";
import { examplesText } from "../frame/options";
import { colorsFor, print, wantsColor, withProgress } from "../frame/output";
import { type CheckResult, checkCliConfiguration, checkEngine, doctorDocument, resultsOf } from "./own-checks";
import { checkServers } from "./server-checks";
import { checkStack } from "./stack-checks";

const EXAMPLES = {
  doctor: "Check the engine, the credentials, the server, and the stacks in this folder.",
  "doctor cdktf.out --json": "The same for scripts, for every synthesized stack.",
};

export const DOCTOR_VERSION = 1;

/** Command `doctor [dir...]`, which finds common problems of new users, with a fix for each. */
export function doctorCommand() {
  return new Command("doctor")
    .description(
      "Check engine, provider, credentials, server, clock and rate limit, and print a fix for each problem. Exits with code 1 if a check fails.",
    )
    .argument("[dir...]", "folders of stacks, or cdktf.out (default: the current folder, if it contains any)")
    .option("--json", "print the findings as JSON")
    .addHelpText("after", examplesText(EXAMPLES))
    .action(doctor);
}

async function doctor(folders: string[], { json }: { json?: boolean }): Promise<void> {
  const findings = await withProgress("Checking", () => findingsFor(folders));
  const exitCode = findings.some(({ status }) => status === "failed") ? EXIT.error : EXIT.done;
  print(
    json
      ? jsonDocument("doctor", DOCTOR_VERSION, doctorDocument.parse({ exitCode, findings }))
      : findingsText(findings),
  );
  process.exitCode = exitCode;
}

async function findingsFor(folders: readonly string[]): Promise<readonly CheckResult[]> {
  const [{ engine, finding }, servers] = await Promise.all([checkEngine(), checkServers(process.env)]);
  return [finding, ...checkCliConfiguration(), ...(await stackFindings(engine, folders)), ...servers];
}

async function stackFindings(engine: Engine | undefined, folders: readonly string[]): Promise<readonly CheckResult[]> {
  if (!engine) {
    return [];
  }
  const stacks = stacksHere(folders);
  if (!stacks) {
    return [noStack()];
  }
  return (await sideBySide(stacks, 2, (stack) => checkStack(engine, stack))).flat();
}

/** Returns the stacks; undefined without any. A folder that the user names must contain one. */
function stacksHere(folders: readonly string[]): readonly Stack[] | undefined {
  try {
    return findStacks(folders);
  } catch (error) {
    if (folders.length === 0 && error instanceof CommandError) {
      return undefined;
    }
    throw error;
  }
}

function noStack(): CheckResult {
  const { skipped } = resultsOf("provider");
  if (existsSync("cdktf.json")) {
    const fix = 'Run "npm install" and "npm run synth", or the program that "app" in cdktf.json names.';
    return skipped("This folder contains no synthesized stack.", fix);
  }
  return skipped(
    "This folder contains no stack: no cdktf.out, and no .tf or .tf.json file.",
    'Run "npx cdk-clickstack init" for a new project, or the program that synthesizes; or name the folder of a stack.',
  );
}

const SIGNS: Readonly<Record<CheckResult["status"], string>> = { ok: "✓", warning: "!", failed: "✗", skipped: "-" };

/** Writes findings as text. Words replace the signs if there are no colors. */
function findingsText(findings: readonly CheckResult[]): string {
  const isColored = wantsColor(process.stdout);
  const { green, yellow, red, dim, bold } = colorsFor(process.stdout);
  const paint = { ok: green, warning: yellow, failed: red, skipped: dim };
  const mark = (status: CheckResult["status"]) => (isColored ? paint[status](SIGNS[status]) : status.padEnd(8));
  const indent = " ".repeat(isColored ? 2 : 9);
  // Text of a server is indented, so that it cannot look like a finding.
  const indented = (text: string) => text.replaceAll("\n", `\n${indent}`);
  const lines = findings.map(({ check, subject, status, message, fix }) => {
    const what = subject === undefined ? check : `${check} (${subject})`;
    const advice = fix === undefined ? "" : `\n${indent}${bold("Fix:")} ${indented(fix.replace(/^Fix: /, ""))}`;
    return `${mark(status)} ${what}: ${indented(message)}${advice}\n`;
  });
  const failed = findings.filter(({ status }) => status === "failed").length;
  return `${lines.join("")}\n${failed === 0 ? "None" : failed} of ${findings.length} checks failed.\n`;
}
