import * as z from "zod";
import { ownValue, setOwn } from "../own-values";
import { remember } from "../remember";
import { attributeName, type DeclaredFields, isObject, isPlainObject, isPresent, optional } from "./field";
import { assertUsable, UnusableJsonError } from "./json-text";
import { joinFieldPath, parsedField, splitOtherFields } from "./other-fields";
import type { Issue } from "./rules";
import {
  type CompoundShape,
  type DeclaredField,
  declaredFieldsOf,
  isCompound,
  type ObjectShape,
  type Shape,
} from "./shape";
import { NO_JSON_OBJECT, writeStableJson } from "./value-types";
import { mapParts, selectObject } from "./visitor";

/** Name of the field for values that this version does not know. */
const FIELD = "extraFields";

/** Fields that only the server sets, on every resource type (docs/internals/api-behavior.md 3.5, 3.7). */
const SERVERS_OWN = ["id", "_id", "teamId", "createdAt", "createdBy", "updatedAt", "updatedBy"];

const jsonObject = z.custom<Record<string, unknown>>(isPlainObject, NO_JSON_OBJECT);

/**
 * Declares the field for values that this version cannot declare, such as those of a newer server. A request contains
 * the values in this object, and a read compares them.
 * @param serversOwn further fields of this object that only the server sets
 */
export const extraFields = (owner: string, serversOwn: readonly string[] = []) =>
  optional(`Fields of the ${owner} that this version cannot declare, by their names in the API.`, jsonObject, {
    serversOwn: [...SERVERS_OWN, ...serversOwn],
  });

const serversOwnFields = remember(
  (shape: CompoundShape): readonly string[] =>
    declaredFieldsOf(shape).find(({ name }) => name === FIELD)?.meta.serversOwn ?? [],
);

/** Returns the object with its extra fields merged into it. Objects are merged, all other values are replaced. */
export function withExtraFields({ [FIELD]: extra, ...fields }: DeclaredFields): DeclaredFields {
  return isPlainObject(extra) ? (merged(fields, extra) as DeclaredFields) : fields;
}

/** @param extra value to merge; an object with numbers as names changes elements of a list */
function merged(base: unknown, extra: unknown): unknown {
  if (Array.isArray(base) && isPlainObject(extra)) {
    return base.map((item, index) => (Object.hasOwn(extra, index) ? merged(item, extra[index]) : item));
  }
  if (!isPlainObject(base) || !isPlainObject(extra)) {
    return extra;
  }
  const result: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(extra)) {
    setOwn(result, name, merged(ownValue(base, name), value));
  }
  return result;
}

/** Returns null for each extra field that is no longer declared, for a PATCH, which keeps omitted fields. */
export function clearedExtraFields(declared: DeclaredFields, prior: DeclaredFields = {}): Record<string, null> {
  const [now, before] = [declared, prior].map(({ [FIELD]: extra }) => (isPlainObject(extra) ? extra : {}));
  const removed = Object.keys(before ?? {}).filter((name) => !Object.hasOwn(now ?? {}, name));
  return Object.fromEntries(removed.map((name) => [name, null]));
}

/** The part of an observed value that can be declared, and the rest by path. */
interface Observed {
  readonly known: unknown;
  readonly other: Readonly<Record<string, string>>;
  /** True while extra fields are unknown. */
  readonly isUnknown?: boolean;
}

/** Splits an observed object into its declared form and the rest by path, without fields that only the server sets. */
export function splitObserved(shape: CompoundShape, observed: DeclaredFields, declared: DeclaredFields): Observed {
  const { known, other } = takeExtraFields(shape, declared, splitOtherFields(shape, observed));
  const own = serversOwnFields(shape);
  return { known, other: Object.fromEntries(Object.entries(other).filter(([path]) => !own.includes(path))) };
}

/**
 * Moves fields from the rest to the objects that declare them, if `declared` has them as extra fields. In a declared
 * object only the declared names are compared. Its other names stay in the rest.
 */
export function takeExtraFields(shape: Shape, declared: unknown, { known, other }: Observed): Observed {
  const rest = { ...other };
  let isUnknown = false;
  const visit = (of: Shape, before: unknown, value: unknown, path: readonly string[]): unknown => {
    if (!canHold(of) || typeof before !== "object" || before === null) {
      return value;
    }
    const own = before as DeclaredFields;
    const inside = (inner: Shape, item: unknown, step: string | number) =>
      visit(inner, ownValue(own, String(step)), item, [...path, String(step)]);
    return mapParts(of, value, inside, (object, fields) => {
      const kept = Object.entries(fields).map(([name, item]) => {
        const field = ownValue(selectObject(object, fields)?.fields ?? {}, name);
        return [name, field ? inside(field.shape, item, name) : item];
      });
      const wanted = own[FIELD];
      isUnknown ||= isPresent(wanted) && !isPlainObject(wanted);
      return { ...Object.fromEntries(kept), ...(isPlainObject(wanted) && { [FIELD]: taken(wanted, path) }) };
    });
  };
  const taken = (wanted: DeclaredFields, path: readonly string[]): DeclaredFields => {
    const found: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(wanted)) {
      const place = joinFieldPath([...path, name]);
      const json = ownValue(rest, place);
      if (json !== undefined) {
        delete rest[place];
        setOwn(found, name, project(value, parsedField(place, json), [...path, name], rest));
      } else if (isPlainObject(value)) {
        const inner = taken(value, [...path, name]);
        if (Object.keys(inner).length > 0) {
          setOwn(found, name, inner);
        }
      }
    }
    return found;
  };
  return { known: visit(shape, declared, known, []), other: rest, isUnknown };
}

/** Returns the declared part of an observed value. Adds the other parts to the rest. */
function project(wanted: unknown, value: unknown, path: readonly string[], rest: Record<string, string>): unknown {
  if (Array.isArray(wanted) && Array.isArray(value) && wanted.length === value.length) {
    return value.map((item, index) => project(wanted[index], item, [...path, String(index)], rest));
  }
  if (!isPlainObject(wanted) || !isPlainObject(value)) {
    return value;
  }
  const found: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    if (Object.hasOwn(wanted, name)) {
      setOwn(found, name, project(wanted[name], item, [...path, name], rest));
    } else if (isPresent(item)) {
      setOwn(rest, joinFieldPath([...path, name]), writeStableJson(item));
    }
  }
  return found;
}

/** Returns true for a shape that contains an object with extra fields. */
const canHold: (shape: Shape) => boolean = remember((shape: Shape): boolean => {
  if (shape.kind === "list" || shape.kind === "map") {
    return canHold(shape.item);
  }
  return isCompound(shape) && declaredFieldsOf(shape).some((field) => field.name === FIELD || canHold(field.shape));
});

interface ExtraFieldReader {
  readonly isUnknown: (value: unknown) => boolean;
  /** Returns the author's name of a field. */
  readonly nameOf: (field: DeclaredField) => string;
}

/** Reports an extra field with a declarable name, a name that only the server sets, or a value that is not JSON. */
export function extraFieldIssues(shape: ObjectShape, fields: DeclaredFields, reader: ExtraFieldReader): Issue[] {
  const { [FIELD]: extra } = fields;
  return isPlainObject(extra) && Object.hasOwn(shape.fields, FIELD) ? issuesIn(shape, fields, extra, [], reader) : [];
}

/**
 * @param base declared value into which the extra fields are merged
 * @param path steps below the extra fields
 */
function issuesIn(
  shape: Shape,
  base: unknown,
  extra: DeclaredFields,
  path: readonly string[],
  reader: ExtraFieldReader,
): Issue[] {
  return Object.entries(extra).flatMap(([name, value]): Issue[] => {
    const here = [...path, name];
    const field = fieldNamed(shape, base, name);
    const place = field
      ? { shape: field.shape, base: isObject(base) ? base[field.name] : undefined }
      : elementNamed(shape, base, name);
    if (place && isPlainObject(value) && isPresent(place.base) && (!field || isOpen(field))) {
      return issuesIn(place.shape, place.base, value, here, reader);
    }
    const message = field ? declaredMessage(field, reader) : messageOf(shape, name, value, path, reader);
    return message === undefined ? [] : [{ path: [FIELD, ...here], message }];
  });
}

function declaredMessage(field: DeclaredField, { nameOf }: ExtraFieldReader): string {
  return field.meta.readOnly ? SERVER_ONLY : `This field can be declared. Use \`${nameOf(field)}\` instead.`;
}

/** Returns the problem of a name that no declaration has; undefined if there is none. */
function messageOf(
  shape: Shape,
  name: string,
  value: unknown,
  path: readonly string[],
  { isUnknown }: ExtraFieldReader,
): string | undefined {
  if (shape.kind === "list") {
    return `The list has no element ${name}. Write the index of an element and its extra fields, such as { "0" = { newOption = 1 } }.`;
  }
  if (isCompound(shape) && path.length === 0 && serversOwnFields(shape).includes(name)) {
    return SERVER_ONLY;
  }
  return name === "__proto__" ? NO_PROTOTYPE : jsonProblem(value, isUnknown);
}

function elementNamed(shape: Shape, base: unknown, name: string) {
  return shape.kind === "list" && Array.isArray(base) && /^\d+$/.test(name)
    ? { shape: shape.item, base: base[Number(name)] as unknown }
    : undefined;
}

const SERVER_ONLY = "Only the server or the provider sets this field. Remove it.";
const NO_PROTOTYPE = "The name `__proto__` is not allowed. Remove it.";

/** Returns true for a field into which extra fields of the object around it are merged. */
function isOpen({ shape }: DeclaredField): boolean {
  const item = shape.kind === "list" ? shape.item : shape;
  return isCompound(item) && !canHold(item);
}

/** Returns the field with this name in the declaration, in the API or in Terraform. */
function fieldNamed(shape: Shape, value: unknown, name: string): DeclaredField | undefined {
  const object = isCompound(shape) ? selectObject(shape, isObject(value) ? value : {}) : undefined;
  return Object.values(object?.fields ?? {}).find((field) =>
    [field.name, field.meta.apiName, attributeName(field)].includes(name),
  );
}

/** Returns the problem of a value that is not JSON. A token or an unknown value becomes JSON after the plan. */
function jsonProblem(value: unknown, isUnknown: (value: unknown) => boolean): string | undefined {
  try {
    assertUsable(value);
  } catch (error) {
    if (error instanceof UnusableJsonError) {
      return error.message;
    }
    throw error;
  }
  return partProblem(value, isUnknown);
}

/** The value has few levels, as `assertUsable` requires. */
function partProblem(value: unknown, isUnknown: (value: unknown) => boolean): string | undefined {
  if (!isPresent(value) || isUnknown(value) || ["string", "number", "boolean"].includes(typeof value)) {
    return undefined;
  }
  if (!Array.isArray(value) && !isPlainObject(value)) {
    return "Must be a JSON value: a text, number, boolean, list, object or null.";
  }
  if (Object.hasOwn(value, "__proto__")) {
    return NO_PROTOTYPE;
  }
  return Object.values(value)
    .map((part) => partProblem(part, isUnknown))
    .find(isPresent);
}
