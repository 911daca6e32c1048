import { CommandError } from "../../frame/exit";
import type { Existing } from "./existing-objects";
import { IMPORTED_TYPES, TYPE_FACTS } from "./imported-types";
import { type ImportFilters, type Inventory, selectObjects } from "./inventory";
import type { Manifest } from "./manifest";
import type { VendorState } from "./vendor-state";

const NO_MATCH =
  "No objects match the filters. No files were written. Fix: Run `cdk-clickstack import --list` to see the objects.";

/** The objects that an import declares. */
export interface Selection {
  /** The ids of the selected objects that the import declares. */
  readonly ids: ReadonlySet<string>;
  /** The selected objects, and those of earlier imports. */
  readonly declared: readonly Existing[];
  /** The selected objects that a state of the folder manages and no import declared. */
  readonly managedElsewhere: readonly Existing[];
  /** Construct ids of earlier imports, by id on the server. */
  readonly names: ReadonlyMap<string, string>;
}

interface SelectionOptions {
  readonly filters: ImportFilters;
  /** If set, only objects in this state are selected. */
  readonly vendor: VendorState | undefined;
  readonly earlier: Manifest;
  /** Objects in the states of the folder: id on the server to address. */
  readonly managed: ReadonlyMap<string, string>;
}

/** Selects the objects to import. Throws a `CommandError` if no object matches the filters. */
export function selectForImport(inventory: Inventory, options: SelectionOptions): Selection {
  const { filters, vendor, earlier, managed } = options;
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
    ids,
    declared: inventory.objects.filter((each) => ids.has(each.id) || isRecorded(each)),
    managedElsewhere,
    names: new Map(Object.entries(earlier.objects).map(([id, { name }]) => [id, name])),
  };
}
