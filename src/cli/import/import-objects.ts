import { placeProvider } from "../../install/place-provider";
import type { Client } from "../../resources/client";
import { Session } from "../../resources/handlers/session";
import type { Engine } from "../engine/engine";
import { EngineMissingError, engineOrProblem } from "../engine/find-engine";
import { CommandError } from "../frame/exit";
import { withProgress } from "../frame/output";
import { hclAddress } from "./hcl/hcl-value";
import type { Verification, WrittenFile } from "./import-document";
import { addressOf, addressVariableOf, type Imported, ofType } from "./model/imported";
import { layoutOf } from "./model/layout";
import { buildModel, type Model } from "./model/model";
import { type Existing, managedIn } from "./read/existing-objects";
import { IMPORTED_TYPES, TYPE_FACTS } from "./read/imported-types";
import { type ImportFilters, type Inventory, readInventory, selectObjects } from "./read/inventory";
import type { Manifest } from "./read/manifest";
import { type Framework, hasPackages, projectFormOf } from "./read/project-form";
import type { VendorResource, VendorState } from "./read/vendor-state";
import type { CodeFormat, Move } from "./text/formats";
import { type CodeToVerify, verify } from "./verify/verify";
import { codeFor } from "./write/folder-code";
import { readmeFile } from "./write/readme";
import { FolderFiles, writeFiles } from "./write/write-files";

const NOTHING =
  "Nothing on the server fits, and nothing was written. See what there is with: cdk-clickstack import --list";

/** What the published API shows to nobody (docs/guides/import.md). */
const HIDDEN =
  "The API does not return these settings of a dashboard that was made in the UI: the condition of a whole chart (where), the limit of a table, ratioMode, alternateRowBackground, a number in fillNulls, a groupBy that is a list and, for some tiles, alignDateRangeToGranularity. The code does not contain them, and the first update of the dashboard removes them. An alert on a tile with ratioMode then evaluates other values.";

/** What exists, as far as the filters choose it. */
export type ImportListing = Pick<Inventory, "objects" | "notes">;

interface ImportOptions {
  readonly folder: string;
  readonly format: CodeFormat;
  readonly filters: ImportFilters;
  /** What the vendor's provider has in a state: only that is imported, and the code takes it over. */
  readonly vendor: VendorState | undefined;
  readonly force: boolean;
  /** Whether the code is to be verified where an engine is there. */
  readonly verify: boolean;
  readonly askOverwrite?: (path: string) => Promise<boolean>;
}

export interface ImportResult {
  /** What was asked for. */
  readonly model: Model;
  /** The objects that the folder has since this import. */
  readonly added: readonly Imported[];
  /** What was asked for and the folder had already: by an earlier import, or as one of its states says. */
  readonly present: readonly { readonly object: Existing; readonly address: string }[];
  readonly files: readonly WrittenFile[];
  readonly verification: Verification;
  readonly notes: readonly string[];
}

/** Lists what the filters choose, of every resource type unless they say which. */
export async function listExisting(client: Client, filters: ImportFilters): Promise<ImportListing> {
  const { objects, notes } = await inventoryOf(client, filters);
  return { objects: selectObjects(objects, filters), notes };
}

/** Reads, writes the code, and verifies it. What the folder has already stays part of it. */
export async function importObjects(client: Client, options: ImportOptions): Promise<ImportResult> {
  const { folder, format, vendor } = options;
  const files = new FolderFiles(folder, options.force);
  const { earlier } = files;
  if (earlier.format !== undefined && earlier.format !== format) {
    throw new CommandError(otherFormat(folder, earlier.format));
  }
  const inventory = await inventoryOf(client, options.filters);
  const types =
    options.filters.types ?? IMPORTED_TYPES.filter((type) => vendor !== undefined || TYPE_FACTS[type].byDefault);
  const isMeant = ({ id }: Existing) => vendor === undefined || vendor.resources.some((each) => each.id === id);
  const chosen = selectObjects(inventory.objects, { ...options.filters, types }).filter(isMeant);
  if (chosen.length === 0) {
    throw new CommandError(NOTHING);
  }
  const engine = engineOrProblem();
  const managed = await managedIn(folder, engine instanceof EngineMissingError ? undefined : engine);
  const isRecorded = ({ id }: Existing) => Object.hasOwn(earlier.objects, id);
  const byHand = chosen.filter((each) => !isRecorded(each) && managed.has(each.id));
  const wanted = new Set(chosen.filter((each) => !byHand.includes(each)).map(({ id }) => id));
  const model = await buildModel(
    inventory.objects.filter((each) => wanted.has(each.id) || isRecorded(each)),
    inventory,
    {
      session: new Session(client),
      format,
      form: projectFormOf(folder),
      earlier: new Map(Object.entries(earlier.objects).map(([id, { name }]) => [id, name])),
    },
  );
  const layout = layoutOf(model.objects, { chosen: wanted, format, folder: files });
  const moves = movesOf(vendor?.resources, model, format);
  const code = codeFor(format, { ...model, layout }, files, moves);
  const asked = model.objects.filter(({ id }) => wanted.has(id));
  const shown = { ...model, objects: asked, leftOut: model.leftOut.filter(({ object }) => wanted.has(object.id)) };
  const imports = Object.values(code.content.imports).flat().length;
  const made = [...code.files, readmeFile(shown, format, { imports, moves: moves.length })];
  const written = await writeFiles(made, files, code.content, options.askOverwrite);
  const present = [
    ...asked
      .filter((each) => !layout.isAdded(each))
      .map((each) => ({ object: each, address: addressIn(format, each) })),
    ...byHand.map((object) => ({ object, address: managed.get(object.id) ?? "" })),
  ];
  const notes = [
    ...inventory.notes,
    ...(ofType(asked, "dashboard").length > 0 ? [HIDDEN] : []),
    ...goneNotes(earlier, inventory, format),
    ...(vendor ? vendorNotes(vendor, inventory) : []),
    ...(format === "hcl" ? placeBeside(folder) : []),
  ];
  const claim = {
    folder,
    format,
    objects: model.objects.map((each) => ({
      id: each.id,
      address: addressIn(format, each),
      movedTo: managed.get(each.id),
      isAdded: layout.isAdded(each),
    })),
    managed,
    variables: variablesOf(model),
    framework: model.form.framework,
  };
  const verification = options.verify
    ? await verificationOf(claim, engine)
    : ({ status: "skipped", reason: "It was not asked for." } as const);
  return {
    model: shown,
    added: asked.filter((each) => layout.isAdded(each)),
    present,
    files: written,
    verification,
    notes,
  };
}

/**
 * Where the vendor's resources are in its state, and where in the code. What another address of it has as well stays
 * where it is.
 */
function movesOf(vendor: readonly VendorResource[] = [], { objects }: Model, format: CodeFormat): readonly Move[] {
  return objects.flatMap((each) => {
    const from = vendor.find(({ id }) => id === each.id);
    return from ? [{ from: from.address, to: addressIn(format, each) }] : [];
  });
}

/**
 * What of the vendor's state is not taken over: what the server has not, what stands for an object a second time, and
 * what has no equal here.
 */
function vendorNotes({ resources, others }: VendorState, { objects, hidden }: Inventory): readonly string[] {
  const exists = new Set(objects.map(({ id }) => id));
  const again = resources.filter((each) => resources.find(({ id }) => id === each.id) !== each);
  const stay = [...others, ...resources.filter(({ type }) => hidden.has(type)).map(({ address }) => address)];
  return [
    ...resources
      .filter(({ id, type }) => !exists.has(id) && !hidden.has(type))
      .map(
        ({ address, id }) =>
          `${address} is in the vendor's state, and the server has no ${id}: take it out of that state with terraform state rm.`,
      ),
    ...again.map(
      ({ address, id }) =>
        `${address} is ${id} once more: take it out of the vendor's state with terraform state rm, or a plan without it destroys the object.`,
    ),
    ...(stay.length > 0 ? [stayNote(stay)] : []),
  ];
}

/** Addresses named in one note; the others are counted. */
const MAX_LISTED_NAMES = 8;

function stayNote(addresses: readonly string[]): string {
  const more = addresses.length > MAX_LISTED_NAMES ? ` and ${addresses.length - MAX_LISTED_NAMES} more` : "";
  return `These stay with the vendor's provider, and so does its configuration of them: ${addresses.slice(0, MAX_LISTED_NAMES).join(", ")}${more}.`;
}

function otherFormat(folder: string, format: CodeFormat): string {
  return `${folder} has code of an earlier import in ${FORMAT_NAMES[format]}. Import there with --format ${format}, or into another folder.`;
}

const FORMAT_NAMES: Readonly<Record<CodeFormat, string>> = { typescript: "TypeScript", hcl: "HCL" };

/** What the folder declares and the server has no more. */
function goneNotes({ objects }: Manifest, inventory: Inventory, format: CodeFormat): readonly string[] {
  const exists = new Set(inventory.objects.map(({ id }) => id));
  return Object.entries(objects)
    .filter(([id, { type }]) => !exists.has(id) && !inventory.hidden.has(type))
    .map(
      ([, { type, name, path }]) =>
        `${addressIn(format, { type, constructId: name })} is in ${path}, and the server has it no more: an apply creates it anew. Take it out of the code if nobody needs it.`,
    );
}

/** The addresses of webhooks, which stand in no file. */
function variablesOf({ objects }: Model): Readonly<Record<string, string>> {
  const webhooks = ofType(objects, "webhook");
  return Object.fromEntries(webhooks.map((each) => [addressVariableOf(each), String(each.record.url ?? "")]));
}

function inventoryOf(client: Client, { types = [] }: ImportFilters): Promise<Inventory> {
  return withProgress("Reading what exists", (say) =>
    readInventory(client, { needed: types, onProgress: (plural) => say(`Reading the ${plural}`) }),
  );
}

/** Synthesis does this for a program; a configuration in HCL has nobody else who would. @returns why it could not. */
function placeBeside(folder: string): readonly string[] {
  try {
    placeProvider(folder);
    return [];
  } catch (error) {
    return [`The provider was not put beside the code. ${error instanceof Error ? error.message : String(error)}`];
  }
}

async function verificationOf(claim: CodeToVerify, engine: Engine | EngineMissingError): Promise<Verification> {
  if (claim.objects.length === 0) {
    return { status: "skipped", reason: "There is nothing to verify." };
  }
  if (engine instanceof EngineMissingError) {
    return { status: "skipped", reason: engine.message };
  }
  if (claim.format === "typescript" && !hasPackages(claim.folder, claim.framework)) {
    return { status: "skipped", reason: notInstalled(claim.framework) };
  }
  return withProgress("Verifying the code", (say) => verify(claim, engine, say));
}

function notInstalled(framework: Framework): string {
  return `The code needs ${framework}, which is not installed here. Run "npm install cdk-clickstack ${framework} constructs" and import again.`;
}

export function addressIn(format: CodeFormat, object: Pick<Imported, "type" | "constructId">): string {
  return format === "typescript" ? addressOf(object) : hclAddress(object);
}
