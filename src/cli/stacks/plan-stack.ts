import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Engine, type EngineResult, runEngine } from "../engine/engine";
import { fileProblem } from "../frame/file-problem";
import { inScratchFolder } from "../frame/scratch-folder";
import type { EngineDiagnostic } from "../report/model";
import { diagnosticsIn } from "./engine-diagnostics";
import type { Stack } from "./find-stacks";
import type { PlanJson } from "./plan-json";
import { readPlan } from "./read-plan";

export interface PlanOptions {
  /** Compares the state with the server and plans nothing. Takes no lock and writes no state. */
  readonly refreshOnly?: boolean;
  /** Runs `init` before. */
  readonly init?: boolean;
  /** Takes the engine's plan, a file; what it leaves is removed with the folder that it was made in. */
  readonly keep?: (file: string) => void;
  /** Passed on to the engine, such as `-var-file=production.tfvars`. */
  readonly engineArguments?: readonly string[];
}

/** What came of planning one stack. */
export interface PlannedStack {
  readonly stack: Stack;
  /** Undefined when the engine failed; then the diagnostics say why. */
  readonly plan: PlanJson | undefined;
  readonly diagnostics: readonly EngineDiagnostic[];
}

/** Runs the engine's plan in one stack. */
export async function planStack(engine: Engine, stack: Stack, options: PlanOptions): Promise<PlannedStack> {
  const run = (...args: string[]) => runEngine(engine, args, { workingDirectory: stack.folder });
  if (options.init) {
    const result = await run("init", "-input=false", "-no-color");
    if (result.exitCode !== 0) return failed(stack, engine, result);
  }
  const data = dataFolder(stack);
  if (typeof data !== "string") return { stack, plan: undefined, diagnostics: [data] };
  // A saved plan holds the state: it stays below the stack, readable by its owner alone, for as long as it is needed.
  return inScratchFolder(data, "cdk-clickstack-", async (scratch) => {
    const file = join(scratch, "plan");
    const result = await run("plan", "-json", "-input=false", `-out=${file}`, ...planArguments(options));
    if (result.exitCode !== 0) return failed(stack, engine, result);
    const shown = await run("show", "-json", file);
    if (shown.exitCode !== 0) return failed(stack, engine, shown);
    const plan = readPlan(JSON.parse(shown.stdout), stack.name);
    options.keep?.(file);
    return { stack, plan, diagnostics: diagnosticsIn(result.stdout) };
  });
}

function planArguments({ refreshOnly, engineArguments = [] }: PlanOptions): readonly string[] {
  return [...(refreshOnly ? ["-refresh-only", "-lock=false"] : []), ...engineArguments];
}

/** The folder that engines keep their own files in, or why there is none. */
function dataFolder({ folder }: Stack): string | EngineDiagnostic {
  const data = join(folder, ".terraform");
  try {
    if (!existsSync(data)) mkdirSync(data);
    accessSync(data, constants.W_OK);
    return data;
  } catch (error) {
    const detail = fileProblem(error);
    if (detail === undefined) throw error;
    return { severity: "error", summary: "The plan has no place", detail };
  }
}

function failed(stack: Stack, engine: Engine, result: EngineResult): PlannedStack {
  const said = diagnosticsIn(result.stdout);
  const diagnostics = said.some(({ severity }) => severity === "error") ? said : [...said, plainError(engine, result)];
  return { stack, plan: undefined, diagnostics: diagnostics.map((each) => withWayOut(each, engine)) };
}

/** An engine that fails before it writes JSON says why in plain text. */
function plainError(engine: Engine, { exitCode, stdout, stderr }: EngineResult): EngineDiagnostic {
  const detail = (stderr.trim() || stdout.trim()).replaceAll(/^[│╷╵ ]+/gm, "").trim();
  return { severity: "error", summary: `${engine.name} ended with ${exitCode}`, detail };
}

/** The commonest failure of a new user gets the way out in this tool's words. */
function withWayOut(diagnostic: EngineDiagnostic, engine: Engine): EngineDiagnostic {
  const isUninitialised = /(terraform|tofu) init/.test(`${diagnostic.summary} ${diagnostic.detail}`);
  if (diagnostic.severity !== "error" || !isUninitialised) return diagnostic;
  const advice = `Run "${engine.name} init" in the stack, or give --init.`;
  return { ...diagnostic, detail: `${diagnostic.detail}\n\n${advice}`.trim() };
}
