import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { BlockArguments } from "../declaration/configuration-json";
import { isPlainObject } from "../declaration/field";
import { quietly } from "../quietly";
import { visiblePath } from "../visible";

/** Node of a construct in the tree of the program. */
interface ConstructNode {
  /** Path of the construct, such as `observability/too-many-errors`. */
  readonly path: string;
  /** Constructs above it, and the construct. */
  readonly scopes: readonly object[];
  /** Returns the construct and all constructs below it. */
  findAll(): object[];
  /** Returns the problems of the construct. */
  validate(): string[];
}

/** Construct of cdktn or cdktf. */
export interface ProgramConstruct {
  /** Node in the tree of the program. */
  readonly node: ConstructNode;
}

/** Stack of cdktn or cdktf: a `TerraformStack`. */
export interface StackConstruct extends ProgramConstruct {
  /** Returns the configuration of the stack. */
  toTerraform(): unknown;
  /** Throws an error if the stack is invalid. */
  runAllValidations(): void;
}

/** Returns the stack that contains a construct. */
export function stackOf({ node }: ProgramConstruct): StackConstruct {
  const stack = node.scopes.find((each): each is StackConstruct => "runAllValidations" in each);
  if (!stack) {
    throw new Error(`The construct ${node.path} is not in a stack. Fix: Create it in a TerraformStack.`);
  }
  return stack;
}

/**
 * Returns the configuration that synthesis would write, after aspects and the validations of this package. Neither
 * requires a provider in the stack.
 */
export function configurationOf(stack: StackConstruct): BlockArguments {
  if (typeof stack?.toTerraform !== "function" || typeof stack.runAllValidations !== "function") {
    throw new Error(
      "The argument is not a stack. Fix: Pass a TerraformStack of cdktn or cdktf, or the folder of synthesized stacks.",
    );
  }
  visitAspects(stack, []);
  const constructs = stack.node.findAll() as ProgramConstruct[];
  const problems = constructs
    .filter(isOwn)
    .flatMap(({ node }) => node.validate().map((text) => `[${node.path}] ${text}`));
  if (problems.length > 0) {
    throw new Error(`The stack is invalid:\n  ${problems.join("\n  ")}`);
  }
  return stack.toTerraform() as BlockArguments;
}

const STACK_FILE = "cdk.tf.json";

/**
 * Returns the configurations that synthesis wrote, ordered by the names of their stacks.
 * @param path `cdktf.out`, the folder of one stack, or a file in the JSON syntax of Terraform
 */
export function configurationsIn(path: string): readonly BlockArguments[] {
  const files = configurationFiles(path);
  if (files.length === 0) {
    throw new Error(
      `${visiblePath(path)} contains no synthesized stack. Fix: Run the program first, for example with npm run synth.`,
    );
  }
  return files.map((file) => {
    const configuration: unknown = parsed(file);
    if (!isPlainObject(configuration)) {
      throw new Error(`${visiblePath(file)} is not a configuration in JSON. Fix: Run the program again.`);
    }
    return configuration;
  });
}

function configurationFiles(path: string): readonly string[] {
  if (!existsSync(path)) {
    return [];
  }
  if (statSync(path).isFile()) {
    return [path];
  }
  const stacks = join(path, "stacks");
  const names = existsSync(stacks) ? readdirSync(stacks).sort() : [];
  return [join(path, STACK_FILE), ...names.map((name) => join(stacks, name, STACK_FILE))].filter((file) =>
    existsSync(file),
  );
}

function parsed(file: string): unknown {
  return quietly(() => JSON.parse(readFileSync(file, "utf8")));
}

function isOwn(construct: ProgramConstruct): boolean {
  return "terraformResourceType" in construct && String(construct.terraformResourceType).startsWith("clickstack_");
}

interface Aspect {
  visit(construct: object): void;
}

/** Aspects that ran, by construct. Synthesis runs each once as well. */
const visited = new WeakMap<object, Set<Aspect>>();

/** Runs the aspects of a program on each construct once. The frameworks export no function that does. */
function visitAspects(construct: object, inherited: readonly Aspect[]): void {
  const own = Object.getOwnPropertySymbols(construct).find(({ description }) => description === "cdktf-aspects");
  const store = own && (construct as Readonly<Record<symbol, { readonly all?: readonly Aspect[] }>>)[own];
  const aspects = [...inherited, ...(store?.all ?? [])];
  const done = visited.get(construct) ?? new Set();
  visited.set(construct, done);
  for (const aspect of aspects.filter((each) => !done.has(each))) {
    done.add(aspect);
    aspect.visit(construct);
  }
  const { children } = (construct as { readonly node: { readonly children: readonly object[] } }).node;
  for (const child of children) {
    visitAspects(child, aspects);
  }
}
