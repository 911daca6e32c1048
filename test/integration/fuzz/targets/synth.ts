import { TerraformStack, Testing } from "cdktf";
import * as library from "../../../../src";
import { mustBeWords } from "../target";

/** Classes of errors that say that a program is wrong by itself. */
const FAULTS = new Set(["TypeError", "RangeError", "ReferenceError", "SyntaxError"]);

/** The path of what `declare` adds in its stack. */
export const DECLARED = "declared";

/**
 * Synthesizes a stack with a provider and its declarations, as an app does: attributes first, then every
 * validation. Throws unless it works or is refused with an error that names the construct.
 */
export function synthesizes(declare: (stack: TerraformStack) => void): void {
  const stack = new TerraformStack(Testing.app(), "stack");
  new library.ClickStackProvider(stack, "clickstack");
  try {
    declare(stack);
    stack.prepareStack();
    Testing.synth(stack, true);
  } catch (error) {
    if (!(error instanceof Error) || FAULTS.has(error.name)) {
      throw error;
    }
    mustBeWords(error.message);
    if (!error.message.includes("stack/")) {
      throw error;
    }
  }
}
