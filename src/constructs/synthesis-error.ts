import type { Construct } from "constructs";
import { AuthorError } from "./author-error";
import { codeLineOf } from "./code-position";
import { TerraformStack } from "./framework";

/** Maximum number of problems of one construct in an error. */
const MAX_PROBLEMS = 20;

/** Mistake in the author's program, with the lines that contain it. */
export class SynthesisError extends AuthorError {
  /** Creates the error of a call in the program, with the line of the call. */
  static atCall(message: string, cause?: unknown): SynthesisError {
    const line = codeLineOf(undefined);
    return new SynthesisError(withLine(line, message), cause);
  }

  /** Creates the error of the props of a construct that is created now. */
  static ofProps(path: string, problems: readonly string[]): SynthesisError {
    const line = codeLineOf(undefined);
    return new SynthesisError(textOf(path, problems, () => line));
  }
}

function withLine(line: string | undefined, text: string): string {
  return line === undefined ? text : `${line}  ${text}`;
}

/** Lists the problems of one construct, each once. */
function textOf(path: string, problems: readonly string[], lineOfProblem: (problem: string) => string | undefined) {
  const distinct = [...new Set(problems)];
  const shown = distinct.slice(0, MAX_PROBLEMS).map((problem) => `  ${withLine(lineOfProblem(problem), problem)}`);
  const left = distinct.length - shown.length;
  const rest = left > 0 ? [`  ${left} more problems.`] : [];
  return [`The declaration of ${path} is invalid:`, ...shown, ...rest].join("\n");
}

/** Finds the problems of one construct, each as `prop: sentence`. */
export interface ProblemFinder {
  find(): readonly string[];
  /** Returns the part of the construct that a problem is in, such as a tile. It can have a separate line. */
  partOf?(problem: string): object | undefined;
}

/** Constructs of this package in one stack. */
class CheckedStack {
  readonly #finders = new Map<Construct, ProblemFinder>();
  /** Constructs whose validation was part of the validation of the stack. */
  readonly #checked = new Set<Construct>();

  constructor(stack: TerraformStack) {
    // The frameworks validate the stack first. Their own error contains no lines, and advises to skip the validation.
    stack.node.addValidation({
      validate: () => {
        this.#refuseProblems(stack);
        return [];
      },
    });
  }

  add(construct: Construct, finder: ProblemFinder): void {
    this.#finders.set(construct, finder);
    construct.node.addValidation({
      validate: () => (this.#checked.delete(construct) ? [] : [...finder.find()]),
    });
  }

  #refuseProblems(stack: TerraformStack): void {
    const constructs = stack.node.findAll().filter((construct) => construct !== stack);
    this.#checked.clear();
    const texts = constructs.flatMap((construct) => {
      const problems = construct.node.validate();
      const { partOf } = this.#finders.get(construct) ?? {};
      const lineOfProblem = (problem: string) => codeLineOf(partOf?.(problem) ?? construct) ?? codeLineOf(construct);
      return problems.length === 0 ? [] : [textOf(construct.node.path, problems, lineOfProblem)];
    });
    if (texts.length > 0) {
      throw new SynthesisError(texts.join("\n"));
    }
    for (const construct of this.#finders.keys()) {
      this.#checked.add(construct);
    }
  }
}

const checkedStacks = new WeakMap<TerraformStack, CheckedStack>();

/** Makes synthesis fail with one error that contains the problems of all constructs of a stack. */
export function refuseAtSynthesis(construct: Construct, finder: ProblemFinder): void {
  const stack = TerraformStack.of(construct);
  const checked = checkedStacks.get(stack) ?? new CheckedStack(stack);
  checkedStacks.set(stack, checked);
  checked.add(construct, finder);
}
