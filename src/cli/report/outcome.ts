import { EXIT } from "../frame/exit-codes";
import type { Report } from "./model";

/** The exit code that a report asks for: an error outweighs what was found. */
export function exitCodeOf({ command, stacks, unmanaged, shared, problems }: Report): number {
  if (problems.length > 0 || stacks.some(({ failed }) => failed)) return EXIT.error;
  const isShared = command === "drift" && shared.length > 0; // an apply would not change that
  const found =
    isShared || unmanaged.length > 0 || stacks.some(({ objects, outputs }) => objects.length + outputs.length > 0);
  return found ? EXIT.found : EXIT.done;
}
