import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Client, ClientError, createClient, type Deployment, resolveSettings } from "../../api";
import { placeExecutable, providerExecutable, thisPlatform } from "../../constructs/provider-executable";
import { Session } from "../../provider/session";
import { VERSION } from "../../version";
import { type Engine, EngineMissingError, findEngine } from "../engine/engine";
import { CommandError } from "../frame/command-error";
import { withProgress } from "../frame/progress";
import type { Existing } from "./existing";
import type { Format } from "./formats";
import type { GeneratedFile } from "./generated-file";
import { hclAddress } from "./hcl/hcl-names";
import { writeHcl } from "./hcl/write-hcl";
import { type Inventory, readInventory } from "./inventory";
import { IMPORT_KINDS, KIND_FACTS } from "./kinds";
import { addressOf, addressVariableOf, type Imported, ofKind } from "./model/imported";
import { buildModel, type Model } from "./model/model";
import { readManifest } from "./output/manifest";
import { readmeFile } from "./output/readme";
import { writeFiles } from "./output/write-files";
import type { Verification, WrittenFile } from "./report/import-document";
import { type Filters, select } from "./selection";
import { writeTypeScript } from "./typescript/write-typescript";
import { verify } from "./verify/verify";

const NOTHING =
  "Nothing on the server fits, and nothing was written. See what there is with: cdk-clickstack import --list";

/** What the published API shows to nobody (docs/import.md). */
const HIDDEN =
  "Of a dashboard made in the UI the API does not show the condition of a whole chart, the limit of a table and, for some tiles, the widening of the time range to whole buckets. No plan shows them, and the first update of the dashboard removes them.";

/** What exists, as far as the filters choose it. */
export interface Listing {
  readonly objects: readonly Existing[];
  readonly notes: readonly string[];
}

export interface ImportOptions {
  readonly folder: string;
  readonly format: Format;
  readonly filters: Filters;
  readonly force: boolean;
  /** Whether the code is to be proved where an engine is there. */
  readonly verify: boolean;
  readonly askOverwrite?: (path: string) => Promise<boolean>;
}

/** What an import did. */
export interface ImportResult {
  readonly model: Model;
  readonly files: readonly WrittenFile[];
  readonly verification: Verification;
  readonly notes: readonly string[];
}

/** Works with a client of the environment's credentials. Throws a `CommandError` where they are not complete. */
export async function withClient<T>(
  deployment: Deployment | undefined,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const resolved = resolveSettings({ ...(deployment && { deployment }) }, process.env);
  if (!resolved.ok)
    throw new CommandError(resolved.problems.map(({ summary, detail }) => `${summary}. ${detail}`).join("\n"));
  const client = createClient({ ...resolved.settings, userAgent: `cdk-clickstack/${VERSION}` });
  try {
    return await work(client);
  } catch (error) {
    throw error instanceof ClientError ? new CommandError(error.message) : error;
  } finally {
    await client.close();
  }
}

/** Lists what the filters choose, of every kind unless they say which. */
export async function listExisting(client: Client, filters: Filters): Promise<Listing> {
  const { objects, notes } = await inventoryOf(client, filters);
  return { objects: select(objects, filters), notes };
}

/** Reads, writes the code, and proves it. */
export async function importObjects(client: Client, options: ImportOptions): Promise<ImportResult> {
  const { folder, format } = options;
  const earlier = readManifest(folder);
  const inventory = await inventoryOf(client, options.filters);
  const kinds = options.filters.kinds ?? IMPORT_KINDS.filter((kind) => KIND_FACTS[kind].byDefault);
  const chosen = select(inventory.objects, { ...options.filters, kinds });
  if (chosen.length === 0) throw new CommandError(NOTHING);
  const model = await buildModel(chosen, inventory, {
    session: new Session(client),
    earlier: new Map(Object.entries(earlier.names)),
  });
  const files = await writeFiles(filesOf(model, format), {
    ...options,
    earlier,
    names: Object.fromEntries(model.objects.map(({ id, constructId }) => [id, constructId])),
  });
  const notes = [
    ...inventory.notes,
    ...(ofKind(model.objects, "dashboard").length > 0 ? [HIDDEN] : []),
    ...staleNotes(folder, files, earlier.files),
    ...(format === "hcl" ? placeProvider(folder) : []),
  ];
  const verification = await verificationOf(model, options);
  return { model, files, verification, notes };
}

function inventoryOf(client: Client, { kinds = [] }: Filters): Promise<Inventory> {
  return withProgress("Reading what exists", (say) =>
    readInventory(client, { needed: kinds, onProgress: (plural) => say(`Reading the ${plural}`) }),
  );
}

function filesOf(model: Model, format: Format): readonly GeneratedFile[] {
  const code = format === "typescript" ? writeTypeScript(model) : writeHcl(model);
  return [...code, readmeFile(model, format)];
}

/** Synthesis does this for a program; a configuration in HCL has nobody else who would. @returns why it could not. */
function placeProvider(folder: string): readonly string[] {
  const platform = thisPlatform();
  try {
    placeExecutable(providerExecutable(platform), folder, platform);
    return [];
  } catch (error) {
    return [`The provider was not put beside the code. ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** Files of earlier imports whose objects are not chosen any more. Nothing calls them, and nobody deletes them but their owner. */
function staleNotes(
  folder: string,
  files: readonly WrittenFile[],
  earlier: Readonly<Record<string, string>>,
): readonly string[] {
  const current = new Set(files.map(({ path }) => path));
  return Object.keys(earlier)
    .filter((path) => !current.has(path) && !path.includes(".new") && existsSync(join(folder, path)))
    .map(
      (path) => `${path} is of an earlier import and nothing uses it any more. Delete it, or import its objects too.`,
    );
}

async function verificationOf(model: Model, options: ImportOptions): Promise<Verification> {
  const { folder, format } = options;
  if (!options.verify) return { status: "skipped", reason: "It was not asked for." };
  if (model.objects.length === 0) return { status: "skipped", reason: "There is nothing to prove." };
  const engine = foundEngine();
  if (engine instanceof EngineMissingError) return { status: "skipped", reason: engine.message };
  const ids = new Map(model.objects.map((each) => [addressIn(format, each), each.id]));
  const variables = Object.fromEntries(
    ofKind(model.objects, "webhook").map((webhook) => [addressVariableOf(webhook), String(webhook.record.url ?? "")]),
  );
  return withProgress("Proving the code", (say) => verify({ folder, format, ids, variables }, engine, say));
}

/** The address of an object in the code of a format. */
export function addressIn(format: Format, object: Imported): string {
  return format === "typescript" ? addressOf(object) : hclAddress(object);
}

function foundEngine(): Engine | EngineMissingError {
  try {
    return findEngine();
  } catch (error) {
    if (error instanceof EngineMissingError) return error;
    throw error;
  }
}
