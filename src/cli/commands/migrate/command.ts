import { Command, Option } from "@commander-js/extra-typings";
import { FORMATS } from "../../project/generated-file";
import { CommandError } from "../../terminal/exit";
import { examplesText, helpWidth } from "../../terminal/help";
import type { FlagsOf } from "../../terminal/options";
import { wrapText } from "../../terminal/wrap";

const EXAMPLES = {
  "migrate grafana exports/": "Convert dashboards and alert rules in a folder, and write grafana/migrate.yaml.",
  "migrate grafana exports/ -o observability --report report.html":
    "Write into a folder, and list all differences in a page.",
  "migrate grafana --url https://grafana.example.com": "Read a running Grafana, with the token in GRAFANA_TOKEN.",
  "migrate grafana exports/ --verify --clickhouse http://localhost:8123":
    "Compare the firings of the rules of Grafana and of the alerts over the same data.",
};

const AFTER = `
Only dashboards and rules on ClickHouse data sources are converted.

Exit codes:
  0  every panel and rule was converted exactly
  1  an error; with --strict also an approximated or left out panel or rule
  2  a panel or rule was approximated or left out, or a file was not understood
`;

export function migrateCommand() {
  const text = examplesText(EXAMPLES) + wrapText(AFTER, helpWidth());
  return new Command("migrate")
    .description("Convert dashboards and alert rules of another tool to code.")
    .addHelpText("after", text)
    .addCommand(grafanaCommand().addHelpText("after", text).action(run));
}

function grafanaCommand() {
  return new Command("grafana")
    .description("Convert dashboards and alert rules of Grafana on ClickHouse data sources to TypeScript or HCL.")
    .argument("[paths...]", "exports: files or folders with JSON and YAML")
    .option("-o, --output <dir>", "folder of the code; no file outside of it is written", "grafana")
    .addOption(new Option("--format <format>", "language of the code").choices(FORMATS).default("typescript"))
    .option("--map <file>", "decisions (default: migrate.yaml in the folder of the code)")
    .option("--url <address>", "read a running Grafana, with the token in GRAFANA_TOKEN")
    .option("--server", "use the connections, sources and webhooks of the ClickStack server in the environment")
    .addOption(
      new Option("--deployment <deployment>", "deployment of the dashboards (default: open_source)").choices([
        "open_source",
        "managed",
      ] as const),
    )
    .option("--strict", "fail if a panel or rule is approximated or left out")
    .option("--force", "overwrite files that were edited")
    .option("--report <file>", "write a page with all differences")
    .option("--json", "print one JSON document")
    .option("--verify", "compare with Grafana's queries and rules over the data of --clickhouse")
    .option("--clickhouse <address>", "ClickHouse for --verify, with CLICKHOUSE_USER and CLICKHOUSE_PASSWORD")
    .option("--from <time>", "start of the compared time, such as 2026-11-01T00:00:00Z (default: a day before the end)")
    .option("--to <time>", "end of the compared time (default: now)");
}

export type MigrateFlags = FlagsOf<typeof grafanaCommand>;

async function run(paths: readonly string[], flags: MigrateFlags): Promise<void> {
  if (paths.length === 0 && flags.url === undefined) {
    throw new CommandError("No input is named. Fix: Name files or folders with exports of Grafana, or set --url.");
  }
  const { migrate } = await import("./migrate");
  await migrate(paths, flags);
}
