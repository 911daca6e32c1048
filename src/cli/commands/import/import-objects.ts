import type { Client } from "../../../resources/client";
import { Session } from "../../../resources/shared/session";
import { filePlacesOf } from "../../code/model/file-places";
import { buildModel, type ImportModel } from "../../code/model/import-model";
import type { Imported } from "../../code/model/imported";
import { EngineMissingError, engineOrProblem } from "../../engine/find-engine";
import type { CodeFormat } from "../../project/generated-file";
import { FolderFiles } from "../../project/import-manifest";
import { projectFormOf } from "../../project/project-form";
import { type Existing, type Inventory, readInventory } from "../../server/inventory";
import { CommandError } from "../../terminal/exit";
import { withProgress } from "../../terminal/output";
import type { Verification, WrittenFile } from "./import-document";
import { type ImportFilters, type ImportListing, selectForImport, selectObjects } from "./select-objects";
import { managedIn, type VendorState } from "./stored-states";
import { verificationOf } from "./verify/verify";
import { addressIn, codeFor, movesOf } from "./write/folder-code";
import { importNotes } from "./write/notes";
import { readmeFile } from "./write/readme";
import { writeFiles } from "./write/write-files";

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

const FORMAT_NAMES: Readonly<Record<CodeFormat, string>> = { typescript: "TypeScript", hcl: "HCL" };

/** Opens the folder. Throws a `CommandError` if an earlier import wrote another language there. */
function openFolder({ folder, format, force }: ImportOptions): FolderFiles {
  const files = new FolderFiles(folder, force);
  const earlier = files.earlier.format;
  if (earlier !== undefined && earlier !== format) {
    throw new CommandError(
      `${folder} contains code of an earlier import in ${FORMAT_NAMES[earlier]}. Fix: Run the import with --format ${earlier}, or import into another folder.`,
    );
  }
  return files;
}

function inventoryOf(client: Client, { types = [] }: ImportFilters): Promise<Inventory> {
  return withProgress("Reading the objects", (say) =>
    readInventory(client, { needed: types, onProgress: (plural) => say(`Reading the ${plural}`) }),
  );
}
