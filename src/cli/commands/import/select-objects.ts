import { onOneLine } from "../../code/text/escapes";
import type { Manifest } from "../../project/import-manifest";
import { IMPORTED_TYPES, type ImportedType, TYPE_FACTS } from "../../project/imported-types";
import { type Existing, type Inventory, watchedId } from "../../server/inventory";
import { CommandError } from "../../terminal/exit";
import type { VendorState } from "./stored-states";

const NO_MATCH =
  "No objects match the filters. No files were written. Fix: Run `cdk-clickstack import --list` to see the objects.";

interface SelectionOptions {
  readonly filters: ImportFilters;
  /** If set, only objects in this state are selected. */
  readonly vendor: VendorState | undefined;
  readonly earlier: Manifest;
  /** Addresses of the objects in the states of the folder, by id on the server. */
  readonly managed: ReadonlyMap<string, string>;
}

/** Selects the objects to import. Throws a `CommandError` if no object matches the filters. */
export function selectForImport(inventory: Inventory, { filters, vendor, earlier, managed }: SelectionOptions) {
  const types = filters.types ?? IMPORTED_TYPES.filter((type) => vendor !== undefined || TYPE_FACTS[type].byDefault);
  const isInVendorState = ({ id }: Existing) => vendor?.resources.some((each) => each.id === id) ?? true;
  const chosen = selectObjects(inventory.objects, { ...filters, types }).filter(isInVendorState);
  if (chosen.length === 0) {
    throw new CommandError(NO_MATCH);
  }
  const isRecorded = ({ id }: Existing) => Object.hasOwn(earlier.objects, id);
  const managedElsewhere = chosen.filter((each) => !isRecorded(each) && managed.has(each.id));
  const ids = new Set(chosen.filter((each) => !managedElsewhere.includes(each)).map(({ id }) => id));
  return {
    /** Ids of the selected objects that the import declares. */
    ids,
    /** The selected objects, and those of earlier imports. */
    declared: inventory.objects.filter((each) => ids.has(each.id) || isRecorded(each)),
    /** The selected objects that a state of the folder manages and no import declared. */
    managedElsewhere,
    /** Construct ids of earlier imports, by id on the server. */
    names: new Map(Object.entries(earlier.objects).map(([id, { name }]) => [id, name])),
  };
}

/** The objects that filters select. */
export type ImportListing = Pick<Inventory, "objects" | "notes">;

/** Filters for objects. An absent filter matches all objects. */
export interface ImportFilters {
  readonly types?: readonly ImportedType[];
  /** Case-insensitive patterns with `*` and `?`; one of them must match the whole name. */
  readonly names?: readonly string[];
  /** The object must have one of these tags. */
  readonly tags?: readonly string[];
}

/** Selects objects. An alert is selected with the watched object, or by its own name. */
export function selectObjects(objects: readonly Existing[], filters: ImportFilters): readonly Existing[] {
  const { types, names = [], tags = [] } = filters;
  const patterns = names.map(patternOf);
  const fits = (object: Existing) =>
    (patterns.length === 0 || patterns.some((pattern) => pattern.test(object.name))) &&
    (tags.length === 0 || tags.some((tag) => object.tags.includes(tag)));
  const chosen = new Set(objects.filter((each) => each.type !== "alert" && fits(each)).map(({ id }) => id));
  return objects.filter((each) => {
    if (types?.includes(each.type) === false) {
      return false;
    }
    return each.type === "alert" ? fits(each) || chosen.has(watchedId(each)) : chosen.has(each.id);
  });
}

function patternOf(text: string): RegExp {
  const escaped = text.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  const [first = "", ...parts] = escaped.replaceAll("?", ".").split("*");
  const last = parts.pop();
  // The first occurrence of a part is enough. A group in a look-ahead is never tried at another place.
  const between = parts.map((part, index) => `(?=(.*?${part}))\\${index + 1}`).join("");
  return new RegExp(`^${first}${between}${last === undefined ? "" : `.*${last}`}$`, "is");
}

export function quotedName({ name, id }: Pick<Existing, "name" | "id">): string {
  return name === "" ? id : `"${onOneLine(name)}"`;
}
