import { EXIT } from "../frame/exit-codes";
import type { Report } from "./model";

/** The exit code that a report asks for: an error outweighs what was found. */
export function exitCodeOf({ stacks, unmanaged, problems }: Report): number {
  if (problems.length > 0 || stacks.some(({ failed }) => failed)) return EXIT.error;
  const found = unmanaged.length > 0 || stacks.some(({ objects, outputs }) => objects.length + outputs.length > 0);
  return found ? EXIT.found : EXIT.done;
}
