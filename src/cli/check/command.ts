import type { Command } from "commander";
import * as z from "zod";
import { errorDocument, jsonDocument } from "../frame/json";
import { examplesText } from "../frame/options";
import { print } from "../frame/output";
import { asSentences, checkCommand as bareCheckCommand, type CheckOutput } from "./check-command";

const EXAMPLES = {
  "check key 5b090003-f1dd-4204-a07e-d04835a01bb3": "Sign a request with a key, after it was made.",
  "check alert 6b01b5cdc1a7c7142a75aab6": "See whether an alert can reach its channels and its source.",
};

export const CHECK_VERSION = 1;

/** What `check --json` prints after `kind` and `version`, once the check was made. */
export const checkDocument = z.object({
  passed: z.boolean(),
  findings: z.array(z.string()).describe("Whole sentences, without any secret."),
});

/** `cdk-clickstack check`, which also runs after an apply, from a copy of the command line in the folder of the stack. */
export function checkCommand(): Command {
  const command = bareCheckCommand("check", (flags) => ("json" in flags ? asJson : asSentences)).addHelpText(
    "after",
    examplesText(EXAMPLES),
  );
  for (const check of command.commands) check.option("--json", "print the verdict as JSON");
  return command;
}

const asJson: CheckOutput = {
  found: (verdict) => {
    print(jsonDocument("check", CHECK_VERSION, checkDocument.parse(verdict)));
  },
  notMade: (message) => {
    print(errorDocument(message));
    asSentences.notMade(message);
  },
};
