import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import { ConfinedFolder } from "../../confined-folder";
import { diagnosticsIn, type EngineDiagnostic } from "../engine/diagnostics";
import { type Engine, type ProcessResult, runEngine } from "../engine/engine";
import { initialize, withInitAdvice } from "../engine/initialize";
import { localStateInCi, unsetBackend } from "../engine/local-state";
import { type PlanJson, readPlan } from "../engine/read-plan";
import { expectedFileProblem, inScratchFolder } from "../terminal/exit";
import { withProgress } from "../terminal/output";
import { countText } from "../terminal/text-options";
import { atAuthorsLine, withoutRefused, withoutRepeated } from "./author-diagnostics";
import { CodeLines } from "./code-lines";
import type { Stack } from "./find-stacks";

interface PlanOptions {
  /** Compares the state with the server and plans nothing. Takes no lock and writes no state. */
  readonly refreshOnly?: boolean;
  /** Plans to delete all objects. */
  readonly destroy?: boolean;
  readonly init?: boolean;
  /** Receives the file of the engine's plan. The file is removed together with its folder. */
  readonly keep?: (file: string) => void;
  /** Passed on to the engine, such as `-var-file=production.tfvars`. */
  readonly engineArguments?: readonly string[];
}

export interface PlannedStack {
  readonly stack: Stack;
  /** The plan; undefined if the engine failed. The diagnostics contain the reason. */
  readonly plan: PlanJson | undefined;
  readonly diagnostics: readonly EngineDiagnostic[];
}

function warningsOf({ warnings = [] }: Stack): readonly EngineDiagnostic[] {
  return warnings.map(({ constructPath, message: detail }) => ({
    severity: "warning",
    summary: `The program warns at ${constructPath}`,
    detail,
  }));
}

async function planStack(engine: Engine, stack: Stack, options: PlanOptions): Promise<PlannedStack> {
  const run = (...args: string[]) => runEngine(engine, args, { workingDirectory: stack.folder });
  const fail = (result: ProcessResult) => failed(stack, engine, result, options);
  const unset = unsetBackend(stack.folder);
  if (unset) {
    return { stack, plan: undefined, diagnostics: [unset] };
  }
  const initialized = options.init ? await initialize(engine, run) : undefined;
  if (initialized && initialized.result.exitCode !== 0) {
    return fail(initialized.result);
  }
  const data = dataFolder(stack);
  if (typeof data !== "string") {
    return { stack, plan: undefined, diagnostics: [data] };
  }
  // A saved plan contains the state. The plan stays below the stack, readable only by its owner, while it is needed.
  return inScratchFolder(data, "cdk-clickstack-", async (scratch) => {
    const file = join(scratch, "plan");
    const { refreshOnly, destroy, engineArguments = [] } = options;
    const mode = [...(refreshOnly ? ["-refresh-only", "-lock=false"] : []), ...(destroy ? ["-destroy"] : [])];
    const result = await run("plan", "-json", "-input=false", `-out=${file}`, ...mode, ...engineArguments);
    if (result.exitCode !== 0) {
      return fail(result);
    }
    const shown = await run("show", "-json", file);
    if (shown.exitCode !== 0) {
      return fail(shown);
    }
    const plan = readPlan(JSON.parse(shown.stdout), stack.name);
    options.keep?.(file);
    const reported = diagnosticsIn(result.stdout);
    const lost = refreshOnly ? undefined : localStateInCi(stack.folder);
    return {
      stack,
      plan,
      diagnostics: [
        ...(lost ? [lost] : []),
        ...withoutRepeated(warningsOf(stack), reported),
        ...(initialized?.diagnostics ?? []),
        ...reported,
      ],
    };
  });
}

/** Returns the data folder of the engine, or the diagnostic if it cannot be written. */
function dataFolder({ folder }: Stack): string | EngineDiagnostic {
  const data = join(folder, ".terraform");
  try {
    new ConfinedFolder(folder).makeFolder(".terraform");
    accessSync(data, constants.W_OK);
    return data;
  } catch (error) {
    return { severity: "error", summary: "The plan has no place", detail: expectedFileProblem(error) };
  }
}

function failed(stack: Stack, engine: Engine, result: ProcessResult, { init = false }: PlanOptions): PlannedStack {
  const context = { folder: stack.folder, wasInitialized: init };
  const diagnostics = failureDiagnostics(engine, result).map((each) => withInitAdvice(each, engine, context));
  return { stack, plan: undefined, diagnostics };
}

/** Returns the diagnostics of a run that failed. At least one is an error. */
export function failureDiagnostics({ name }: Engine, result: ProcessResult): readonly EngineDiagnostic[] {
  const reported = withoutRefused(diagnosticsIn(result.stdout));
  // If the engine fails before it writes JSON, the reason is plain text.
  const { exitCode, stdout, stderr } = result;
  const detail = (stderr.trim() || stdout.trim()).replaceAll(/^[│╷╵ ]+/gm, "").trim();
  const plain = { severity: "error", summary: `${name} exited with code ${exitCode}`, detail } as const;
  return reported.some(({ severity }) => severity === "error") ? reported : [...reported, plain];
}

/** Runs work for items in parallel, up to a limit. If an item fails, started work ends before the error is thrown. */
export async function sideBySide<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Array<Result>(items.length);
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) {
      results[index] = await work(item);
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  const failed = workers.find((each) => each.status === "rejected");
  if (failed) {
    throw failed.reason;
  }
  return results;
}

export function planStacks(
  engine: Engine,
  stacks: readonly Stack[],
  parallel: number,
  optionsOf: (stack: Stack) => PlanOptions,
): Promise<readonly PlannedStack[]> {
  const many = countText(stacks.length, "stack");
  let done = 0;
  return withProgress(`Planning ${many} with ${engine.name}`, (say) =>
    sideBySide(stacks, parallel, async (stack) => {
      const planned = await planStack(engine, stack, optionsOf(stack));
      const lines = new CodeLines(stack.folder);
      done += 1;
      say(`Planning with ${engine.name}: ${done} of ${many}`);
      return { ...planned, diagnostics: planned.diagnostics.map((each) => atAuthorsLine(each, lines)) };
    }),
  );
}
