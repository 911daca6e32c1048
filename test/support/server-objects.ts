import type { Emulator } from "../../src/emulator";
import { ui } from "./ui";

/** An object on the server, in a form that is the same in every run: names instead of ids, no times. */
export interface ServerObject {
  readonly collection: string;
  readonly name: string;
  /** True if the state of the run contains its id. */
  readonly managed: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
}

interface Stored {
  readonly id: string;
  readonly name?: string | null;
  readonly tiles?: readonly { readonly id: string; readonly name: string }[];
  readonly filters?: readonly { readonly id?: string; readonly name?: string }[];
  readonly [field: string]: unknown;
}

const COLLECTIONS = ["connections", "sources", "webhooks", "saved-searches", "dashboards", "alerts"] as const;

/** Fields that differ between runs: times and random values. */
const PASSING = ["id", "createdAt", "updatedAt", "usedAt", "keySuffix"];

/** Undeclared fields that the server copies from the watched object when it creates the alert. */
const DERIVED: Partial<Record<string, readonly string[]>> = { alerts: ["displayName", "tags"] };

/** Returns all objects on the server, including values that the API never returns: write-only headers, passwords. */
export async function serverObjects(
  emulator: Emulator,
  managedIds: ReadonlySet<string>,
): Promise<readonly ServerObject[]> {
  const stored: (readonly [collection: string, object: Stored])[] = [];
  for (const collection of COLLECTIONS) {
    const { data } = (await ui(emulator, "GET", `/raw/${collection}`)) as { data: readonly Stored[] };
    stored.push(...data.map((object) => [collection, object] as const));
  }
  const { data: keys } = (await ui(emulator, "GET", "/keys")) as { data: readonly Stored[] };
  stored.push(...keys.map((object) => ["keys", object] as const));
  const names = new Map(stored.flatMap(([collection, object]) => namesIn(collection, object)));
  return stored.map(([collection, object]) => ({
    collection,
    name: nameOf(object),
    managed: managedIds.has(object.id),
    fields: withNames(lasting(object, DERIVED[collection]), names) as Record<string, unknown>,
  }));
}

/** The name of a previous key generation contains an id of the key that replaced it, which differs in each run. */
function nameOf({ name }: Stored): string {
  return String(name ?? "").replace(/(?<= \(previous generation) [0-9a-f]{12}(?=\)$)/, "");
}

/** A field that is null means the same as an absent field. The form depends on earlier updates of the object. */
function lasting(object: Stored, derived: readonly string[] = []): Record<string, unknown> {
  const passing = [...PASSING, ...derived];
  const kept = Object.entries(object).filter(([field, value]) => value !== null && !passing.includes(field));
  const { expireAt, ...fields } = Object.fromEntries(kept);
  return { ...fields, name: nameOf(object), ...(expireAt !== undefined && { expireAt: "some time" }) };
}

function namesIn(collection: string, { id, name, tiles = [], filters = [] }: Stored): readonly [string, string][] {
  const parts = [...tiles, ...(collection === "dashboards" ? filters : [])].flatMap((part): [string, string][] =>
    part.id ? [[part.id, `<part "${part.name}" of ${collection} "${name}">`]] : [],
  );
  return [[id, `<${collection} "${name}">`], ...parts];
}

/** Returns the value with names instead of ids, and with sorted fields. */
function withNames(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") {
    return names.get(value) ?? value;
  }
  if (Array.isArray(value)) {
    return value.map((item) => withNames(item, names));
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([field, item]) => [field, withNames(item, names)]));
}
