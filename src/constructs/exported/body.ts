import type { Fields } from "../../schema/field";

/** What one body holds that no declaration can say, each as `place: sentence`. Collected, so that all of it is told at once. */
export type Refuse = (place: string, sentence: string) => void;

/** What the servers and the UI write into a body for themselves. Nobody can declare it. */
const SERVER_ONLY: ReadonlySet<string> = new Set([
  ...["id", "_id", "__v", "team", "teamId", "createdAt", "updatedAt", "createdBy", "updatedBy", "provisioned"],
  // Of a template: the form's version, and what a gallery says of it.
  ...["version", "description"],
]);

/** The dashboard in an exported body: an object or its JSON, with or without the envelope of a reply. Throws for anything else. */
export function dashboardIn(body: unknown): Fields {
  const parsed = typeof body === "string" ? parse(body) : body;
  const dashboard = isFields(parsed) ? (enveloped(parsed) ?? parsed) : undefined;
  if (!dashboard || !Array.isArray(dashboard.tiles))
    throw new Error("A dashboard's body is an object with a list of tiles, as an export or a GET has it.");
  return withoutEmpty(Object.fromEntries(Object.entries(dashboard).filter(([name]) => !SERVER_ONLY.has(name))));
}

/** The reply of a GET: `{ data }` of the open-source server, `{ result }` of the managed one (docs/internals/api-behavior.md 0). */
function enveloped({ data, result }: Fields): Fields | undefined {
  return [data, result].find((inner): inner is Fields => isFields(inner) && Array.isArray(inner.tiles));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`The text is no JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** The same object without what is null or undefined. */
export function withoutEmpty(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects in a list, or none where there is no list. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}
