import { availableParallelism } from "node:os";
import { type Command, InvalidArgumentError, Option } from "commander";
import { assertWritable } from "../frame/output";
import { wholeNumber } from "../option-values";
import type { Format } from "./formats";

/** The options that plan and drift share. */
export interface ReportFlags {
  format: Format;
  json?: boolean;
  output: readonly Output[];
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
    .option(
      "-o, --output <file>",
      `write the report to a file too, in the form that its ending says: ${endings(formats)}; may be repeated`,
      (file: string, earlier: readonly Output[]) => [...earlier, outputTo(file, formats)],
      [],
    )
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

/** A file that a report is written to. */
export interface Output {
  readonly file: string;
  readonly format: Format;
}

const ENDINGS: Readonly<Record<Format, string>> = {
  text: ".txt",
  json: ".json",
  markdown: ".md",
  html: ".html",
  junit: ".xml",
  sarif: ".sarif",
};

function outputTo(file: string, formats: readonly Format[]): Output {
  const format = formats.find((each) => file.endsWith(ENDINGS[each]));
  if (!format) throw new InvalidArgumentError(`Give a file that ends with ${endings(formats)}.`);
  assertWritable(file);
  return { file, format };
}

function endings(formats: readonly Format[]): string {
  const all = formats.map((format) => ENDINGS[format]);
  return `${all.slice(0, -1).join(", ")} or ${all.at(-1)}`;
}

/** The format that the flags ask for on standard output. */
export function formatOf({ format, json }: ReportFlags): Format {
  return json ? "json" : format;
}
