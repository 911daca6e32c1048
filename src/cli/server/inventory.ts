import { type ApiRecord, UnsupportedOperationError } from "../../client";
import type { ShownObjects } from "../../client/reads/listing";
import type { DeclaredFields } from "../../declaration/field";
import { withoutServerDefaults } from "../../declaration/server-defaults";
import { createLog, type ObjectValue, type Resource } from "../../plugin";
import { provider } from "../../provider/provider";
import { isRefusedOperation } from "../../resources/api-key/key-collection";
import type { Client } from "../../resources/client";
import type { Session } from "../../resources/shared/session";
import { objectFromTerraform } from "../../resources/shared/terraform-form";
import type { Manifest } from "../project/import-manifest";
import {
  IMPORTED_TYPES,
  type ImportedType,
  REFERRED_TYPES,
  type ReferredType,
  TYPE_FACTS,
} from "../project/imported-types";
import type { VendorState } from "../project/vendor-state";
import { CommandError } from "../terminal/exit";
import { type Existing, existing } from "./existing-objects";

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

/** All readable objects on the server. */
export interface Inventory {
  readonly objects: readonly Existing[];
  readonly records: Readonly<Record<ReferredType, readonly ApiRecord[]>>;
  /** Resource types that the deployment does not support or does not return. */
  readonly hidden: ReadonlySet<ReferredType>;
  /** Sentences about resource types that could not be read. */
  readonly notes: readonly string[];
}

/** The objects that filters select. */
export type ImportListing = Pick<Inventory, "objects" | "notes">;

interface InventoryOptions {
  /** Resource types that must be readable. Other unreadable types are left out with a note. */
  readonly needed: readonly ImportedType[];
  readonly onProgress?: (plural: string) => void;
}

/** Reads each resource type with one list. Older objects come first, so that derived names do not change. */
export async function readInventory(client: Client, { needed, onProgress }: InventoryOptions): Promise<Inventory> {
  const notes: string[] = [];
  const hidden = new Set<ReferredType>();
  const lists: Partial<Record<ReferredType, readonly ApiRecord[]>> = {};
  for (const type of REFERRED_TYPES) {
    const { plural, collection } = TYPE_FACTS[type];
    onProgress?.(plural);
    const read = () => collection(client).readShown();
    const found = needed.some((each) => each === type) ? await read() : await readOrNote(read, plural, notes);
    if (!found) {
      hidden.add(type);
    }
    if (found?.incomplete) {
      notes.push(`${found.incomplete.message} The import lacks the objects that are not shown.`);
    }
    lists[type] = (found?.records ?? []).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }
  const records = lists as Inventory["records"];
  const objects = IMPORTED_TYPES.flatMap((type) => records[type].map((each) => existing(type, each)));
  return { objects, records, hidden, notes };
}

/** Reads a resource type. Returns undefined if it is not supported. Adds a note if the key may not read it. */
async function readOrNote(
  read: () => Promise<ShownObjects<ApiRecord>>,
  plural: string,
  notes: string[],
): Promise<ShownObjects<ApiRecord> | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UnsupportedOperationError) {
      return undefined;
    }
    if (!isRefusedOperation(error, "GET")) {
      throw error;
    }
    notes.push(`The ${plural} could not be read: ${error.message}`);
    return undefined;
  }
}

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
  const fits = fitsOf(filters);
  const chosen = new Set(objects.filter((each) => each.type !== "alert" && fits(each)).map(({ id }) => id));
  const isOfType = ({ type }: Existing) => filters.types?.includes(type) ?? true;
  return objects.filter((each) => {
    if (!isOfType(each)) {
      return false;
    }
    return each.type === "alert" ? fits(each) || chosen.has(watchedId(each)) : chosen.has(each.id);
  });
}

/** Returns the id of the watched dashboard or saved search. For an alert with an inline chart it matches no object. */
export function watchedId(alert: Existing): string {
  return String(watchedType(alert) === "saved_search" ? alert.record.savedSearchId : alert.record.dashboardId);
}

/** Returns true if an alert has an inline chart. */
export function hasOwnChart({ record }: Existing): boolean {
  return record.source === "inline";
}

export function watchedType({ record }: Existing): "dashboard" | "saved_search" {
  return record.source === "saved_search" ? "saved_search" : "dashboard";
}

function fitsOf({ names = [], tags = [] }: ImportFilters): (object: Existing) => boolean {
  const patterns = names.map(patternOf);
  return (object) =>
    (patterns.length === 0 || patterns.some((pattern) => pattern.test(object.name))) &&
    (tags.length === 0 || tags.some((tag) => object.tags.includes(tag)));
}

function patternOf(text: string): RegExp {
  const escaped = text.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  const [first = "", ...parts] = escaped.replaceAll("?", ".").split("*");
  const last = parts.pop();
  // The first occurrence of a part is enough. A group in a look-ahead is never tried at another place.
  const between = parts.map((part, index) => `(?=(.*?${part}))\\${index + 1}`).join("");
  return new RegExp(`^${first}${between}${last === undefined ? "" : `.*${last}`}$`, "is");
}

const SILENT = createLog({ level: "off", module: "import", write: () => undefined });

/** The declaration of an object. */
export interface Declared {
  /** Fields without server defaults. */
  readonly fields: DeclaredFields;
  /** All fields of the provider's state. */
  readonly state: DeclaredFields;
}

/** Reads an object as `terraform import` does, and returns the declaration that results in an empty plan. */
export async function declaredOf(object: Existing, session: Session): Promise<Declared | undefined> {
  const { shape } = TYPE_FACTS[object.type];
  const state = await importedState(resourceOf(object), object.id, session);
  if (!state) {
    return undefined;
  }
  const fields = objectFromTerraform(shape, state);
  return { state: fields, fields: withoutServerDefaults(shape, fields) as DeclaredFields };
}

function resourceOf({ type }: Existing): Resource<Session> {
  const resource = provider.resources[`clickstack_${type}`];
  if (!resource) {
    throw new Error(`The provider has no resource clickstack_${type}.`);
  }
  return resource;
}

async function importedState(
  resource: Resource<Session>,
  id: string,
  session: Session,
): Promise<ObjectValue | undefined> {
  const context = { session, signal: new AbortController().signal, log: SILENT };
  const imported = await resource.import?.({ id }, context);
  const [first] = [imported].flat();
  if (!first) {
    return undefined;
  }
  const empty = Object.fromEntries(Object.keys(resource.schema.attributes).map((name) => [name, null]));
  const read = await resource.read({ state: { ...empty, ...first.state }, private: first.private ?? {} }, context);
  return read?.state;
}
