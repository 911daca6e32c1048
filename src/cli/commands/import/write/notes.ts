import { placeProvider } from "../../../../install/place-provider";
import type { ImportModel } from "../../../code/model/import-model";
import { ofType } from "../../../code/model/imported";
import type { CodeFormat } from "../../../project/generated-file";
import type { Manifest } from "../../../project/import-manifest";
import type { Inventory } from "../../../server/inventory";
import type { VendorState } from "../stored-states";
import { addressIn } from "./folder-code";

/** Settings that the published API does not return (docs/guides/import.md). */
const HIDDEN_SETTINGS =
  "The API does not return these settings of a dashboard that was made in the UI: the condition of a whole chart (where), the limit of a table, ratioMode, alternateRowBackground, a number in fillNulls, a groupBy that is a list and, for some tiles, alignDateRangeToGranularity. The code does not contain them, and the first update of the dashboard removes them. An alert on a tile with ratioMode then evaluates other values.";

interface NoteOptions {
  readonly folder: string;
  readonly format: CodeFormat;
  readonly vendor: VendorState | undefined;
  readonly earlier: Manifest;
}

/** Lists the notes that a user must read. For HCL it also places the provider in the folder. */
export function importNotes(selected: ImportModel, inventory: Inventory, options: NoteOptions): readonly string[] {
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
        : `${each.address} refers to the same object (${each.id}) as ${first.address}. Otherwise a plan without it destroys the object. Fix: Remove it from that state with \`terraform state rm\`.`;
    }),
    ...(stay.length > 0 ? [stayNote(stay)] : []),
  ];
}

/** Maximum number of addresses in one note. */
const MAX_LISTED_NAMES = 8;

function stayNote(addresses: readonly string[]): string {
  const more = addresses.length > MAX_LISTED_NAMES ? ` and ${addresses.length - MAX_LISTED_NAMES} more` : "";
  return `The vendor's provider keeps managing these resources: ${addresses.slice(0, MAX_LISTED_NAMES).join(", ")}${more}. Fix: Keep their configuration.`;
}

/** Places the provider in a folder of HCL. For TypeScript, synthesis does this. Returns a note if it fails. */
function placementNotes(folder: string): readonly string[] {
  try {
    placeProvider(folder);
    return [];
  } catch (error) {
    return [`The provider was not placed in ${folder}. ${error instanceof Error ? error.message : String(error)}`];
  }
}
