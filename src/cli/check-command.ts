import type { Command } from "commander";
import { checkCommand as bareCheckCommand } from "../check/check-command";
import { examplesText } from "./frame/examples";

const EXAMPLES = [
  { run: "check key 5b090003-f1dd-4204-a07e-d04835a01bb3", does: "Sign a request with a key, after it was made." },
  { run: "check alert 6b01b5cdc1a7c7142a75aab6", does: "See whether an alert can reach its channels and its source." },
];

/** `cdk-clickstack check`, which a `null_resource` also runs without the rest of the command line. */
export function checkCommand(): Command {
  return bareCheckCommand().addHelpText("after", examplesText(EXAMPLES));
}
