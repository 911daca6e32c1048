import type { StoredCollection } from "../collection";
import type { Store } from "../store";

/** A stored object as laid out in the store. */
export interface Document {
  id: string;
  [field: string]: unknown;
}

/** The stored objects of one kind, without regard to what the API can say. */
interface Documents {
  get(id: string): Document | undefined;
  all(): readonly Document[];
  put(document: Document): void;
  remove(id: string): boolean;
}

/** Kinds a person edits in the UI. */
export const kinds = ["dashboards", "alerts", "sources", "webhooks", "saved-searches", "connections"] as const;

export type Kind = (typeof kinds)[number];

export function documentsOf(kind: Kind, store: Store): Documents {
  switch (kind) {
    case "dashboards":
      return open(store.dashboards);
    case "alerts":
      return open(store.alerts);
    case "sources":
      return open(store.sources);
    case "webhooks":
      return open(store.webhooks);
    case "saved-searches":
      return open(store.savedSearches);
    case "connections":
      return open(store.connections);
  }
}

function open<T extends { id: string }>(collection: StoredCollection<T>): Documents {
  const document = (item: T): Document => ({ ...item });
  return {
    get: (id) => {
      const item = collection.get(id);
      return item && document(item);
    },
    all: () => collection.all().map(document),
    put: (item) => {
      collection.put(item as unknown as T);
    },
    remove: (id) => collection.remove(id),
  };
}
