import { isDeepStrictEqual } from "node:util";
import { type ApiRecord, UnsupportedOperationError } from "../../client";
import type { ShownObjects } from "../../client/reads/listing";
import type { DeclaredFields } from "../../declaration/field";
import { withoutServerDefaults } from "../../declaration/server-defaults";
import { createLog } from "../../plugin";
import { provider } from "../../provider/provider";
import { type WatchedRecord, watchedKind } from "../../resources/alert/watched-object";
import { isRefusedOperation } from "../../resources/api-key/key-collection";
import type { Client } from "../../resources/client";
import { shownName } from "../../resources/resource-type";
import { readImported } from "../../resources/shared/list-resource";
import type { Session } from "../../resources/shared/session";
import { objectFromTerraform } from "../../resources/shared/terraform-form";
import {
  IMPORTED_TYPES,
  type ImportedType,
  REFERRED_TYPES,
  type ReferredType,
  TYPE_FACTS,
} from "../project/imported-types";

export interface Existing {
  readonly type: ImportedType;
  readonly id: string;
  /** Empty if the object has no name; alerts may have none. */
  readonly name: string;
  readonly tags: readonly string[];
  readonly record: ApiRecord;
}

export function existing(type: ImportedType, record: ApiRecord): Existing {
  const { id, tags } = record;
  return { type, id, name: shownName(record) ?? "", tags: Array.isArray(tags) ? tags.map(String) : [], record };
}

export interface Inventory {
  readonly objects: readonly Existing[];
  readonly records: Readonly<Record<ReferredType, readonly ApiRecord[]>>;
  /** Resource types that the deployment does not support or does not return. */
  readonly hidden: ReadonlySet<ReferredType>;
  /** Sentences about resource types that could not be read. */
  readonly notes: readonly string[];
}

/**
 * Reads each resource type with one list. Older objects come first, so that derived names do not change.
 * @param needed resource types that must be readable. Other unreadable types are left out with a note.
 */
export async function readInventory(
  client: Client,
  { needed, onProgress }: { readonly needed: readonly ImportedType[]; readonly onProgress?: (plural: string) => void },
): Promise<Inventory> {
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

/** Returns the id of the watched dashboard or saved search. For an alert with an inline chart it matches no object. */
export function watchedId(alert: Existing): string {
  return String(watchedType(alert) === "saved_search" ? alert.record.savedSearchId : alert.record.dashboardId);
}

export function watchedType({ record }: Existing): "dashboard" | "saved_search" {
  return watchedKind(record) === "saved_search" ? "saved_search" : "dashboard";
}

const SILENT = createLog({ level: "off", module: "import", write: () => undefined });

export interface Declared {
  /** Fields without server defaults. */
  readonly fields: DeclaredFields;
  /** All fields of the provider's state. */
  readonly state: DeclaredFields;
}

/** Reads an object as `terraform import` does, and returns the declaration that results in an empty plan. */
export async function declaredOf(object: Existing, session: Session): Promise<Declared | undefined> {
  const { shape } = TYPE_FACTS[object.type];
  const resource = provider.resources[`clickstack_${object.type}`];
  const context = { session, signal: new AbortController().signal, log: SILENT };
  const read = resource && (await readImported(resource, object.id, context));
  if (!read) {
    return undefined;
  }
  const fields = objectFromTerraform(shape, read.state);
  return { state: fields, fields: withoutServerDefaults(shape, fields) as DeclaredFields };
}

/** Omits names and tags that the server derives from the watched object (docs/internals/api-behavior.md 6.2). */
export function withoutDerivedNaming(
  { displayName, tags, ...rest }: DeclaredFields,
  { owner, tile, config }: WatchedRecord,
): DeclaredFields {
  const own = (owner ? owner.fields : config)?.name || undefined;
  const whole = tile && own ? `${String(own)} - ${String(tile.name || "Tile")}` : String(own ?? "Alert");
  // The server cuts the name (docs/internals/api-behavior.md 6.2).
  const derived = whole.slice(0, 512);
  return {
    ...rest,
    ...(displayName !== undefined && displayName !== derived && { displayName }),
    ...(tags !== undefined && !isDeepStrictEqual(tags, owner?.fields.tags ?? []) && { tags }),
  };
}
