import { copyFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { visiblePath } from "../../../visible";
import type { Engine } from "../../engine/engine";
import { findEngine } from "../../engine/find-engine";
import type { Stack } from "../../project/find-stacks";
import { openStacks } from "../../project/open-stacks";
import { planStacks } from "../../project/plan-stacks";
import { isProject } from "../../project/project-program";
import { inDependencyOrder } from "../../project/stack-order";
import { checkTypes } from "../../project/type-check";
import { findDifference, readReviewed, reviewOf } from "../../reports/changes/digest";
import type { StackReport } from "../../reports/changes/report-model";
import { isChanged, reportOfPlans } from "../../reports/changes/stack-report";
import { diagnosticLines, textReport } from "../../reports/formats/text-report";
import { confirm } from "../../terminal/confirm";
import { CommandError, InterruptedError, inScratchFolder } from "../../terminal/exit";
import { print, printProse, say, withProgress } from "../../terminal/output";
import { selectNamed, textOptionsFor } from "../../terminal/text-options";
import { applyPlan, stateOf } from "./apply-plan";
import type { DeployFlags } from "./command";
import { type PlannedReport, planRound } from "./plan-round";
import { appliedText, type Link, linksIn, linkText } from "./result-text";

type DeployOptions = DeployFlags & {
  /** Deletes all objects of the stacks. */
  readonly isDestroy: boolean;
};

/** Plans the stacks of the project here, asks, and applies the saved plans. */
export async function deploy(asked: readonly string[], options: DeployOptions): Promise<void> {
  const { yes, check, synth, isDestroy } = options;
  if (!yes && !process.stdin.isTTY) {
    throw new CommandError(
      "The command asks before it changes an object, and standard input is not a terminal. Fix: Add --yes. In CI also add --reviewed, so that only a reviewed plan is applied.",
    );
  }
  const engine = findEngine();
  const reviewed = options.reviewed === undefined ? undefined : readReviewed(options.reviewed);
  if (check && synth && isProject(".")) {
    await checkTypes(".");
  }
  const found = await openStacks([], options);
  const chosen = asked.flatMap((stack) => selectNamed("stack", found, [stack], ({ name }) => [name]));
  const stacks = inDependencyOrder(found).filter((stack) => asked.length === 0 || chosen.includes(stack));
  await inScratchFolder(tmpdir(), "cdk-clickstack-deploy-", (scratch) =>
    new Deployment(engine, options, scratch, reviewed).run(isDestroy ? stacks.toReversed() : stacks),
  );
}

class Deployment {
  /** Names of the stacks that were applied. */
  readonly #applied: string[] = [];
  readonly #links: Link[] = [];

  /** @param scratch folder for saved plans, which only the owner can enter: they contain the states */
  constructor(
    private readonly engine: Engine,
    private readonly options: DeployOptions,
    private readonly scratch: string,
    private reviewed: ReturnType<typeof readReviewed> | undefined,
  ) {}

  /** @param stacks in the order of the applies */
  async run(stacks: readonly Stack[]): Promise<void> {
    let rest = stacks;
    while (rest.length > 0) {
      const { plans, waiting } = await planRound(rest, {
        plan: (some) => this.#plan(some, stacks),
        plansAll: this.reviewed !== undefined,
        isDestroy: this.options.isDestroy,
      });
      this.#show(plans);
      const [now, later] = divided(plans, ({ planned: { stack } }) => !waiting.includes(stack));
      const [changing, unchanged] = divided(now, ({ report }) => isChanged(report));
      this.#links.push(...unchanged.flatMap(({ planned: { plan } }) => linksIn(plan)));
      const names = [...changing.map(({ report }) => report), ...waiting].map(({ name }) => name);
      if (changing.length > 0) {
        await this.#ask(waiting);
      }
      for (const [index, { planned, report }] of changing.entries()) {
        const file = this.#planFile(planned.stack, stacks);
        await this.#apply(planned.stack, report, file, names.slice(index + 1));
      }
      this.reviewed &&= reviewOf({ stacks: later.map(({ report }) => report) });
      rest = waiting;
    }
    print(linkText(this.#links));
  }

  #plan(stacks: readonly Stack[], all: readonly Stack[]) {
    const { parallel, engineArg: engineArguments, isDestroy: destroy } = this.options;
    return planStacks(this.engine, stacks, parallel, (stack) => ({
      ...{ init: true, destroy, engineArguments },
      keep: (file) => copyFileSync(file, this.#planFile(stack, all)),
    }));
  }

  #planFile(stack: Stack, all: readonly Stack[]): string {
    return join(this.scratch, `${all.indexOf(stack)}.tfplan`);
  }

  /** Shows the plans. Throws a `CommandError` if one failed, or if they differ from the reviewed plan. */
  #show(plans: readonly PlannedReport[]): void {
    const reports = plans.map(({ report }) => report);
    const report = reportOfPlans(
      plans.map(({ planned }) => planned),
      reports,
    );
    print(textReport(report, textOptionsFor()));
    const failed = reports.filter((each) => each.failed).map(({ name }) => name);
    if (failed.length > 0) {
      throw new CommandError(`The plan of ${failed.join(", ")} failed. ${this.#appliedText()}`);
    }
    const difference = this.reviewed && findDifference(report, this.reviewed);
    if (difference !== undefined) {
      const file = visiblePath(this.options.reviewed ?? "");
      throw new CommandError(
        `This plan differs from the reviewed plan (${file}): ${difference}. The code, the state or the server changed. ${this.#appliedText()} Fix: Review the plan above, in a new pull request or in the approval of your CI.`,
      );
    }
  }

  /** Throws a `CommandError` if the user does not approve. */
  async #ask(waiting: readonly Stack[]): Promise<void> {
    const { yes, isDestroy } = this.options;
    if (waiting.length > 0) {
      const names = waiting.map(({ name }) => name).join(", ");
      printProse(`Planned after this apply, because they read objects that it changes: ${names}.\n`);
    }
    const question = isDestroy ? "Delete these objects?" : "Apply these changes?";
    if (!yes && !(await confirm(`${question} Only "yes" is accepted: `))) {
      throw new CommandError(`The answer was not "yes". ${this.#appliedText()}`);
    }
  }

  /** @param later names of the stacks that follow */
  async #apply(stack: Stack, report: StackReport, file: string, later: readonly string[]): Promise<void> {
    const { engine } = this;
    const incomplete = (reason: string) =>
      `${reason} ${stack.name} may be changed in part. ${this.#appliedText()}${later.length > 0 ? ` Not applied: ${later.join(", ")}.` : ""}`;
    const title = `Applying ${stack.name} with ${engine.name}`;
    try {
      const applied = await withProgress(title, (progress) =>
        applyPlan(engine, stack, file, this.options.engineArg, (done) =>
          progress(`${title}: ${done} of ${report.objects.length}`),
        ),
      );
      const options = textOptionsFor();
      print(
        applied.diagnostics
          .flatMap((each) => diagnosticLines(each, options))
          .map((line) => `${line}\n`)
          .join(""),
      );
      if (!applied.isComplete) {
        throw new CommandError(
          `${incomplete(`The apply of ${stack.name} failed.`)} Fix: Correct the cause, and run the command again. It plans what is left.`,
        );
      }
      this.#applied.push(stack.name);
      print(appliedText(stack.name, applied));
    } catch (error) {
      if (error instanceof InterruptedError) {
        say(`${incomplete(`The apply of ${stack.name} was interrupted.`)}\n`);
      }
      throw error;
    }
    if (!this.options.isDestroy) {
      this.#links.unshift(...linksIn(await stateOf(engine, stack)));
    }
  }

  #appliedText(): string {
    return this.#applied.length === 0 ? "No stack was applied." : `Applied: ${this.#applied.join(", ")}.`;
  }
}

function divided<T>(items: readonly T[], isFirst: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
