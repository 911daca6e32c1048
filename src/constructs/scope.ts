import type { Construct } from "constructs";
import { type Framework, importInstead } from "./entries";
import { TerraformStack } from "./framework";
import { SynthesisError } from "./synthesis-error";

/** Has no members if the framework of this entry is not installed. The compiler then ignores the base. */
export interface OwnStack extends TerraformStack {}

type WrongImport =
  "Import from 'cdk-clickstack/cdktn' in a program of cdktn, and from 'cdk-clickstack' in a program of cdktf";

/**
 * Scope of a construct: a stack, or a construct in one. The compiler refuses stacks of the other framework. It refuses
 * every scope if the framework of this entry is not installed.
 */
export type ConstructScope = OwnStack extends { readonly synthesizer: unknown }
  ? OwnStack | (Construct & { readonly synthesizer?: WrongImport })
  : WrongImport;

/** Names of the classes that jsii, the compiler of both frameworks, adds to each class. */
const CLASS_NAMES = Symbol.for("jsii.rtti");

/**
 * Returns the scope. Throws an error if its stack belongs to the other framework. Without this check, constructs of
 * both frameworks accept each other, and synthesis fails with an error that names neither.
 */
export function requireOwnFramework(scope: ConstructScope): ConstructScope {
  const stack = scope.node.scopes.find((each) => TerraformStack.isStack(each));
  const framework = frameworkOf(stack?.constructor);
  const own = frameworkOf(TerraformStack);
  if (stack && framework && own && framework !== own) {
    throw SynthesisError.atCall(`${importInstead(framework)}: the stack "${stack.node.path}" belongs to ${framework}.`);
  }
  return scope;
}

/** Returns the framework of a class of stacks, which can have several base classes. */
function frameworkOf(stackClass: unknown): Framework | undefined {
  for (let each = stackClass; typeof each === "function"; each = Object.getPrototypeOf(each)) {
    const names = (each as unknown as Readonly<Record<symbol, { readonly fqn?: unknown } | undefined>>)[CLASS_NAMES];
    const [, name] = /^(cdktf|cdktn)\.TerraformStack$/.exec(String(names?.fqn)) ?? [];
    if (name !== undefined) {
      return name as Framework;
    }
  }
  return undefined;
}
