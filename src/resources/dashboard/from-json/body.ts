import { type DeclaredFields, isObject } from "../../../declaration/field";
import { assertUsable } from "../../../declaration/json-text";
import { splitFieldPath, splitOtherFields } from "../../../declaration/other-fields";
import type { IssuePath } from "../../../declaration/rules";
import { collectFields, type Shape } from "../../../declaration/shape";

/** Reports `place: sentence`. Problems are collected and reported at once. */
export type Refuse = (place: string, sentence: string) => void;

/** Fields that the servers and the UI write for themselves. They cannot be declared. */
const SERVER_ONLY: ReadonlySet<string> = new Set([
  ...["id", "_id", "__v", "team", "teamId", "createdAt", "updatedAt", "createdBy", "updatedBy", "provisioned"],
  // Fields of a template: the version of its format, and its description in a gallery.
  ...["version", "description"],
]);

/**
 * Returns the dashboard in an exported body: an object or its JSON, with or without the envelope of a response. Throws
 * for other values.
 * @param contentCode code that returns the content of a file
 */
export function dashboardIn(body: unknown, { contentCode }: Pick<BodyReading, "contentCode">): DeclaredFields {
  const parsed = typeof body === "string" ? parse(body, contentCode) : body;
  assertUsable(parsed);
  const dashboard = isObject(parsed) ? (enveloped(parsed) ?? parsed) : undefined;
  if (!dashboard || !Array.isArray(dashboard.tiles)) {
    throw new Error("A dashboard's body must be an object with a list of tiles, as in an export or a GET response.");
  }
  return withoutEmpty(Object.fromEntries(Object.entries(dashboard).filter(([name]) => !SERVER_ONLY.has(name))));
}

/** Reads `{ data }` of the open-source server, `{ result }` of the managed one (docs/internals/api-behavior.md 0). */
function enveloped({ data, result }: DeclaredFields): DeclaredFields | undefined {
  return [data, result].find((inner): inner is DeclaredFields => isObject(inner) && Array.isArray(inner.tiles));
}

function parse(text: string, contentCode: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the text, which may be sensitive.
    const fix = /^\s*[{[]/.test(text) ? "" : ` Fix: Pass the content of the file: ${contentCode}.`;
    throw new Error(`The text is not valid JSON.${fix}`);
  }
}

/** Returns the object without null and undefined values. */
export function withoutEmpty(fields: DeclaredFields): DeclaredFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}

/** Returns the objects in a list; none for another value. */
export function listOf(value: unknown): readonly DeclaredFields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Options for reading a body, and for messages about it. */
export interface BodyReading {
  /** Returns true for a value that only Terraform knows. */
  readonly isToken: (value: unknown) => boolean;
  readonly unknownFields: UnknownFields;
  /** The fix for fields that are refused because they cannot be declared. */
  readonly unknownFieldsFix: string;
  /** Code that returns the content of a file, for an author who passes its path. */
  readonly contentCode: string;
  /** Returns a place below a tile, as an author writes it. */
  readonly placeText: (path: IssuePath) => string;
}

/** Handling of fields that cannot be declared. */
export type UnknownFields = "refuse" | "drop";

/**
 * Returns the fields of a body that can be declared. A field of another tile kind is left out, as the server does
 * (docs/internals/api-behavior.md 4.6), and so is an empty one. Other fields are refused, or left out if the author
 * requests it.
 */
export function declaredFields(
  shape: Shape,
  body: DeclaredFields,
  place: string,
  refuse: Refuse,
  { unknownFields, unknownFieldsFix }: Pick<BodyReading, "unknownFields" | "unknownFieldsFix">,
): DeclaredFields {
  const { known, other } = splitOtherFields(shape, body);
  const names = new Set(collectFields(shape).map(({ meta, name }) => meta.apiName ?? name));
  for (const [path, json] of Object.entries(other)) {
    const name = splitFieldPath(path).at(-1) ?? "";
    if (unknownFields === "drop" || names.has(name) || SAYS_NOTHING.has(json)) {
      continue;
    }
    const reason = UI_ONLY.get(name) ?? "The API has no such field";
    refuse([place, path].filter(Boolean).join("."), `${reason}; the body contains ${json}. ${unknownFieldsFix}`);
  }
  return known as DeclaredFields;
}

/** Settings of tiles that the UI writes and the API hides (docs/internals/api-behavior.md 4.12). */
const UI_ONLY: ReadonlyMap<string, string> = new Map([
  [
    "ratioMode",
    "Only the UI can set the ratio mode of a tile. The API hides it, and it changes what an alert evaluates",
  ],
  ["alternateRowBackground", "Only the UI can set the alternate row background of a table. The API hides it"],
]);

const SAYS_NOTHING: ReadonlySet<string> = new Set(['""', "[]", "{}", "false"]);
