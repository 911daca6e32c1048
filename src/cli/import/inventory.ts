import { type ApiRecord, type Client, ClientError, UnsupportedOperationError } from "../../api";
import { type Existing, existing } from "./existing";
import { type ImportKind, KIND_FACTS } from "./kinds";

/** What other objects name by id, and are not imported. */
export interface Companions {
  readonly sources: readonly ApiRecord[];
  readonly connections: readonly ApiRecord[];
  readonly webhooks: readonly ApiRecord[];
  readonly roles: readonly ApiRecord[];
}

/** Everything that exists, as far as it can be read. */
export interface Inventory {
  readonly objects: readonly Existing[];
  readonly companions: Companions;
  /** Kinds that could not be read, each as a sentence. */
  readonly notes: readonly string[];
}

export interface InventoryOptions {
  /** Kinds that must be readable; those of `perhaps` are left out with a note where they are not. */
  readonly kinds: readonly ImportKind[];
  readonly perhaps: readonly ImportKind[];
  readonly onProgress?: (done: string) => void;
}

/** Reads each kind with one list. What was created first comes first, so that names that are made from it stay. */
export async function readInventory(client: Client, options: InventoryOptions): Promise<Inventory> {
  const notes: string[] = [];
  const objects: Existing[] = [];
  for (const kind of [...options.kinds, ...options.perhaps]) {
    const { plural, collection } = KIND_FACTS[kind];
    options.onProgress?.(plural);
    const read = () => collection(client).list();
    const records = options.kinds.includes(kind) ? await read() : await readOrNote(read, plural, notes);
    objects.push(...[...records].sort(byId).map((record) => existing(kind, record)));
  }
  return { objects, companions: await readCompanions(client, notes, options), notes };
}

async function readCompanions(client: Client, notes: string[], { onProgress }: InventoryOptions): Promise<Companions> {
  const read = async (plural: string, list: () => Promise<readonly ApiRecord[]>) => {
    onProgress?.(plural);
    return readOrNote(list, plural, notes);
  };
  return {
    sources: await read("sources", () => client.sources.readAll()),
    connections: await read("connections", () => client.connections.readAll()),
    webhooks: await read("webhooks", () => client.webhooks.readAll()),
    roles: await read("roles", () => client.roles.readAll()),
  };
}

/** A deployment that does not have a kind says nothing about it; one that refuses is worth a note. */
async function readOrNote(
  read: () => Promise<readonly ApiRecord[]>,
  plural: string,
  notes: string[],
): Promise<readonly ApiRecord[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UnsupportedOperationError) return [];
    if (!(error instanceof ClientError)) throw error;
    notes.push(`The ${plural} could not be read: ${error.message}`);
    return [];
  }
}

function byId(a: ApiRecord, b: ApiRecord): number {
  return a.id < b.id ? -1 : 1;
}
