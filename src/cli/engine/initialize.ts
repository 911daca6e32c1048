import { findLockProblem } from "../../install/provider-lock";
import type { EngineDiagnostic } from "./diagnostics";
import type { Engine, ProcessResult } from "./engine";
import { isCi } from "./local-state";

/** Errors for a locked version that the configuration excludes, or that no longer exists. */
const LOCKED_VERSION =
  /must use (?:terraform|tofu) init -upgrade|previously-selected version \S+ is no longer available/;

const LOCKED_HASH = /checksums previously recorded in the dependency lock file/;

/** Runs `init`, and again with `-upgrade` if the lock file made it fail. Diagnostics report a changed lock file. */
export async function initialize(engine: Engine, run: (...args: string[]) => Promise<ProcessResult>) {
  const options = ["-input=false", "-no-color"];
  const result = await run("init", ...options);
  if (result.exitCode === 0 || !LOCKED_VERSION.test(oneLine(result.stderr)) || reasonAgainstUpgrade()) {
    return { result, diagnostics: [] };
  }
  const upgraded = await run("init", "-upgrade", ...options);
  const warning: EngineDiagnostic = {
    severity: "warning",
    summary: "The lock file selected other versions of providers",
    detail: `--init ran "${engine.name} init -upgrade", because .terraform.lock.hcl selected versions that do not match the configuration.`,
  };
  return { result: upgraded, diagnostics: upgraded.exitCode === 0 ? [warning] : [] };
}

/** Joins the lines of a message, which the engine wraps. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

/**
 * Returns the reason why `--init` must not change the lock file. In CI a committed lock file pins providers, and a
 * program must not be able to select others.
 */
function reasonAgainstUpgrade(): string | undefined {
  const { TF_CLI_ARGS, TF_CLI_ARGS_init } = process.env;
  // `-upgrade` conflicts with this option.
  if ([TF_CLI_ARGS, TF_CLI_ARGS_init].some((words) => words?.includes("-lockfile=readonly"))) {
    return "because TF_CLI_ARGS_init forbids changes of the lock file";
  }
  return isCi() ? "because a lock file does not change in CI. Commit the changed file" : undefined;
}

/** Adds the fix to an error of the engine that `init` solves, or that the lock file causes. */
export function withInitAdvice(
  diagnostic: EngineDiagnostic,
  engine: Engine,
  { folder, wasInitialized }: { readonly folder: string; readonly wasInitialized: boolean },
): EngineDiagnostic {
  const text = oneLine(`${diagnostic.summary} ${diagnostic.detail}`);
  const advice = diagnostic.severity === "error" ? adviceFor(text, engine, folder, wasInitialized) : undefined;
  return advice === undefined ? diagnostic : { ...diagnostic, detail: `${diagnostic.detail}\n\n${advice}`.trim() };
}

function adviceFor(text: string, { name }: Engine, folder: string, wasInitialized: boolean): string | undefined {
  if (LOCKED_HASH.test(text)) {
    const problem = findLockProblem(folder);
    return problem && `${problem.message} Fix: ${problem.fix}`;
  }
  const command = initCommandIn(text);
  if (command === undefined) {
    return undefined;
  }
  const run = `Run "${name} ${command}" in the stack`;
  const against = command === "init" ? undefined : reasonAgainstUpgrade();
  if (against) {
    return `${run}. --init does not run it, ${against}.`;
  }
  return wasInitialized ? undefined : `${run}, or give --init.`;
}

function initCommandIn(text: string): string | undefined {
  if (LOCKED_VERSION.test(text)) {
    return "init -upgrade";
  }
  const named = /(?:terraform|tofu) (init(?: -upgrade)?)/.exec(text)?.[1];
  return named ?? (text.includes("install the required plugins") ? "init" : undefined);
}
