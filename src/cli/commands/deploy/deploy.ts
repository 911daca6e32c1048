import { copyFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine } from "../../engine/engine";
import { findEngine } from "../../engine/find-engine";
import type { PlanJson } from "../../engine/read-plan";
import type { Stack } from "../../project/find-stacks";
import { openStacks } from "../../project/open-stacks";
import { planStacks } from "../../project/plan-stacks";
import { isProject } from "../../project/project-program";
import { inDependencyOrder } from "../../project/stack-order";
import { checkTypes } from "../../project/type-check";
import { differenceText, findDifference, REVIEW_FIX, readReviewed, reviewOf } from "../../reports/changes/digest";
import { changesState, isChanged, reportOfPlans } from "../../reports/changes/stack-report";
import { diagnosticLines, textReport } from "../../reports/formats/text-report";
import { confirm } from "../../terminal/confirm";
import { CommandError, InterruptedError, inScratchFolder } from "../../terminal/exit";
import { print, printProse, say, withProgress } from "../../terminal/output";
import { plain, selectNamed, textOptionsFor } from "../../terminal/text-options";
import { type AppliedPlan, applyPlan, stateOf } from "./apply-plan";
import type { DeployFlags } from "./command";
import { type PlannedReport, planRound } from "./plan-round";

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
    new Deployment(engine, isDestroy ? stacks.toReversed() : stacks, options, scratch, reviewed).run(),
  );
}

class Deployment {
  readonly #applied: string[] = [];
  #notApplied: readonly string[];
  readonly #links: Link[] = [];

  /**
   * @param stacks in the order of the applies
   * @param scratch folder for saved plans, which only the owner can enter: they contain the states
   */
  constructor(
    private readonly engine: Engine,
    private readonly stacks: readonly Stack[],
    private readonly options: DeployOptions,
    private readonly scratch: string,
    private reviewed: ReturnType<typeof readReviewed> | undefined,
  ) {
    this.#notApplied = namesOf(stacks);
  }

  async run(): Promise<void> {
    try {
      let rest = this.stacks;
      while (rest.length > 0) {
        rest = await this.#runRound(rest);
      }
    } catch (error) {
      if (error instanceof InterruptedError) {
        say(`Interrupted. ${this.#result}\n`);
      }
      throw error;
    }
    print(linkText(this.#links));
  }

  /** Applies the stacks that can be planned now. Returns the stacks that wait for these applies. */
  async #runRound(stacks: readonly Stack[]): Promise<readonly Stack[]> {
    const { plans, waiting } = await planRound(stacks, {
      plan: (some) => this.#plan(some),
      plansAll: this.reviewed !== undefined,
      isDestroy: this.options.isDestroy,
    });
    this.#show(plans);
    const isNow = ({ planned: { stack } }: PlannedReport) => !waiting.includes(stack);
    const isApplied = ({ planned, report }: PlannedReport) => isChanged(report) || changesState(planned);
    const unchanged = plans.filter((each) => isNow(each) && !isApplied(each));
    this.#links.push(...unchanged.flatMap(({ planned: { plan } }) => linksIn(plan)));
    const applied = plans.filter((each) => isNow(each) && isApplied(each));
    this.#notApplied = [...namesOf(applied.map(({ report }) => report)), ...namesOf(waiting)];
    if (applied.some(({ report }) => isChanged(report))) {
      await this.#ask(waiting);
    }
    for (const each of applied) {
      await this.#apply(each);
    }
    this.reviewed &&= reviewOf({ stacks: plans.filter((each) => !isNow(each)).map(({ report }) => report) });
    return waiting;
  }

  #plan(stacks: readonly Stack[]) {
    const { parallel, engineArg: engineArguments, isDestroy: destroy } = this.options;
    return planStacks(this.engine, stacks, parallel, (stack) => ({
      ...{ init: true, destroy, engineArguments },
      keep: (file) => copyFileSync(file, this.#planFile(stack)),
    }));
  }

  #planFile(stack: Stack): string {
    return join(this.scratch, `${this.stacks.indexOf(stack)}.tfplan`);
  }

  /** Shows the plans. Throws a `CommandError` if one failed, or if they differ from the reviewed plan. */
  #show(plans: readonly PlannedReport[]): void {
    const [planned, reports] = [plans.map((each) => each.planned), plans.map((each) => each.report)];
    const report = reportOfPlans(planned, reports);
    print(textReport(report, textOptionsFor()));
    const failed = reports.filter((each) => each.failed);
    if (failed.length > 0) {
      throw new CommandError(`The plan of ${namesOf(failed).join(", ")} failed. ${this.#result}`);
    }
    const difference = this.reviewed && findDifference(report, this.reviewed);
    if (difference !== undefined) {
      throw new CommandError(`${differenceText(this.options.reviewed, difference)} ${this.#result} ${REVIEW_FIX}`);
    }
  }

  /** Throws a `CommandError` if the user does not approve. */
  async #ask(waiting: readonly Stack[]): Promise<void> {
    const { yes, isDestroy } = this.options;
    if (waiting.length > 0) {
      const names = namesOf(waiting).join(", ");
      printProse(`Planned after this apply, because they read objects that it changes: ${names}.\n`);
    }
    const question = isDestroy ? "Delete these objects?" : "Apply these changes?";
    if (!yes && !(await confirm(`${question} Only "yes" is accepted: `))) {
      throw new CommandError(`The answer was not "yes". ${this.#result}`);
    }
  }

  async #apply({ planned: { stack }, report }: PlannedReport): Promise<void> {
    const { engine, options } = this;
    this.#notApplied = this.#notApplied.slice(1);
    this.#applied.push(`${stack.name} (in part)`);
    const title = `Applying ${stack.name} with ${engine.name}`;
    const applied = await withProgress(title, (progress) =>
      applyPlan(engine, stack, this.#planFile(stack), options.engineArg, (done) =>
        progress(`${title}: ${done} of ${report.objects.length}`),
      ),
    );
    const text = textOptionsFor();
    const lines = applied.diagnostics.flatMap((each) => diagnosticLines(each, text));
    print(lines.map((line) => `${line}\n`).join(""));
    if (!applied.isComplete) {
      throw new CommandError(
        `The apply of ${stack.name} failed. ${this.#result} Fix: Correct the cause, and run the command again. It plans what is left.`,
      );
    }
    this.#applied[this.#applied.length - 1] = stack.name;
    print(isChanged(report) ? appliedText(stack.name, applied) : recordedText(stack.name));
    this.#links.unshift(...(options.isDestroy ? [] : linksIn(await stateOf(engine, stack))));
  }

  get #result(): string {
    return `Applied: ${this.#applied.join(", ") || "none"}. Not applied: ${this.#notApplied.join(", ") || "none"}.`;
  }
}

function namesOf(items: readonly { readonly name: string }[]): readonly string[] {
  return items.map(({ name }) => name);
}

/** Page of a dashboard. */
interface Link {
  readonly name: string;
  readonly url: string;
}

/** Maximum number of links at the end of a command. */
const MAX_LINKS = 10;

/** Returns the pages of a stack's dashboards. */
function linksIn(state: PlanJson | undefined): readonly Link[] {
  return (state?.held ?? []).flatMap(({ mode, type, values: { name, url } }) =>
    mode === "managed" && type === "clickstack_dashboard" && typeof url === "string"
      ? [{ name: plain(String(name)), url: plain(url) }]
      : [],
  );
}

/** Returns one line per link. A broken link cannot be opened, so lines are not wrapped. */
function linkText(links: readonly Link[]): string {
  const more = links.length - MAX_LINKS;
  const lines = links.slice(0, MAX_LINKS).map(({ name, url }) => `${name}: ${url}`);
  return [...lines, ...(more > 0 ? [`... and ${more} more dashboards`] : [])].map((line) => `${line}\n`).join("");
}

/** Start of the names of outputs that the frameworks declare for references between stacks. */
const FOR_OTHER_STACKS = "cross-stack-output-";

/** Returns the numbers of an apply, and the outputs of the stack. */
function appliedText(name: string, { counts, outputs }: AppliedPlan): string {
  const { add = 0, change = 0, remove = 0, import: imported = 0 } = counts ?? {};
  const values = Object.entries(outputs).flatMap(([output, { sensitive, value }]) =>
    output.startsWith(FOR_OTHER_STACKS)
      ? []
      : [`  ${plain(output)} = ${sensitive ? "(sensitive value)" : plain(JSON.stringify(value))}\n`],
  );
  const adopted = imported > 0 ? `${imported} imported, ` : "";
  return `Applied ${name}: ${adopted}${add} added, ${change} changed, ${remove} destroyed.\n${values.join("")}`;
}

function recordedText(name: string): string {
  return `Updated the state of ${name}: the code declares what was changed elsewhere.\n`;
}
