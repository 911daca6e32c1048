import type { Engine } from "../engine/engine";
import { withProgress } from "../frame/progress";
import type { Stack } from "./find-stacks";
import { type PlannedStack, type PlanOptions, planStack } from "./plan-stack";
import { sideBySide } from "./side-by-side";

/** Plans stacks side by side, and says how far it is. */
export function planStacks(
  engine: Engine,
  stacks: readonly Stack[],
  parallel: number,
  optionsOf: (stack: Stack) => PlanOptions,
): Promise<readonly PlannedStack[]> {
  const many = stacks.length === 1 ? "1 stack" : `${stacks.length} stacks`;
  let done = 0;
  return withProgress(`Planning ${many} with ${engine.name}`, (say) =>
    sideBySide(stacks, parallel, async (stack) => {
      const planned = await planStack(engine, stack, optionsOf(stack));
      done += 1;
      say(`Planning with ${engine.name}: ${done} of ${many}`);
      return planned;
    }),
  );
}
