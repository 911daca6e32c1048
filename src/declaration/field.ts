import * as z from "zod";
import { remember } from "../remember";
import { cloneWithRules } from "./rules";
import type { DeclaredField, ObjectShape } from "./shape";

/** Versions of the open-source server between which its API differs (docs/internals/api-behavior.md 6). */
export type ServerVersion = "2.36" | "2.37" | "2.38" | "2.39" | "2.40";

/** An object that has an id: a resource type without its prefix, a tile of a dashboard, or a user. */
export type ReferredObject =
  | "api_key"
  | "connection"
  | "dashboard"
  | "organization_role"
  | "organization_user"
  | "saved_search"
  | "source"
  | "team_role"
  | "tile"
  | "webhook";

/** Metadata of a field that its zod type cannot express. The schema, validation, plan, docs and constructs read it. */
export interface FieldMeta {
  readonly description: string;
  /** Set by the server or the provider; an author cannot declare it. */
  readonly readOnly?: true;
  /**
   * A read sets the value. A write sends the planned value back, and a difference does not cause an update. The author
   * can declare the field, unless it is `readOnly`.
   */
  readonly changedByReads?: true;
  /**
   * An apply of another object, of a newer generation, or with other arguments of the provider changes the value. A
   * difference is drift only if the author declares the field.
   */
  readonly changedByApplies?: true;
  /** Filled in by the server or the provider when the author leaves it out. */
  readonly computed?: true;
  readonly sensitive?: true;
  /** Reaches the provider only from the configuration; never in plan or state. */
  readonly writeOnly?: true;
  /** Name of the field whose change sends a write-only field again. */
  readonly sentAgainWith?: string;
  /** Only for the managed deployment. The open-source one drops it silently (docs/internals/api-behavior.md 2.3). */
  readonly managedOnly?: true;
  /** Values that only the managed deployment accepts (docs/internals/api-behavior.md 2.3). */
  readonly managedOnlyValues?: readonly unknown[];
  /** Only for the open-source deployment. The managed one refuses it (docs/internals/api-behavior.md 2.3). */
  readonly openSourceOnly?: true;
  /** The first open-source version that supports the field (docs/internals/api-behavior.md 6). */
  readonly since?: ServerVersion;
  /** Values that older open-source servers do not support. In a union: values of the discriminator. */
  readonly sinceValues?: Readonly<Record<string, ServerVersion>>;
  readonly forcesReplacement?: true;
  /** The order of the elements is not significant (docs/internals/api-behavior.md 1.4, 4.1). */
  readonly unordered?: true;
  /** An instant: two texts that name the same moment are equal (docs/internals/api-behavior.md 3.5). */
  readonly instant?: true;
  /** Returns the canonical form of a text. Texts with the same canonical form are equal, also as list elements. */
  readonly canonical?: (text: string) => string;
  /** Replacement of a deprecated field. Its presence marks the field as deprecated. */
  readonly deprecated?: string;
  /** An empty value equals an absent one, as the server returns it (docs/internals/api-behavior.md 4.1, 4.6, 4.8). */
  readonly emptyIsAbsent?: true;
  /** Value that the server stores when the field is left out. */
  readonly serverDefault?: PlainValue | DependentDefault;
  /**
   * A request leaves the server default out. The server neither stores nor returns it, and older servers may not
   * support the field. Requires `serverDefault`.
   */
  readonly defaultIsOmitted?: true;
  /** Value that clears the field, because updates keep an omitted one (docs/internals/api-behavior.md 3.9, 4.2). */
  readonly clearValue?: PlainValue;
  /**
   * Terraform stores the object as a map of texts, which requires fields without nested values. A map is only one type,
   * and the engine handles the types of all nested attributes in every call (docs/internals/terraform-protocol.md 9).
   */
  readonly textMap?: true;
  /** The attribute's name in Terraform, if it differs from the field's name in snake_case. */
  readonly attributeName?: string;
  /** The field's name in the API, if several fields of one object share an API name and differ by type. */
  readonly apiName?: string;
  readonly refersTo?: ReferredObject;
  /** Language of a text that the server evaluates: SQL, or the one that another field of the object names. */
  readonly language?: "sql" | { readonly namedBy: string };
  /**
   * The name of the prop in TypeScript, if it differs from the field's name. `on.groupBy` is a prop of the object `on`,
   * and "" means that the props omit this level. A prop with another name than its field also accepts the object
   * instead of its id.
   */
  readonly propName?: string;
  /** Returns a likely correction of a refused value. */
  readonly suggest?: (refused: unknown) => string | number | undefined;
  /** Names of the fields of an object that only the server sets. Extra fields must not have them. */
  readonly serversOwn?: readonly string[];
  /** Reasons to refuse values of a discriminator that other systems use, as sentences. */
  readonly refusals?: Readonly<Record<string, string>>;
  /** Messages do not quote a refused value: the field is public, but an author may put a secret into it by mistake. */
  readonly refusedUnseen?: true;
}

/** Default that the server does not store: an absent field, an empty one and the default are equal. */
export function omittedDefault(value: PlainValue | DependentDefault) {
  return { serverDefault: value, defaultIsOmitted: true } as const;
}

/** Server default that depends on other fields of the same object. */
export class DependentDefault {
  /** @param reads the fields that `value` reads; while one of them is unknown, the default is unknown */
  constructor(
    readonly reads: readonly string[],
    readonly value: (siblings: DeclaredFields) => PlainValue | undefined,
  ) {}
}

export type PlainValue =
  | null
  | boolean
  | number
  | string
  | readonly PlainValue[]
  | { readonly [name: string]: PlainValue };

/** Fields of one declared object. Values may be unknown (a token or a Terraform unknown). */
export type DeclaredFields = Readonly<Record<string, unknown>>;

const metaOfSchema = new WeakMap<z.core.$ZodType, FieldMeta>();

type OwnMeta = Omit<FieldMeta, "description">;

/** Declares a field that the author must set. */
export function required<S extends z.ZodType>(description: string, schema: S, meta: OwnMeta = {}) {
  return register(cloneWithRules(schema), { description, ...meta });
}

/** Declares a field that the author may leave out. */
export function optional<S extends z.ZodType>(description: string, schema: S, meta: OwnMeta = {}) {
  return register(schema.optional(), { description, ...meta });
}

/** Declares a field that only the server or the provider sets. */
export function computed<S extends z.ZodType>(description: string, schema: S, meta: OwnMeta = {}) {
  return register(schema.optional(), { description, readOnly: true, ...meta });
}

/** Returns the metadata of a field. Throws for a schema that no declaration registered. */
export function metaOf(schema: z.core.$ZodType): FieldMeta {
  const meta = metaOfSchema.get(schema);
  if (!meta) {
    throw new Error(
      "A declared object has a field without a description. Declare it with required(), optional() or computed().",
    );
  }
  return meta;
}

function register<S extends z.ZodType>(schema: S, meta: FieldMeta): S {
  metaOfSchema.set(schema, meta);
  return schema;
}

/** Keys are the definitions of schemas, because clones of a schema share its definition. */
const knownOf = new WeakMap<z.core.$ZodTypeDef, readonly (string | number)[]>();

/** A known value, which editors complete, or another value of its type. */
type Open<T extends string | number> = T | (T extends string ? string & {} : number & {});

/** Enumeration that a newer server may extend. Editors show the known values; another value is sent with a warning. */
export function openEnum<const T extends string | number>(known: readonly T[]): z.ZodType<Open<T>, Open<T>> {
  const schema = typeof known[0] === "number" ? z.number() : z.string().min(1);
  knownOf.set(schema._zod.def, known);
  return schema as unknown as z.ZodType<Open<T>, Open<T>>;
}

/** Returns the known values of an open enumeration; undefined for another schema. */
export function knownValuesOf(schema: z.core.$ZodType): readonly (string | number)[] | undefined {
  return knownOf.get(schema._zod.def);
}

/** Returns the Terraform attribute of a field: the API's camelCase name in snake_case. */
export const attributeName = remember(
  (field: Pick<DeclaredField, "name" | "meta">): string =>
    field.meta.attributeName ?? field.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
);

/** Returns the values that an update sends for undeclared fields, because the server would keep omitted ones. */
export function collectClearValues(shape: ObjectShape): Readonly<Record<string, PlainValue>> {
  const entries = Object.values(shape.fields).flatMap(({ name, meta }) =>
    meta.clearValue === undefined ? [] : [[name, meta.clearValue] as const],
  );
  return Object.fromEntries(entries);
}

/** Returns true for a value that the author set. Absent fields are undefined in TypeScript and null in Terraform. */
export function isPresent<T>(value: T): value is NonNullable<T> {
  return value !== undefined && value !== null;
}

/** Returns true for an object of names and values: not a list, a token or an instance of a class. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  // Checks the prototype's prototype, because objects of another realm have another `Object`.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Returns true for an object that is not a list. */
export function isObject(value: unknown): value is DeclaredFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
