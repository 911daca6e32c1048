import * as z from "zod";
import { jsonIn } from "../../../client/json";
import { diagnosticsIn, type EngineDiagnostic } from "../../engine/diagnostics";
import { type Engine, runEngine } from "../../engine/engine";
import { type PlanJson, readState } from "../../engine/read-plan";
import type { Stack } from "../../project/find-stacks";
import { failureDiagnostics } from "../../project/plan-stacks";

const summaryLine = z.object({
  type: z.literal("change_summary"),
  changes: z.object({ add: z.number(), change: z.number(), remove: z.number(), import: z.number().default(0) }),
});

const outputsLine = z.object({
  type: z.literal("outputs"),
  outputs: z.record(z.string(), z.object({ sensitive: z.boolean().default(false), value: z.unknown().optional() })),
});

export interface AppliedPlan {
  /** False if the engine failed. Some objects may be changed. */
  readonly isComplete: boolean;
  readonly counts: z.output<typeof summaryLine>["changes"] | undefined;
  readonly outputs: z.output<typeof outputsLine>["outputs"];
  readonly diagnostics: readonly EngineDiagnostic[];
}

/** Arguments of the engine's plan that an apply of its file also accepts. */
const APPLY_ARGUMENT = /^--?(?:lock|lock-timeout|parallelism)=/;

/**
 * Applies a saved plan.
 * @param onDone receives the number of completed objects
 */
export async function applyPlan(
  engine: Engine,
  stack: Stack,
  file: string,
  engineArguments: readonly string[],
  onDone: (count: number) => void,
): Promise<AppliedPlan> {
  let done = 0;
  let rest = "";
  const onOutput = (part: string) => {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    done += lines.filter((line) => line.includes('"type":"apply_complete"')).length;
    onDone(done);
  };
  const words = [
    "apply",
    "-json",
    "-input=false",
    ...engineArguments.filter((word) => APPLY_ARGUMENT.test(word)),
    file,
  ];
  const result = await runEngine(engine, words, { workingDirectory: stack.folder, onOutput });
  const lines = result.stdout.split("\n").map(jsonIn);
  const isComplete = result.exitCode === 0;
  return {
    isComplete,
    counts: lines.flatMap((line) => summaryLine.safeParse(line).data ?? []).at(-1)?.changes,
    outputs: lines.flatMap((line) => outputsLine.safeParse(line).data ?? []).at(-1)?.outputs ?? {},
    diagnostics: isComplete ? diagnosticsIn(result.stdout) : failureDiagnostics(engine, result),
  };
}

/** Reads the state after an apply; undefined if the engine does not show it. */
export async function stateOf(engine: Engine, { name, folder }: Stack): Promise<PlanJson | undefined> {
  const { exitCode, stdout } = await runEngine(engine, ["show", "-json"], { workingDirectory: folder });
  return exitCode === 0 ? readState(jsonIn(stdout), name) : undefined;
}
