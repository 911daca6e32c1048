/** Ends the process on an old Node, before other files use features that it lacks. Applies to programs and commands. */
import { describeOldNode } from "./version";

const problem = describeOldNode(process.versions.node);
if (problem !== undefined) {
  process.stderr.write(`error: ${problem}\n`);
  process.exit(1);
}
