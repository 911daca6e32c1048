import type { Command } from "commander";
import { checkCommand as checkOf } from "../check/check-command";
import { type Example, examplesText } from "./frame/examples";

const EXAMPLES: readonly Example[] = [
  {
    run: "check key 3c9e2f10-7d3b-4b43-9d0e-0a1c3c0f5b11 --may-read sources",
    does: "Signs a request with the key in CLICKSTACK_CHECK_KEY_ID and CLICKSTACK_CHECK_KEY_SECRET.",
  },
  {
    run: "check alert 65f5e4a3b9e77c001a901234",
    does: "Sees whether the alert's channels can be reached and its source answers.",
  },
];

/** `cdk-clickstack check`: the checks that constructs run after an apply, by hand. */
export function checkCommand(): Command {
  return checkOf().addHelpText("after", examplesText(EXAMPLES));
}
