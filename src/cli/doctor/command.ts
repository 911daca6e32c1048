import { Command } from "commander";
import type { Engine } from "../engine/engine";
import { findStacks, type Stack } from "../engine/find-stacks";
import { sideBySide } from "../engine/plan-stacks";
import { CommandError, EXIT, jsonDocument } from "../frame/exit";
import { examplesText } from "../frame/options";
import { type Colors, colorsFor, print, withProgress } from "../frame/output";
import { type CheckResult, checkCliConfiguration, checkEngine, doctorDocument } from "./own-checks";
import { checkServers } from "./server-checks";
import { checkStack } from "./stack-checks";

const EXAMPLES = [
  { run: "doctor", does: "Check the engine, the credentials, the server, and the stacks here." },
  { run: "doctor cdktf.out --json", does: "The same for scripts, for every stack that was synthesized." },
];

export const DOCTOR_VERSION = 1;

/** `cdk-clickstack doctor [dir...]`: whatever a new user trips over, each with the fix. */
export function doctorCommand(): Command {
  return new Command("doctor")
    .description(
      "Check engine, provider, credentials, server, clock and rate limit, and say how to fix each problem. Exits with code 1 when a check failed.",
    )
    .argument("[dir...]", "folders of stacks, or cdktf.out (default: the current folder, if it holds any)")
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
      : findingsText(findings, colorsFor(process.stdout)),
  );
  process.exitCode = exitCode;
}

async function findingsFor(folders: readonly string[]): Promise<readonly CheckResult[]> {
  const [{ engine, finding }, servers] = await Promise.all([checkEngine(), checkServers(process.env)]);
  return [finding, ...checkCliConfiguration(), ...(await stackFindings(engine, folders)), ...servers];
}

async function stackFindings(engine: Engine | undefined, folders: readonly string[]): Promise<readonly CheckResult[]> {
  if (!engine) return [];
  const stacks = stacksOrReason(folders);
  if (typeof stacks === "string") return [{ check: "provider", status: "skipped", message: stacks }];
  return (await sideBySide(stacks, 2, (stack) => checkStack(engine, stack))).flat();
}

/** Credentials and server can be checked before there is any stack; a folder that was named must hold one. */
function stacksOrReason(folders: readonly string[]): readonly Stack[] | string {
  try {
    return findStacks(folders);
  } catch (error) {
    if (folders.length === 0 && error instanceof CommandError) return error.message;
    throw error;
  }
}

const SIGNS: Readonly<Record<CheckResult["status"], string>> = { ok: "✓", warning: "!", failed: "✗", skipped: "-" };

function findingsText(findings: readonly CheckResult[], colors: Colors): string {
  const paint: Readonly<Record<CheckResult["status"], (text: string) => string>> = {
    ok: colors.green,
    warning: colors.yellow,
    failed: colors.red,
    skipped: colors.dim,
  };
  const lines = findings.map(({ check, subject, status, message, fix }) => {
    const what = subject === undefined ? check : `${check} (${subject})`;
    const advice = fix === undefined ? "" : `\n    ${colors.bold("Fix:")} ${fix}`;
    return `${paint[status](SIGNS[status])} ${what}: ${message}${advice}\n`;
  });
  return lines.join("");
}
