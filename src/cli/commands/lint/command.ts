import { Command, Option } from "@commander-js/extra-typings";
import { visiblePath } from "../../../visible";
import { fileLineText } from "../../project/code-lines";
import { CommandError } from "../../terminal/exit";
import { examplesText } from "../../terminal/help";
import { type FlagsOf, outputOption, wholeNumber } from "../../terminal/options";
import { print, say, withProgress, writeResult } from "../../terminal/output";
import { countText, plain, textOptionsFor } from "../../terminal/text-options";
import { type LintConfiguration, readLintConfiguration } from "./configuration";
import { LINT_FORMATS, type LintFormat, notCheckedText, toLintDocument } from "./document";
import { type LintedStack, withLintedStacks } from "./linted-stacks";
import { type LintResult, type Problem, runRules } from "./run-rules";

const EXAMPLES = {
  lint: "Run the program here, and report problems of its dashboards, alerts and keys.",
  "lint cdktf.out --format github": "Check synthesized stacks, and mark the lines of a pull request in GitHub Actions.",
  "lint --fix": "Also edit the code where a problem has one solution.",
  "lint --server": "Also run the queries on the server, and test the alerts with its past data.",
  "lint --output lint.sarif --max-warnings 0": "Also write SARIF for a code-scanning page, and fail on warnings.",
};

export function lintCommand() {
  return declaredCommand().addHelpText("after", examplesText(EXAMPLES)).action(lint);
}

const FORMAT_NAMES = Object.keys(LINT_FORMATS) as LintFormat[];

function declaredCommand() {
  return new Command("lint")
    .description(
      "Check dashboards, alerts and keys of a program or of .tf and .tf.json files, without an engine, and without a server unless --server is set. Exits with code 0 without errors, 2 if a rule reports an error, 1 if the command fails.",
    )
    .argument(
      "[dir...]",
      "folders with a program, cdktf.out, or folders with .tf or .tf.json (default: the current folder)",
    )
    .addOption(
      new Option("-f, --format <format>", "form of the findings").choices(FORMAT_NAMES).default("text" as const),
    )
    .option("--json", "the same as --format json")
    .addOption(outputOption("findings", new Map(FORMAT_NAMES.map((name) => [name, LINT_FORMATS[name].ending]))))
    .option("--config <file>", "settings (default: cdk-clickstack.config.json, or cdk-clickstack in package.json)")
    .option("--fix", "edit the code where a problem has one solution, and verify the result")
    .option("--allow-dirty", "let --fix write to files with uncommitted changes")
    .option(
      "--server",
      "also ask the server and its database: missing objects, failing queries, back-tests of alerts, unused keys",
    )
    .option("--send-test", "with --server: also send one test notification to each webhook")
    .option("--allow-private", "with --send-test: also reach private addresses of webhooks of a public server")
    .option(
      "--max-warnings <number>",
      "exit with code 2 if there are more warnings than this",
      wholeNumber(0, 1_000_000),
    );
}

type LintFlags = FlagsOf<typeof declaredCommand>;

async function lint(folders: string[], flags: LintFlags): Promise<void> {
  if (flags.allowDirty && !flags.fix) {
    throw new CommandError("--allow-dirty requires --fix. Fix: Add --fix, or leave out --allow-dirty.");
  }
  if (flags.sendTest && !flags.server) {
    throw new CommandError("--send-test requires --server. Fix: Add --server, or leave out --send-test.");
  }
  const configuration = readLintConfiguration(flags.config);
  const { maxWarnings } = flags;
  const fixed = flags.fix ? await fixPrograms(folders, configuration, flags) : 0;
  const document = await withLintedStacks(folders, async (stacks) =>
    toLintDocument(
      await (flags.server ? runWithServer(stacks, configuration, flags) : runRules(stacks, configuration)),
      { ...(maxWarnings !== undefined && { maxWarnings }), fixed },
    ),
  );
  say(notCheckedText(document));
  for (const { file, format } of flags.output) {
    writeResult(file, LINT_FORMATS[format].render(document, textOptionsFor(file)));
  }
  print(LINT_FORMATS[flags.json ? "json" : flags.format].render(document, textOptionsFor()));
  process.exitCode = document.exitCode;
}

/** Also runs the rules that ask the server. */
async function runWithServer(
  stacks: readonly LintedStack[],
  configuration: LintConfiguration,
  { sendTest, allowPrivate }: LintFlags,
): Promise<LintResult> {
  const { withServer } = await import("../../server/open-client");
  const { LintServer } = await import("./server/lint-server");
  return withProgress("Asking the server", (progress) =>
    withServer(async (client, settings) => {
      const options = { sendsTests: sendTest === true, allowsPrivate: allowPrivate, progress };
      await using server = new LintServer(client, settings, options);
      return await runRules(stacks, configuration, server);
    }),
  );
}

/** Returns the number of fixed problems. Names the other ones. */
async function fixPrograms(
  folders: readonly string[],
  configuration: LintConfiguration,
  flags: LintFlags,
): Promise<number> {
  const { fixProgram } = await import("./fix-program");
  const sayNotFixed = (reasons: readonly string[]) => say(reasons.map((reason) => `Not fixed: ${reason}\n`).join(""));
  return withLintedStacks(folders, async (stacks) => {
    if (stacks.some(({ program, isSynthesized }) => program === undefined && isSynthesized)) {
      throw new CommandError(
        "--fix does not edit synthesized stacks. Fix: Name the folder of the program, which contains cdktf.json.",
      );
    }
    const { problems } = await runRules(stacks, configuration);
    sayNotFixed(problems.flatMap((problem) => unrepairedText(problem) ?? []));
    let sum = 0;
    const rootOf = ({ program, folder }: LintedStack) => program ?? folder;
    for (const program of new Set(stacks.map(rootOf))) {
      const own = stacks.filter((stack) => rootOf(stack) === program);
      const { fixed, files, notFixed } = await fixProgram(program, own, problems, flags);
      sayNotFixed(notFixed);
      say(fixed > 0 ? `Fixed ${countText(fixed, "problem")} in ${files.map(visiblePath).join(", ")}.\n` : "");
      sum += fixed;
    }
    return sum;
  });
}

/** Returns the reason why `--fix` did not fix a finding, if its rule can fix other findings. */
function unrepairedText({ rule: { id, fixableIf }, finding, unusedComment, source }: Problem): string | undefined {
  if (fixableIf === undefined || finding?.repair || unusedComment) {
    return undefined;
  }
  const place = finding?.object.address ?? (source && fileLineText(source));
  return `${plain(place ?? id)}: --fix edits a finding of ${id} only if ${fixableIf}.`;
}
