import { Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { visiblePath } from "../../visible";
import { CommandError } from "../frame/exit";
import { examplesText } from "../frame/help";
import { type FlagsOf, wholeNumber } from "../frame/options";
import { assertWritable, print, say, writeResult } from "../frame/output";
import { textOptionsFor } from "../frame/text";
import { type LintConfiguration, readLintConfiguration } from "./configuration";
import { toLintDocument } from "./document";
import { countText, LINT_FORMATS, type LintFormat } from "./formats";
import { withLintedStacks } from "./linted-stacks";
import { runRules } from "./run-rules";

const EXAMPLES = {
  lint: "Run the program here, and report problems of its dashboards, alerts and keys.",
  "lint cdktf.out --format github": "Check synthesized stacks, and mark the lines of a pull request in GitHub Actions.",
  "lint --fix": "Also edit the program where a problem has one solution.",
  "lint --output lint.sarif --max-warnings 0": "Also write SARIF for a code-scanning page, and fail on warnings.",
};

/** Command `lint [dir...]`, which checks dashboards, alerts and keys against rules. */
export function lintCommand() {
  return declaredCommand().addHelpText("after", examplesText(EXAMPLES)).action(lint);
}

const FORMAT_NAMES = Object.keys(LINT_FORMATS) as LintFormat[];

function declaredCommand() {
  return new Command("lint")
    .description(
      "Check dashboards, alerts and keys of a program or of .tf.json files, without engine and server. Exits with code 0 without errors, 2 if a rule reports an error, 1 if the command fails.",
    )
    .argument("[dir...]", "folders with a program, cdktf.out, or folders with .tf.json (default: the current folder)")
    .addOption(
      new Option("-f, --format <format>", "form of the findings").choices(FORMAT_NAMES).default("text" as const),
    )
    .option("--json", "the same as --format json")
    .option(
      "-o, --output <file>",
      "also write the findings to a file, in the format of its extension: .txt, .json, .sarif or .github; may be repeated",
      (file, earlier: readonly LintOutput[]) => [...earlier, outputTo(file)],
      [],
    )
    .option("--config <file>", "settings (default: cdk-clickstack.config.json, or cdk-clickstack in package.json)")
    .option("--fix", "edit the program where a problem has one solution, and verify the result by a synthesis")
    .option("--allow-dirty", "let --fix write to files with uncommitted changes")
    .option("--max-warnings <number>", "exit with code 2 for more warnings", wholeNumber(0, 1_000_000));
}

/** A file that the findings are written to. */
interface LintOutput {
  readonly file: string;
  readonly format: LintFormat;
}

function outputTo(file: string): LintOutput {
  const format = FORMAT_NAMES.find((each) => file.endsWith(LINT_FORMATS[each].extension));
  if (!format) {
    throw new InvalidArgumentError("Name a file with the extension .txt, .json, .sarif or .github.");
  }
  assertWritable(file);
  return { file, format };
}

async function lint(folders: string[], flags: FlagsOf<typeof declaredCommand>): Promise<void> {
  if (flags.allowDirty && !flags.fix) {
    throw new CommandError("--allow-dirty is for --fix. Fix: Add --fix, or leave out --allow-dirty.");
  }
  const configuration = readLintConfiguration(flags.config);
  const { maxWarnings } = flags;
  const fixed = flags.fix ? await fixPrograms(folders, configuration, { allowDirty: flags.allowDirty === true }) : 0;
  const document = await withLintedStacks(folders, async (stacks) =>
    toLintDocument(await runRules(stacks, configuration), { maxWarnings, fixed }),
  );
  for (const { file, format } of flags.output) {
    writeResult(file, LINT_FORMATS[format].render(document, textOptionsFor(file)));
  }
  print(LINT_FORMATS[flags.json ? "json" : flags.format].render(document, textOptionsFor()));
  process.exitCode = document.exitCode;
}

/** Edits the programs of some folders. Returns the number of fixed problems. */
async function fixPrograms(
  folders: readonly string[],
  configuration: LintConfiguration,
  options: { readonly allowDirty: boolean },
): Promise<number> {
  const { fixProgram } = await import("./fix-program");
  return withLintedStacks(folders, async (stacks) => {
    if (stacks.some(({ program }) => program === undefined)) {
      throw new CommandError(
        "--fix edits only programs. Fix: Name the folder of a program, which contains cdktf.json.",
      );
    }
    const { problems } = await runRules(stacks, configuration);
    let sum = 0;
    for (const program of new Set(stacks.flatMap((stack) => stack.program ?? []))) {
      const own = stacks.filter((stack) => stack.program === program);
      const { fixed, files, notFixed } = await fixProgram(program, own, problems, options);
      say(notFixed.map((reason) => `Not fixed: ${reason}\n`).join(""));
      say(fixed > 0 ? `Fixed ${countText(fixed, "problem")} in ${files.map(visiblePath).join(", ")}.\n` : "");
      sum += fixed;
    }
    return sum;
  });
}
