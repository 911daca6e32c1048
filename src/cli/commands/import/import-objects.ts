import { listed } from "../../../client/http/errors";
import type { Client } from "../../../resources/client";
import { Session } from "../../../resources/shared/session";
import { addressIn, codeFor, openFolder, placementNotes } from "../../code/folder/folder-code";
import { writeFiles } from "../../code/folder/write-files";
import { filePlacesOf } from "../../code/model/file-places";
import { buildModel, type ImportModel } from "../../code/model/import-model";
import { type Imported, ofType } from "../../code/model/imported";
import { EngineMissingError, engineOrProblem } from "../../engine/find-engine";
import type { CodeFormat, WrittenFile } from "../../project/generated-file";
import type { Manifest } from "../../project/import-manifest";
import { projectFormOf } from "../../project/project-form";
import { type Existing, type Inventory, readInventory } from "../../server/inventory";
import { withProgress } from "../../terminal/output";
import type { Verification } from "./import-document";
import { type ImportFilters, type ImportListing, selectForImport, selectObjects } from "./select-objects";
import { managedIn, movesOf, type VendorState } from "./stored-states";
import { verificationOf } from "./verify/verify";
import { readmeFile } from "./write/readme";

interface ImportOptions {
  readonly folder: string;
  readonly format: CodeFormat;
  readonly filters: ImportFilters;
  /** Resources of the vendor's provider in a state. If set, only these objects are imported. */
  readonly vendor: VendorState | undefined;
  readonly force: boolean;
  /** True to verify the code if an engine is installed. */
  readonly verify: boolean;
  readonly askOverwrite?: (path: string) => Promise<boolean>;
}

export interface ImportResult {
  /** The selected objects. */
  readonly model: ImportModel;
  /** The objects that this import added to the folder. */
  readonly added: readonly Imported[];
  /** The selected objects that an earlier import or a state of the folder already contains. */
  readonly present: readonly { readonly object: Existing; readonly address: string }[];
  readonly files: readonly WrittenFile[];
  readonly verification: Verification;
  readonly notes: readonly string[];
}

/** Lists the objects that the filters select. Without a type filter it lists every resource type. */
export async function listExisting(client: Client, filters: ImportFilters): Promise<ImportListing> {
  const { objects, notes } = await inventoryOf(client, filters);
  return { objects: selectObjects(objects, filters), notes };
}

/** Reads the selected objects, writes their code and verifies it. Code of earlier imports stays in the folder. */
export async function importObjects(client: Client, options: ImportOptions): Promise<ImportResult> {
  const { folder, format, vendor } = options;
  const files = openFolder(options);
  const inventory = await inventoryOf(client, options.filters);
  const engine = engineOrProblem();
  const managed = await managedIn(folder, engine instanceof EngineMissingError ? undefined : engine);
  const selection = selectForImport(inventory, { ...options, managed, earlier: files.earlier });
  const model = await buildModel(selection.declared, inventory, {
    session: new Session(client),
    format,
    form: projectFormOf(folder),
    earlier: selection.names,
  });
  const places = filePlacesOf(model.objects, { chosen: selection.ids, format, folder: files });
  const moves = movesOf(vendor?.resources, model, format);
  const { files: generatedFiles, content } = codeFor(format, { ...model, places }, files, moves, managed);
  // The objects of earlier imports that this import did not select are not reported.
  const selected = {
    ...model,
    objects: model.objects.filter(({ id }) => selection.ids.has(id)),
    leftOut: model.leftOut.filter(({ object }) => selection.ids.has(object.id)),
  };
  const blocks = { imports: Object.values(content.imports).flat().length, moves: moves.length };
  const generated = [...generatedFiles, readmeFile(selected, format, blocks)];
  const written = await writeFiles(generated, files, content, options.askOverwrite);
  const notes = importNotes(selected, inventory, { folder, format, vendor, earlier: files.earlier });
  const added = selected.objects.filter((each) => places.isAdded(each));
  const present = [
    ...selected.objects
      .filter((each) => !places.isAdded(each))
      .map((each) => ({ object: each, address: addressIn(format, each) })),
    ...selection.managedElsewhere.map((object) => ({ object, address: managed.get(object.id) ?? "" })),
  ];
  const code = { folder, format, model, places, managed };
  const verification = await verificationOf(code, options.verify, engine, written);
  return { model: selected, added, present, files: written, verification, notes };
}

function inventoryOf(client: Client, { types = [] }: ImportFilters): Promise<Inventory> {
  return withProgress("Reading the objects", (say) =>
    readInventory(client, { needed: types, onProgress: (plural) => say(`Reading the ${plural}`) }),
  );
}

/** Settings that the published API does not return (docs/guides/import.md). */
const HIDDEN_SETTINGS =
  "The API does not return these settings of a dashboard that was made in the UI: the condition of a whole chart (where), the limit of a table, ratioMode, alternateRowBackground, a number in fillNulls, a groupBy that is a list and, for some tiles, alignDateRangeToGranularity. The code does not contain them, and the first update of the dashboard removes them. An alert on a tile with ratioMode then evaluates other values.";

type NoteOptions = Pick<ImportOptions, "folder" | "format" | "vendor"> & { readonly earlier: Manifest };

/** Lists the notes that a user must read. For HCL it also places the provider in the folder. */
function importNotes(selected: ImportModel, inventory: Inventory, options: NoteOptions): readonly string[] {
  const { folder, format, vendor, earlier } = options;
  return [
    ...inventory.notes,
    ...(ofType(selected.objects, "dashboard").length > 0 ? [HIDDEN_SETTINGS] : []),
    ...deletedNotes(earlier, inventory, format),
    ...(vendor ? vendorNotes(vendor, inventory) : []),
    ...(format === "hcl" ? placementNotes(folder) : []),
  ];
}

/** Names the objects that the folder declares and the server no longer has. */
function deletedNotes({ objects }: Manifest, inventory: Inventory, format: CodeFormat): readonly string[] {
  const exists = new Set(inventory.objects.map(({ id }) => id));
  return Object.entries(objects)
    .filter(([id, { type }]) => !exists.has(id) && !inventory.hidden.has(type))
    .map(
      ([, { type, name, path }]) =>
        `${addressIn(format, { type, constructId: name })} in ${path} was deleted on the server. The next apply creates it again. Fix: Remove it from the code if it is not needed.`,
    );
}

/** Names the resources of the vendor's state that the import does not adopt, with the reason. */
function vendorNotes({ resources, others }: VendorState, { objects, hidden }: Inventory): readonly string[] {
  const exists = new Set(objects.map(({ id }) => id));
  const firstOf = (id: string) => resources.find((each) => each.id === id);
  const stay = [...others, ...resources.filter(({ type }) => hidden.has(type)).map(({ address }) => address)];
  return [
    ...resources
      .filter(({ id, type }) => !exists.has(id) && !hidden.has(type))
      .map(
        ({ address, id }) =>
          `${address} refers to the object ${id}, which does not exist on the server. Fix: Remove it from that state with \`terraform state rm\`.`,
      ),
    ...resources.flatMap((each) => {
      const first = firstOf(each.id);
      return first === undefined || first === each
        ? []
        : `${each.address} refers to the same object (${each.id}) as ${first.address}. A plan that does not contain ${each.address} destroys the object. Fix: Remove it from that state with \`terraform state rm\`.`;
    }),
    ...(stay.length > 0 ? [stayNote(stay)] : []),
  ];
}

/** Maximum number of addresses in one note. */
const MAX_LISTED_NAMES = 8;

function stayNote(addresses: readonly string[]): string {
  return `The vendor's provider keeps managing these resources: ${listed(addresses, MAX_LISTED_NAMES)}. Fix: Keep their configuration.`;
}
