import { availableParallelism } from "node:os";
import { type Command, Option } from "commander";
import { wholeNumber } from "../option-values";
import type { Format } from "./formats";

/** The options that plan and drift share. */
export interface ReportFlags {
  format: Format;
  json?: boolean;
  output?: string;
  parallel: number;
  init?: boolean;
  engineArg: readonly string[];
}

/** Adds the arguments and options that plan and drift share. */
export function withReportOptions(command: Command, formats: readonly Format[]): Command {
  return command
    .argument("[dir...]", "folders of stacks, or cdktf.out for all that were synthesised (default: the current folder)")
    .addOption(new Option("-f, --format <format>", "form of the report").choices(formats).default("text"))
    .option("--json", "the same as --format json")
    .option("-o, --output <file>", "write the report to a file instead of standard output")
    .option("--init", "initialise each stack before")
    .option(
      "--parallel <number>",
      "how many stacks at the same time",
      wholeNumber(1, 64),
      Math.max(2, availableParallelism()),
    )
    .option(
      "--engine-arg <argument>",
      "pass an argument on to the engine's plan, such as -var-file=production.tfvars; may be repeated",
      (argument: string, earlier: readonly string[]) => [...earlier, argument],
      [],
    );
}

/** The format that the flags ask for. */
export function formatOf({ format, json }: ReportFlags): Format {
  return json ? "json" : format;
}
