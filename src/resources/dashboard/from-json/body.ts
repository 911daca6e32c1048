import { type Fields, isObject } from "../../../declaration/field";
import { assertUsable } from "../../../declaration/json-text";
import { fieldSteps, splitOtherFields } from "../../../declaration/other-fields";
import type { IssuePath } from "../../../declaration/rules";
import { allFields, type Shape } from "../../../declaration/shape";

/**
 * What one body holds that no declaration can say, each as `place: sentence`. Collected, so that all of it is reported
 * at once.
 */
export type Refuse = (place: string, sentence: string) => void;

/** What the servers and the UI write into a body for themselves. Nobody can declare it. */
const SERVER_ONLY: ReadonlySet<string> = new Set([
  ...["id", "_id", "__v", "team", "teamId", "createdAt", "updatedAt", "createdBy", "updatedBy", "provisioned"],
  // Of a template: the form's version, and what a gallery says of it.
  ...["version", "description"],
]);

/**
 * The dashboard in an exported body: an object or its JSON, with or without the envelope of a response. Throws for
 * anything else.
 */
export function dashboardIn(body: unknown): Fields {
  const parsed = typeof body === "string" ? parse(body) : body;
  assertUsable(parsed);
  const dashboard = isObject(parsed) ? (enveloped(parsed) ?? parsed) : undefined;
  if (!dashboard || !Array.isArray(dashboard.tiles)) {
    throw new Error("A dashboard's body is an object with a list of tiles, as an export or a GET has it.");
  }
  return withoutEmpty(Object.fromEntries(Object.entries(dashboard).filter(([name]) => !SERVER_ONLY.has(name))));
}

/**
 * The response of a GET: `{ data }` of the open-source server, `{ result }` of the managed one
 * (docs/internals/api-behavior.md 0).
 */
function enveloped({ data, result }: Fields): Fields | undefined {
  return [data, result].find((inner): inner is Fields => isObject(inner) && Array.isArray(inner.tiles));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // An engine's message repeats some of the text, which may be sensitive.
    throw new Error("The text is no JSON.");
  }
}

/** The same object without what is null or undefined. */
export function withoutEmpty(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}

/** The objects in a list, or none where there is no list. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** How a body is read, and how messages about it speak. */
export interface BodyReading {
  /** Whether a value stands for something that only Terraform knows. */
  readonly isToken: (value: unknown) => boolean;
  readonly unknownFields: UnknownFields;
  /** What to do about fields that are refused because no declaration has them. */
  readonly unknownFieldsFix: string;
  /** A place below a tile, as an author writes it. */
  readonly placeText: (path: IssuePath) => string;
}

/** What happens to a field of a body that no declaration has. */
export type UnknownFields = "refuse" | "drop";

/**
 * The fields of a body that a declaration has. A field that another kind of tile has is left out, as the server does
 * with it (docs/internals/api-behavior.md 4.6), and so is one that says nothing. Any other is refused, or left out
 * where the author says so.
 */
export function declaredFields(
  shape: Shape,
  body: Fields,
  place: string,
  refuse: Refuse,
  { unknownFields, unknownFieldsFix }: Pick<BodyReading, "unknownFields" | "unknownFieldsFix">,
): Fields {
  const { known, other } = splitOtherFields(shape, body);
  const names = new Set(allFields(shape).map(({ meta, name }) => meta.apiName ?? name));
  for (const [path, json] of Object.entries(other)) {
    const name = fieldSteps(path).at(-1) ?? "";
    if (unknownFields === "drop" || names.has(name) || SAYS_NOTHING.has(json)) {
      continue;
    }
    refuse(
      [place, path].filter(Boolean).join("."),
      `The API has no such field; the body says ${json}. ${unknownFieldsFix}`,
    );
  }
  return known as Fields;
}

const SAYS_NOTHING: ReadonlySet<string> = new Set(['""', "[]", "{}", "false"]);

/** Whether a text is an id that the server gave. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{24}$/.test(text);
}
