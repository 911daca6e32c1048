import { join, relative, resolve } from "node:path";
import { openFolder, placementNotes } from "../../code/folder/folder-code";
import { askOverwrite } from "../../code/folder/write-files";
import { readInventory } from "../../server/inventory";
import { withServer } from "../../server/open-client";
import { CommandError, EXIT } from "../../terminal/exit";
import { assertWritable, print, withProgress, writeResult } from "../../terminal/output";
import { textOptionsFor } from "../../terminal/text-options";
import type { MigrateFlags } from "./command";
import { convertDashboards } from "./dashboards/convert-dashboards";
import { type MigrateResult, migrateDocument } from "./document";
import { readServer } from "./input/grafana-server";
import { type GrafanaInput, readDocuments } from "./input/read-documents";
import { readFiles } from "./input/read-files";
import { type Converted, joinedResults, type MigrateContext } from "./migrated";
import { migrateHtml, migrateText, summaryOf } from "./report";
import { convertRules } from "./rules/convert-rules";
import { migrationOf, readMigrateSettings, SETTINGS_FILE, settingsText } from "./settings";
import { writeProgram } from "./write";

/** Converts exports of Grafana, writes the program and prints the result. */
export async function migrate(paths: readonly string[], flags: MigrateFlags): Promise<void> {
  const { output, format, report } = flags;
  if (report !== undefined) {
    assertWritable(report);
  }
  const range = verifiedRange(flags);
  const folder = resolve(output);
  const files = openFolder({ folder, format, force: flags.force === true });
  const settings = readMigrateSettings(flags.map, join(folder, SETTINGS_FILE));
  const input = await inputOf(paths, flags.url);
  const { inventory, deployment } = await serverOf(flags);
  const context = migrationOf(settings, input.databases, inventory, deployment !== "managed");
  const converted = [convertDashboards(input, context), convertRules(input, context)] as const;
  const schema = relative(folder, resolve("node_modules/cdk-clickstack/docs/cli-schemas/migrate-settings.schema.json"));
  const settingsFile = { path: SETTINGS_FILE, text: settingsText(input, schema.replaceAll("\\", "/")) };
  const { objects, outcomes, notes } = joinedResults(converted);
  const program = await writeProgram(objects, context, {
    ...{ folder, format, files, deployment },
    others: flags.map === undefined ? [settingsFile] : [],
    ...(!flags.json && process.stdin.isTTY && process.stderr.isTTY && { askOverwrite }),
  });
  const verified = await verifiedResults(input, converted, context, range);
  const placements = format === "hcl" ? placementNotes(folder) : [];
  const result: MigrateResult = {
    ...{ folder: output, format, files: program.files, problems: input.problems },
    summary: summaryOf(outcomes, input.dashboards.length),
    results: outcomes.map(({ target, ...each }) => ({ ...each, ...(target && program.placeOf(target)) })),
    notes: [...notes, ...context.missing, ...placements],
    ...(verified && {
      verification: verified.checked.map(({ id, ...each }) => ({ address: program.addressOf(id), ...each })),
    }),
  };
  if (report !== undefined) {
    writeResult(report, migrateHtml(result, verified?.differing ?? []));
  }
  print(flags.json ? migrateDocument.text(result) : migrateText(result, textOptionsFor()));
  process.exitCode = exitCodeOf(result, flags.strict === true);
}

async function inputOf(paths: readonly string[], url: string | undefined): Promise<GrafanaInput> {
  const files = readFiles(paths);
  const server =
    url === undefined
      ? { documents: [], problems: [] }
      : await withProgress("Reading the dashboards and rules of Grafana", () => readServer(url, process.env));
  return readDocuments([...files.documents, ...server.documents], [...files.problems, ...server.problems]);
}

/** Reads the objects of the ClickStack server, if the user asks for it. */
async function serverOf({ server, deployment }: MigrateFlags) {
  if (!server) {
    return { inventory: undefined, deployment };
  }
  return withServer(
    async (client) => ({ inventory: await readInventory(client, { needed: [] }), deployment: client.observability }),
    { deployment },
  );
}

const DAY = 86_400_000;

/** Returns the ClickHouse and the time range of `--verify`; undefined without this option. */
function verifiedRange({ verify: isAsked, clickhouse = "", from, to }: MigrateFlags) {
  if (!isAsked) {
    const [unused] =
      Object.entries({ clickhouse: clickhouse || undefined, from, to }).find(([, text]) => text !== undefined) ?? [];
    if (unused !== undefined) {
      throw new CommandError(`--${unused} is used only with --verify. Fix: Add --verify, or remove --${unused}.`);
    }
    return undefined;
  }
  if (clickhouse === "") {
    throw new CommandError("--verify needs a ClickHouse. Fix: Set --clickhouse, such as to http://localhost:8123.");
  }
  const end = to === undefined ? Date.now() : timeOf("--to", to);
  const start = from === undefined ? end - DAY : timeOf("--from", from);
  if (start >= end) {
    throw new CommandError("--from is not before --to. Fix: Correct --from or --to.");
  }
  return { clickhouse, from: start, to: end };
}

/** Verifies the queries and the rules over the data of a ClickHouse, if the user asks for it. */
async function verifiedResults(
  { rules }: GrafanaInput,
  [dashboards, alerts]: readonly [Converted, Converted],
  context: MigrateContext,
  range: ReturnType<typeof verifiedRange>,
) {
  if (!range) {
    return undefined;
  }
  const { verify } = await import("./verify/verify");
  return withProgress("Comparing with Grafana", (announce) =>
    verify(rules, dashboards, alerts, { ...range, ...context, environment: process.env, announce }),
  );
}

function timeOf(option: string, text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) {
    throw new CommandError(`${option} is not a time. Fix: Write it as 2026-11-01T00:00:00Z.`);
  }
  return time;
}

function exitCodeOf({ summary, problems, files, verification = [] }: MigrateResult, isStrict: boolean): number {
  const { panels, rules } = summary;
  const rest = [panels, rules].reduce((sum, { approximated, leftOut }) => sum + approximated + leftOut, 0);
  const isEqual = verification.every(({ status }) => status === "equal");
  const isExact = isEqual && rest === 0 && problems.length === 0 && !files.some(({ status }) => status === "conflict");
  return isExact ? EXIT.done : isStrict ? EXIT.error : EXIT.found;
}
