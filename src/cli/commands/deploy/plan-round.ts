import type { Stack } from "../../project/find-stacks";
import type { PlannedStack } from "../../project/plan-stacks";
import { readStacksOf } from "../../project/stack-order";
import type { StackReport } from "../../reports/changes/report-model";
import { isChanged, planReport } from "../../reports/changes/stack-report";

export interface PlannedReport {
  readonly planned: PlannedStack;
  readonly report: StackReport;
}

/** Stacks that are planned before the next apply. */
interface Round {
  readonly plans: readonly PlannedReport[];
  /** Stacks that are planned after the apply of this round, because they read objects that it changes. */
  readonly waiting: readonly Stack[];
}

interface RoundOptions {
  readonly plan: (stacks: readonly Stack[]) => Promise<readonly PlannedStack[]>;
  /** Also plans the waiting stacks, for a comparison with a reviewed plan. */
  readonly plansAll: boolean;
  /** In a deletion no stack waits, because a stack is deleted before its dependencies. */
  readonly isDestroy: boolean;
}

/** Plans stacks. A stack that reads objects of other stacks waits, unless these have no changes. */
export async function planRound(stacks: readonly Stack[], options: RoundOptions): Promise<Round> {
  const reads = new Map(stacks.map((stack) => [stack, options.isDestroy ? [] : readStacksOf(stack)]));
  const readsOneOf = (stack: Stack, names: ReadonlySet<string>) => reads.get(stack)?.some((name) => names.has(name));
  const plans: PlannedReport[] = [];
  const waiting: Stack[] = [];
  /** Stacks with changes, and stacks that wait. */
  const unsettled = new Set<string>();
  let open = stacks;
  while (open.length > 0) {
    const openNames = new Set(open.map(({ name }) => name));
    const next = open.filter((stack) => !readsOneOf(stack, openNames));
    const late = next.filter((stack) => readsOneOf(stack, unsettled));
    const now = options.plansAll ? next : next.filter((stack) => !late.includes(stack));
    const planned = now.length > 0 ? await options.plan(now) : [];
    const added = planned.map((each) => ({ planned: each, report: planReport(each) }));
    const changing = added
      .filter(({ report }) => report.failed || isChanged(report))
      .map(({ planned: { stack } }) => stack);
    for (const { name } of [...late, ...changing]) {
      unsettled.add(name);
    }
    plans.push(...added);
    waiting.push(...late);
    open = open.filter((stack) => !next.includes(stack));
  }
  const inOrder = (stack: Stack) => stacks.indexOf(stack);
  return { plans: plans.sort((one, other) => inOrder(one.planned.stack) - inOrder(other.planned.stack)), waiting };
}
