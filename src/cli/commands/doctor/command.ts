import { existsSync } from "node:fs";
import { Command } from "@commander-js/extra-typings";
import { findStacks, type Stack } from "../../project/find-stacks";
import { sideBySide } from "../../project/plan-stacks";
import { wantsColor } from "../../terminal/colors";
import { CommandError, EXIT } from "../../terminal/exit";
import { examplesText } from "../../terminal/help";
import { print, withProgress } from "../../terminal/output";
import { type TextOptions, textOptionsFor } from "../../terminal/text-options";
import { indentedLines, wrapLine } from "../../terminal/wrap";
import { type CheckResult, checkCliConfiguration, checkEngine, doctorDocument, resultsOf } from "./own-checks";
import { checkServers } from "./server-checks";
import { checkStack } from "./stack-checks";

const EXAMPLES = {
  doctor: "Check the engine, the credentials, the server, and the stacks in this folder.",
  "doctor cdktf.out --json": "The same for scripts, for every synthesized stack.",
};

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
  print(json ? doctorDocument.text({ exitCode, findings }) : findingsText(findings, textOptionsFor()));
  process.exitCode = exitCode;
}

async function findingsFor(folders: readonly string[]): Promise<readonly CheckResult[]> {
  const stacks = stacksHere(folders);
  const [{ engine, finding }, servers] = await Promise.all([checkEngine(), checkServers(process.env, stacks ?? [])]);
  const stackFindings = engine && stacks ? await sideBySide(stacks, 2, (stack) => checkStack(engine, stack)) : [];
  const folderFindings = engine && !stacks ? [noStack()] : [];
  return [finding, ...checkCliConfiguration(), ...folderFindings, ...stackFindings.flat(), ...servers];
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
function findingsText(findings: readonly CheckResult[], { colors, width }: TextOptions): string {
  const isColored = wantsColor(process.stdout);
  const { green, yellow, red, dim, bold } = colors;
  const paint = { ok: green, warning: yellow, failed: red, skipped: dim };
  const mark = (status: CheckResult["status"]) => (isColored ? paint[status](SIGNS[status]) : status.padEnd(8));
  const indentation = " ".repeat(isColored ? 2 : 9);
  // Text of a server is indented, so that it cannot look like a finding.
  const indented = (text: string, first = indentation) => {
    const [start = "", ...others] = text.split("\n");
    return [
      ...wrapLine(start, { width, first, rest: indentation }),
      ...(others.length > 0 ? indentedLines(others.join("\n"), indentation, width) : []),
    ];
  };
  const lines = findings.flatMap(({ check, subject, status, message, fix }) => {
    const what = subject === undefined ? check : `${check} (${subject})`;
    const advice = fix === undefined ? [] : indented(`${bold("Fix:")} ${fix}`);
    return [...indented(`${what}: ${message}`, `${mark(status)} `), ...advice];
  });
  const failed = findings.filter(({ status }) => status === "failed").length;
  const conclusion = `${failed === 0 ? "None" : failed} of ${findings.length} checks failed.`;
  return [...lines, "", conclusion, ""].join("\n");
}
