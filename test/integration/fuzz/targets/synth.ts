import { TerraformStack, Testing } from "cdktf";
import * as library from "../../../../src";
import { mustBeWords } from "../target";

/** Error classes whose errors already state that the program is wrong. */
const FAULTS = new Set(["TypeError", "RangeError", "ReferenceError", "SyntaxError"]);

/** The path of the constructs that `declare` adds to its stack. */
export const DECLARED = "declared";

/**
 * Synthesizes a stack with a provider and its declarations in the same way as an app: attributes first, then all
 * validations. Throws unless the synthesis succeeds or is refused with an error that contains the construct.
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
