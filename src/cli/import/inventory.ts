import { ApiError, type ApiRecord, type Client, type Collection, UnsupportedOperationError } from "../../api";
import { type Existing, existing } from "./existing";
import { IMPORT_KINDS, type ImportKind, KIND_FACTS } from "./kinds";

/** The kinds that objects name by id: those that can be imported, and others. */
export type RecordKind = ImportKind | "role";

/** Everything that exists, as far as it can be read. */
export interface Inventory {
  readonly objects: readonly Existing[];
  readonly records: Readonly<Record<RecordKind, readonly ApiRecord[]>>;
  /** Kinds that this deployment does not have, or does not show. */
  readonly hidden: ReadonlySet<RecordKind>;
  /** Kinds that could not be read, each as a sentence. */
  readonly notes: readonly string[];
}

export interface InventoryOptions {
  /** Kinds that must be readable. The others are left out with a note where they are not. */
  readonly needed: readonly ImportKind[];
  readonly onProgress?: (plural: string) => void;
}

type Readable = Pick<Collection<ApiRecord, never>, "readAll">;

const OTHER_KINDS: Readonly<Record<Exclude<RecordKind, ImportKind>, (client: Client) => Readable>> = {
  role: (client) => client.roles,
};

/** Reads each kind with one list. What was created first comes first, so that names that are made from it stay. */
export async function readInventory(client: Client, { needed, onProgress }: InventoryOptions): Promise<Inventory> {
  const notes: string[] = [];
  const hidden = new Set<RecordKind>();
  const read = async (kind: RecordKind, plural: string, collection: Readable) => {
    onProgress?.(plural);
    const isNeeded = needed.some((each) => each === kind);
    const records = isNeeded ? await collection.readAll() : await readOrNote(collection, plural, notes);
    if (!records) hidden.add(kind);
    return [kind, [...(records ?? [])].sort(byId)] as const;
  };
  const entries: (readonly [RecordKind, readonly ApiRecord[]])[] = [];
  for (const kind of IMPORT_KINDS) {
    const { plural, collection } = KIND_FACTS[kind];
    entries.push(await read(kind, plural, collection(client)));
  }
  for (const [kind, collection] of Object.entries(OTHER_KINDS) as [RecordKind, (client: Client) => Readable][]) {
    entries.push(await read(kind, `${kind}s`, collection(client)));
  }
  const records = Object.fromEntries(entries) as Inventory["records"];
  return {
    objects: IMPORT_KINDS.flatMap((kind) => records[kind].map((each) => existing(kind, each))),
    records,
    hidden,
    notes,
  };
}

/** A deployment that does not have a kind says nothing about it; a key that may not read one is worth a note. */
async function readOrNote(
  collection: Readable,
  plural: string,
  notes: string[],
): Promise<readonly ApiRecord[] | undefined> {
  try {
    return await collection.readAll();
  } catch (error) {
    if (error instanceof UnsupportedOperationError) return undefined;
    if (!(error instanceof ApiError) || !(error.isForbidden || error.isRouteMissing)) throw error;
    notes.push(`The ${plural} could not be read: ${error.message}`);
    return undefined;
  }
}

function byId(a: ApiRecord, b: ApiRecord): number {
  return a.id < b.id ? -1 : 1;
}
