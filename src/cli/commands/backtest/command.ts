import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import { CommandError } from "../../terminal/exit";
import { examplesText } from "../../terminal/help";
import {
  chosenFormat,
  type FlagsOf,
  lastOption,
  NONE,
  noSynthOption,
  RESULT_FORMATS,
  type ResultFormat,
  repeatable,
  withResultOptions,
} from "../../terminal/options";
import { printTo } from "../../terminal/output";

const EXAMPLES = {
  backtest: "Run the program here, and report how often its alerts would have fired in the last 7 days.",
  "backtest cdktf.out --alert too-many-errors --last 14d --target-rate 2":
    "Test one alert, and suggest the threshold that would have fired twice a week.",
  "backtest plan.json --output backtest.html": "Write a page with plots for the artifacts of a pull request.",
  'backtest --server --alert "Checkout errors" --json': "Test an alert of the server, for scripts.",
  "backtest --most 5": "Exit with code 2 if an alert would have fired more than five times a week.",
};

export function backtestCommand() {
  return declaredCommand()
    .addHelpText("after", examplesText(EXAMPLES))
    .action(async (path, flags) => {
      if (flags.server && path !== undefined) {
        throw new CommandError("Give either a path or --server.");
      }
      const format = chosenFormat(flags, RESULT_FORMATS);
      const { backtest } = await import("./backtest");
      const { text, exitCode } = await backtest(path, { ...flags, format });
      printTo(flags.output, text);
      process.exitCode = exitCode;
    });
}

export type BacktestFlags = FlagsOf<typeof declaredCommand> & { readonly format: ResultFormat };

function declaredCommand() {
  const command = new Command("backtest").description(
    "Compute how often alerts would have fired, from past series. Changes nothing. Reads an open-source server, or the ClickHouse database of CLICKHOUSE_URL. Exits with code 0 when tested, 2 for an alert above --most, 1 for an error.",
  );
  return withResultOptions(command, "result", RESULT_FORMATS)
    .argument(
      "[path]",
      "folder with a program, folder of a stack, cdktf.out, a saved plan, or a plan, state or cdk.tf.json in JSON (default: the current folder)",
    )
    .option("--server", "test the alerts of the server instead of declared ones")
    .addOption(repeatable("-a, --alert <name>", "only the alert with this name, id or address").default(NONE, "all"))
    .addOption(lastOption("how far back to look", "7d", "90d"))
    .option("--target-rate <number>", "suggest a threshold that fires this many times a week", rate)
    .option("--most <number>", "exit with code 2 if an alert would have fired more often a week", rate)
    .option("--plan", "let the engine plan the folder even if it is synthesized")
    .option("--init", "run init before the plan, with -upgrade if the lock file requires it")
    .addOption(noSynthOption())
    .option(
      "--cache <dir>",
      "keep results of chart queries below this folder (default: the folder given; none with --server)",
    )
    .option("--no-cache", "do not read or write cached results");
}

function rate(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value) && value >= 0) {
    return value;
  }
  throw new InvalidArgumentError("Give a number of firings a week, such as 2 or 0.5.");
}
