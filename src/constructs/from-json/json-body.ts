import type { Construct } from "constructs";
import { type Fields, isObject, isPlainObject } from "../../declaration/field";
import { fieldSteps, splitOtherFields } from "../../declaration/other-fields";
import { allFields, type Shape } from "../../declaration/shape";
import { didYouMean } from "../../resources/declarations";
import { Connection } from "../connection";
import { Token } from "../framework";
import type { ProviderOption } from "../look-up";
import type { DashboardReference } from "../on-click";
import { Source } from "../source";
import { type ConnectionReference, idOf, type SourceReference } from "../tile";
import { verbatimBesideTokens, verbatimJson } from "../verbatim";

/** What one body holds that no declaration can say, each as `place: sentence`. Collected, so that all of it is told at once. */
export type Refuse = (place: string, sentence: string) => void;

/** What the servers and the UI write into a body for themselves. Nobody can declare it. */
const SERVER_ONLY: ReadonlySet<string> = new Set([
  ...["id", "_id", "__v", "team", "teamId", "createdAt", "updatedAt", "createdBy", "updatedBy", "provisioned"],
  // Of a template: the form's version, and what a gallery says of it.
  ...["version", "description"],
]);

/** The dashboard in an exported body: an object or its JSON, with or without the envelope of a response. Throws for anything else. */
export function dashboardIn(body: unknown): Fields {
  const parsed = typeof body === "string" ? parse(body) : body;
  const dashboard = isObject(parsed) ? (enveloped(parsed) ?? parsed) : undefined;
  if (!dashboard || !Array.isArray(dashboard.tiles))
    throw new Error("A dashboard's body is an object with a list of tiles, as an export or a GET has it.");
  return withoutEmpty(Object.fromEntries(Object.entries(dashboard).filter(([name]) => !SERVER_ONLY.has(name))));
}

/** The response of a GET: `{ data }` of the open-source server, `{ result }` of the managed one (docs/internals/api-behavior.md 0). */
function enveloped({ data, result }: Fields): Fields | undefined {
  return [data, result].find((inner): inner is Fields => isObject(inner) && Array.isArray(inner.tiles));
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

/** The objects in a list, or none where there is no list. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** How the texts of a body are read. */
export interface BodyTexts {
  /** The value in a form in which Terraform and cdktf leave every text as it is. */
  readonly asItIs: <T>(value: T) => T;
  /** Whether a value stands for something that only Terraform knows. */
  readonly isToken: (value: unknown) => boolean;
  /** The places of numbers that nobody can tell from tokens. */
  readonly numbersLikeTokens: (value: unknown, place: string) => readonly string[];
}

/** A text holds no tokens: whoever wrote it knows nothing of the program. */
const OF_A_TEXT: BodyTexts = {
  asItIs: (value) => verbatimJson(value) as typeof value,
  isToken: () => false,
  numbersLikeTokens,
};

/** In an object the program may have put tokens. */
const OF_AN_OBJECT: BodyTexts = {
  asItIs: (value) => verbatimBesideTokens(value) as typeof value,
  isToken: Token.isUnresolved,
  numbersLikeTokens: () => [],
};

export function bodyTexts(body: unknown): BodyTexts {
  return typeof body === "string" ? OF_A_TEXT : OF_AN_OBJECT;
}

function numbersLikeTokens(value: unknown, place: string): readonly string[] {
  if (typeof value === "number") return [value, [value]].some(Token.isUnresolved) ? [place] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => numbersLikeTokens(item, `${place}[${index}]`));
  if (!isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => numbersLikeTokens(item, `${place}.${name}`));
}

/** What happens to a field of a body that no declaration has. */
export type UnknownFields = "refuse" | "drop";

/**
 * The fields of a body that a declaration has. A field that another kind of tile has is left out, as the server does with it
 * (docs/internals/api-behavior.md 4.6), and so is one that says nothing. Any other is refused, or left out where the author says so.
 */
export function declaredFields(
  shape: Shape,
  body: Fields,
  place: string,
  refuse: Refuse,
  unknown: UnknownFields,
): Fields {
  const { known, other } = splitOtherFields(shape, body);
  const names = new Set(allFields(shape).map(({ meta, name }) => meta.apiName ?? name));
  for (const [path, json] of Object.entries(other)) {
    const name = fieldSteps(path).at(-1) ?? "";
    if (unknown === "drop" || names.has(name) || SAYS_NOTHING.has(json)) continue;
    refuse([place, path].filter(Boolean).join("."), `The API has no such field; the body says ${json}. ${WAY_OUT}`);
  }
  return known as Fields;
}

const WAY_OUT = 'Take it out of the body, or leave out all such fields with unknownFields: "drop".';

const SAYS_NOTHING: ReadonlySet<string> = new Set(['""', "[]", "{}", "false"]);

/** What stands for the sources, connections and dashboards that a body names, by the id or name in the body. */
export interface ReferenceOptions {
  readonly sources?: Readonly<Record<string, SourceReference>>;
  readonly connections?: Readonly<Record<string, ConnectionReference>>;
  readonly dashboards?: Readonly<Record<string, DashboardReference>>;
}

type Kind = keyof ReferenceOptions;

/** Turns what a body names into references. An id stays, a name is looked up, unless the options say what stands for it. */
export class BodyReferences {
  readonly #named: Record<Kind, Set<string>> = { sources: new Set(), connections: new Set(), dashboards: new Set() };

  constructor(
    private readonly scope: Construct,
    private readonly options: ReferenceOptions,
    private readonly texts: BodyTexts,
    private readonly provider: ProviderOption,
  ) {}

  source(written: string): SourceReference {
    const mapped = this.#mapped("sources", written);
    if (mapped !== undefined) return mapped;
    return this.#isKnown(written) ? written : Source.byName(this.scope, this.texts.asItIs(written), this.provider);
  }

  connection(written: string): ConnectionReference {
    const mapped = this.#mapped("connections", written);
    if (mapped !== undefined) return mapped;
    return this.#isKnown(written) ? written : Connection.byName(this.scope, this.texts.asItIs(written), this.provider);
  }

  /** A dashboard that a click leads to. One that is known by its name alone is named by it, and need not exist yet. */
  dashboardTarget(written: string): { mode: "id"; id: string } | { mode: "template"; template: string } {
    const mapped = this.#mapped("dashboards", written);
    if (mapped !== undefined) return { mode: "id", id: idOf(mapped) };
    if (this.#isKnown(written)) return { mode: "id", id: written };
    return { mode: "template", template: this.texts.asItIs(written) };
  }

  /** Notes a name that the body has. */
  mention(kind: Kind, written: string): void {
    this.#named[kind].add(written);
  }

  /** Refuses options for what the body does not name: a misspelt name would otherwise be overlooked. */
  refuseUnused(refuse: Refuse): void {
    for (const kind of Object.keys(this.#named) as Kind[]) {
      const named = [...this.#named[kind]];
      for (const name of Object.keys(this.options[kind] ?? {})) {
        if (named.includes(name)) continue;
        const known = named.length > 0 ? ` It names ${named.map((each) => `"${each}"`).join(", ")}.` : "";
        refuse(`${kind}["${name}"]`, `The body does not name it.${didYouMean(name, named)}${known}`);
      }
    }
  }

  /** A token of the program stands for an id. */
  #isKnown(written: string): boolean {
    return isId(written) || this.texts.isToken(written);
  }

  #mapped<K extends Kind>(kind: K, written: string): NonNullable<ReferenceOptions[K]>[string] | undefined {
    this.mention(kind, written);
    const mapping = this.options[kind] as
      | Readonly<Record<string, NonNullable<ReferenceOptions[K]>[string]>>
      | undefined;
    return mapping && Object.hasOwn(mapping, written) ? mapping[written] : undefined;
  }
}

/** Whether a text is an id that the server gave. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{24}$/.test(text);
}
