/** Ends the process on an old Node, before other files use features that it lacks. */
import { describeOldNode } from "../version";

const problem = describeOldNode(process.versions.node);
if (problem !== undefined) {
  // The engine shows the first line of the output if that is not a handshake.
  process.stdout.write(`The ClickStack provider is a script here. ${problem}\n`);
  process.exit(1);
}
