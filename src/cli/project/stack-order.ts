import { join } from "node:path";
import { isObject } from "../../declaration/field";
import { CommandError } from "../terminal/exit";
import type { Stack } from "./find-stacks";
import { readJsonFile } from "./read-file";

/** Sorts stacks so that each one follows those that it depends on. Throws a `CommandError` for a circle. */
export function inDependencyOrder(stacks: readonly Stack[]): readonly Stack[] {
  const waiting = new Map(stacks.map((stack) => [stack.name, stack]));
  const sorted: Stack[] = [];
  while (waiting.size > 0) {
    const next = [...waiting.values()].find(({ dependencies = [] }) => !dependencies.some((name) => waiting.has(name)));
    if (!next) {
      const names = [...waiting.keys()].join(", ");
      throw new CommandError(
        `These stacks depend on each other, so none can be the first: ${names}. Fix: Remove a reference or an addDependency() between them.`,
      );
    }
    sorted.push(next);
    waiting.delete(next.name);
  }
  return sorted;
}

/**
 * Returns the stacks whose objects a stack can read: its dependencies, if it reads outputs of other stacks or looks up
 * objects. Its plan is only correct after their apply.
 */
export function readStacksOf({ folder, dependencies = [] }: Stack): readonly string[] {
  const configuration = dependencies.length > 0 ? readJsonFile(join(folder, "cdk.tf.json")) : undefined;
  const data = isObject(configuration) && isObject(configuration.data) ? configuration.data : {};
  return Object.keys(data).length > 0 ? dependencies : [];
}
