import type { z } from "zod";
import { remember } from "../remember";
import { cloneWithRules } from "./rules";
import type { Field, ObjectShape } from "./shape";

/** What a field is beyond its zod type. Declared once, read by schema, validation, plan, docs and constructs. */
export interface FieldMeta {
  /** What the field is for, in one or more sentences. */
  readonly description: string;
  /** Set by the server or the provider; an author cannot declare it. */
  readonly readOnly?: true;
  /** Shows what a read found; a write sends the planned value back and is no reason to change it. With `readOnly`. */
  readonly changedByReads?: true;
  /** Filled in by the server or the provider when the author leaves it out. */
  readonly computed?: true;
  readonly sensitive?: true;
  /** Reaches the provider from the configuration alone; never in plan or state. */
  readonly writeOnly?: true;
  /** The field whose change sends a write-only field again. */
  readonly sentAgainWith?: string;
  /**
   * Only the managed deployment knows the field; the open-source one drops it silently
   * (docs/internals/api-behavior.md 2.3).
   */
  readonly managedOnly?: true;
  /** Values that only the managed deployment takes (docs/internals/api-behavior.md 2.3). */
  readonly managedOnlyValues?: readonly unknown[];
  /**
   * Only the open-source deployment knows the field; the managed one refuses it (docs/internals/api-behavior.md 2.3).
   */
  readonly openSourceOnly?: true;
  /** A changed value needs a new object. */
  readonly forcesReplacement?: true;
  /** The order of the elements is not significant (docs/internals/api-behavior.md 1.4, 4.1). */
  readonly unordered?: true;
  /** An instant: two texts of the same moment are one value (docs/internals/api-behavior.md 3.5). */
  readonly instant?: true;
  /** Two texts with one canonical form are one value, also as elements of a list. */
  readonly canonical?: (text: string) => string;
  /** What to use instead; marks the field as deprecated. */
  readonly deprecated?: string;
  /**
   * An empty list or text means the same as none: the server returns it as absent (docs/internals/api-behavior.md 4.1,
   * 4.6, 4.8).
   */
  readonly emptyIsAbsent?: true;
  /** What the server stores when the field is left out. */
  readonly serverDefault?: JsonValue | DependentDefault;
  /**
   * A request leaves the server default out. The server neither stores nor returns it, and an older one may not know
   * the field. With `serverDefault`.
   */
  readonly defaultIsOmitted?: true;
  /**
   * What an update must send to clear the field, because omission keeps it (docs/internals/api-behavior.md 3.9, 4.2).
   */
  readonly clearValue?: JsonValue;
  /** The attribute's name in Terraform, where it is not the field's name in snake_case. */
  readonly attributeName?: string;
  /** The field's name in the API, where several fields of one object, told apart by type, share a name there. */
  readonly apiName?: string;
  /** A refused value and the one that was probably meant. */
  readonly suggest?: (refused: unknown) => string | undefined;
  /** A refused value is not repeated: the field is public, but what stands in it by mistake may be a secret. */
  readonly refusedUnseen?: true;
}

/**
 * The metadata of a field whose default the server applies without storing it: an absent field, an empty one and the
 * default are equal.
 */
export function omittedDefault(value: JsonValue | DependentDefault) {
  return { serverDefault: value, defaultIsOmitted: true } as const;
}

/** A server default that depends on the fields beside it. */
export class DependentDefault {
  /** @param reads the fields that `value` looks at; while one of them is unknown, so is the default. */
  constructor(
    readonly reads: readonly string[],
    readonly value: (beside: Fields) => JsonValue | undefined,
  ) {}
}

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** The fields of one declared object. Values may be unknown (a token or a Terraform unknown). */
export type Fields = Readonly<Record<string, unknown>>;

const metaOfSchema = new WeakMap<z.core.$ZodType, FieldMeta>();

type OwnMeta = Omit<FieldMeta, "description">;

/** A field that the author must declare. */
export function required<S extends z.ZodType>(description: string, schema: S, meta: OwnMeta = {}) {
  return register(cloneWithRules(schema), { description, ...meta });
}

/** A field that the author may leave out. */
export function optional<S extends z.ZodType>(description: string, schema: S, meta: OwnMeta = {}) {
  return register(schema.optional(), { description, ...meta });
}

/** A field that only the server or the provider sets. */
export function computed<S extends z.ZodType>(description: string, schema: S, meta: OwnMeta = {}) {
  return register(schema.optional(), { description, readOnly: true, ...meta });
}

/** What is declared of a field. Throws for a schema that no declaration registered. */
export function metaOf(schema: z.core.$ZodType): FieldMeta {
  const meta = metaOfSchema.get(schema);
  if (!meta) {
    throw new Error(
      "A declared object holds a field without description: declare it with required(), optional() or computed().",
    );
  }
  return meta;
}

function register<S extends z.ZodType>(schema: S, meta: FieldMeta): S {
  metaOfSchema.set(schema, meta);
  return schema;
}

/** The Terraform attribute of a field: the API's camelCase name in snake_case. */
export const attributeName = remember(
  (field: Pick<Field, "name" | "meta">): string => field.meta.attributeName ?? snakeCase(field.name),
);

function snakeCase(name: string): string {
  return name.replace(/([A-Z])/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * What an update sends for the fields that are not declared, because the server would keep them if they were left out.
 */
export function clearValues(shape: ObjectShape): Readonly<Record<string, JsonValue>> {
  const entries = Object.values(shape.fields).flatMap(({ name, meta }) =>
    meta.clearValue === undefined ? [] : [[name, meta.clearValue] as const],
  );
  return Object.fromEntries(entries);
}

/** Whether an author gave a value: absent fields are undefined in TypeScript and null in Terraform. */
export function isPresent<T>(value: T): value is NonNullable<T> {
  return value !== undefined && value !== null;
}

/** Whether a value is an object of names and values, and not a list, a token or an instance of a class. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  // Compared by its own prototype: the objects of another realm have another `Object`.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Whether a value holds others by name: an object, but no list. */
export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
