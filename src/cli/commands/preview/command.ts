import { Command } from "@commander-js/extra-typings";
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
  wholeNumber,
  withResultOptions,
} from "../../terminal/options";
import { printTo } from "../../terminal/output";

const EXAMPLES = {
  preview: "Run the program here, and draw every dashboard of its stacks in the terminal.",
  "preview --watch": "Show a page that follows each save of the program here, to design a dashboard in an editor.",
  "preview cdktf.out --output preview.html": "Write one page for the artifacts of a pull request.",
  "preview plan.json -o change.svg":
    "Draw the dashboards before and after a plan, side by side (terraform show -json PLAN).",
  "preview --server --dashboard Checkout --series --last 6h": "Draw a dashboard of the server, with its real series.",
  "preview stacks/shop --plan --json": "Print the layout changes of an apply as JSON.",
};

export function previewCommand() {
  return declaredCommand()
    .addHelpText("after", examplesText(EXAMPLES))
    .action(async (paths, flags) => {
      if (flags.server && paths.length > 0) {
        throw new CommandError("Give either paths or --server.");
      }
      if (flags.watch) {
        const { server, format, json, output } = flags;
        const [given] = Object.entries({ server, format, json, output }).find(([, value]) => value !== undefined) ?? [];
        if (given !== undefined) {
          throw new CommandError(`--watch shows a page of code in a browser. Fix: Leave out --watch or --${given}.`);
        }
        const { watchPreview } = await import("./watch/watch");
        await watchPreview(paths, flags);
        return;
      }
      if (flags.port !== 0) {
        throw new CommandError("--port requires --watch. Fix: Add --watch, or leave out --port.");
      }
      const format = chosenFormat(flags, RESULT_FORMATS);
      const { preview } = await import("./preview");
      printTo(flags.output, await preview(paths, { ...flags, format }));
    });
}

export type WatchFlags = FlagsOf<typeof declaredCommand>;

export type PreviewFlags = Omit<WatchFlags, "watch" | "port"> & { readonly format: ResultFormat };

function declaredCommand() {
  const command = new Command("preview").description(
    "Draw the layout of dashboards, with the alerts on their tiles. Changes nothing. Exits with code 0 when drawn, 1 for an error.",
  );
  return withResultOptions(command, "drawing", RESULT_FORMATS)
    .argument(
      "[path...]",
      "folders with a program, folders of stacks, cdktf.out, saved plans, or plans, states and cdk.tf.json in JSON (default: the current folder)",
    )
    .option("--server", "draw the dashboards on the server of the environment")
    .addOption(
      repeatable("-d, --dashboard <name>", "only the dashboard with this name, id or address").default(NONE, "all"),
    )
    .option("--plan", "let the engine plan the folders, and draw before and after")
    .option("--init", "run init before the plan, with -upgrade if the lock file requires it")
    .addOption(noSynthOption())
    .option("-w, --watch", "show a page in a browser that follows each save, with the series of the server that is set")
    .option("--port <number>", "port of the page on 127.0.0.1; 0 selects a free port", wholeNumber(0, 65535), 0)
    .option("--series", "draw the real series into the tiles (of an open-source server, or of CLICKHOUSE_URL)")
    .addOption(lastOption("how far back the series go", "1h", "30d"));
}
