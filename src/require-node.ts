/** Ends the process on an old Node, before other files use what it lacks. Neither a program nor a command could run. */
import { describeOldNode } from "./version";

const problem = describeOldNode(process.versions.node);
if (problem !== undefined) {
  process.stderr.write(`error: ${problem}\n`);
  process.exit(1);
}
