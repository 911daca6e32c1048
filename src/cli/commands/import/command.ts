import { resolve } from "node:path";
import { Command, Option } from "@commander-js/extra-typings";
import { FORMATS } from "../../project/generated-file";
import { IMPORTED_TYPES } from "../../project/imported-types";
import { CommandError, EXIT } from "../../terminal/exit";
import { examplesText, helpWidth } from "../../terminal/help";
import { type FlagsOf, repeatable } from "../../terminal/options";
import { print } from "../../terminal/output";
import { textOptionsFor } from "../../terminal/text-options";
import { wrapText } from "../../terminal/wrap";

const EXAMPLES = {
  "import --list": "List the objects on the server.",
  "import observability": "Write dashboards, alerts, saved searches and API keys as TypeScript, and verify it.",
  'import observability --name "Checkout*" --tag production':
    "Only dashboards and searches of that name and tag, with their alerts.",
  "import observability --format hcl --type dashboard --type alert": "Write dashboards and alerts as HCL.",
  "import observability --from-state terraform.tfstate":
    "Import the resources of the provider ClickHouse/clickhouse, with moved blocks (docs/guides/migrating.md).",
  "import observability --json > import.json": "For scripts: print one JSON document with the result.",
};

const AFTER = `
Credentials and addresses come from the environment, as the provider reads them.
Webhooks are looked up by name unless they are selected with --type webhook.

Exit codes:
  0  written, and verified or --no-verify is set
  1  an error, including a failed verification
  2  written, but the plan has changes, or an object or a tile was left out
`;

/** The command `cdk-clickstack import` (docs/guides/import.md). */
export function importCommand() {
  return declaredCommand()
    .addHelpText("after", examplesText(EXAMPLES) + wrapText(AFTER, helpWidth()))
    .action(run);
}

function declaredCommand() {
  return new Command("import")
    .description(
      "Write the objects on the server as TypeScript or HCL, with import blocks, and verify that the plan is empty.",
    )
    .argument("[dir]", "folder of the code; no file outside of it is written")
    .option("--list", "list the objects and write no files")
    .addOption(repeatable("--type <type>", "only this resource type", IMPORTED_TYPES))
    .addOption(repeatable("--kind <type>", "the former name of --type", IMPORTED_TYPES).hideHelp())
    .addOption(repeatable("--name <pattern>", "only objects of this name, with * and ?"))
    .addOption(repeatable("--tag <tag>", "only dashboards and saved searches with this tag"))
    .addOption(new Option("--format <format>", "language of the code").choices(FORMATS).default("typescript"))
    .addOption(
      new Option(
        "--deployment <deployment>",
        "deployment of the dashboards, if there are credentials for both",
      ).choices(["open_source", "managed"] as const),
    )
    .addOption(
      new Option(
        "--from-state <file>",
        "only the resources of the provider ClickHouse/clickhouse in this state, with moved blocks that adopt them",
      ).conflicts("list"),
    )
    .option("--no-verify", "do not verify the code with terraform or tofu")
    .option("--force", "overwrite files that were edited")
    .option("--json", "print one JSON document");
}

type Flags = FlagsOf<typeof declaredCommand>;

async function run(folder: string | undefined, flags: Flags): Promise<void> {
  if (flags.list) {
    return list(flags);
  }
  if (folder === undefined) {
    throw new CommandError(
      "The folder of the code is missing. Fix: Run cdk-clickstack import <dir>, or list the objects with --list.",
    );
  }
  const [{ importObjects }, { withServer }, report, { askOverwrite }] = await Promise.all([
    import("./import-objects"),
    import("../../server/open-client"),
    import("./import-report"),
    import("../../code/folder/write-files"),
  ]);
  const { deployment, fromState } = flags;
  const options = {
    ...flags,
    vendor: fromState === undefined ? undefined : (await import("./stored-states")).readVendorState(fromState),
    folder: resolve(folder),
    filters: filtersOf(flags),
    force: flags.force === true,
    ...(!flags.json && process.stdin.isTTY && process.stderr.isTTY && { askOverwrite }),
  };
  const result = await withServer((client) => importObjects(client, options), { deployment });
  const place = { folder, format: flags.format };
  print(flags.json ? report.importJson(result, place) : report.importText(result, place, textOptionsFor()));
  const exitCode = report.importExitCode(result);
  if (exitCode !== EXIT.done) {
    process.exitCode = exitCode;
  }
}

async function list(flags: Flags): Promise<void> {
  const { deployment } = flags;
  const [{ listExisting }, { withServer }, { listJson, listText }] = await Promise.all([
    import("./import-objects"),
    import("../../server/open-client"),
    import("./import-report"),
  ]);
  const listing = await withServer((client) => listExisting(client, filtersOf(flags)), { deployment });
  print(flags.json ? listJson(listing) : listText(listing, textOptionsFor()));
}

function filtersOf({ type, kind, name, tag }: Flags) {
  const types = type && kind ? [...type, ...kind] : (type ?? kind);
  return { types, names: name, tags: tag };
}
