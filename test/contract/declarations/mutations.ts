import type * as z from "zod";
import { type DeclaredFields, isObject } from "../../../src/declaration/field";
import type { IssuePath } from "../../../src/declaration/rules";
import type { LeafShape, ListShape, MapShape, Shape } from "../../../src/declaration/shape";
import { partsOf } from "../../../src/declaration/visitor";

/** A declared value with one change. */
export interface Mutation {
  /** Path of the change, such as `tiles.line.config.select.0.alias`. */
  readonly path: string;
  /** Kind of the change, such as `empty`. */
  readonly change: string;
  readonly value: unknown;
  /** True if the type of the value is not allowed by the schema of the attribute. */
  readonly isTypeError?: boolean;
}

/** The changes to a value of another type. */
const TYPE_ERRORS = ["other type", "of null"];

/** Represents the removal of a field or element. */
const REMOVED = Symbol("removed");

/** A size above every limit of the servers. A field without a declared limit would be accepted with it. */
const LONG = 120_000;

const MANY = 600;

/**
 * Returns every change of a field or an element that the shape of the declared value suggests.
 * @param done changed fields and elements. Each is changed once, for any number of references.
 */
export function mutationsOf(shape: Shape, value: unknown, done: Set<object>): readonly Mutation[] {
  return changesWithin(shape, value, [], done).map(({ path, change, put }) => ({
    path: pathText(path),
    change,
    value: changedAt(value, path, put),
    isTypeError: TYPE_ERRORS.includes(change) || (put === null && typeof path.at(-1) !== "string"),
  }));
}

interface Change {
  readonly path: IssuePath;
  readonly change: string;
  readonly put: unknown;
}

function changesWithin(shape: Shape, value: unknown, path: IssuePath, done: Set<object>): readonly Change[] {
  return partsOf(shape, value).flatMap(({ step, shape: inner, value: part, field }) => {
    if (field?.meta.readOnly || part === undefined) {
      return [];
    }
    const here = [...path, step];
    const own = done.has(field ?? shape) ? {} : { removed: REMOVED, null: null, ...changesOf(inner, part) };
    done.add(field ?? shape);
    const changes = Object.entries(own).map(([change, put]) => ({ path: here, change, put }));
    return [...changes, ...changesWithin(inner, part, here, done)];
  });
}

function changesOf(shape: Shape, value: unknown): DeclaredFields {
  switch (shape.kind) {
    case "list":
      return listChanges(shape, value as readonly unknown[]);
    case "map":
      return mapChanges(shape, value as DeclaredFields);
    case "object":
    case "variants":
      return { empty: {}, "other type": "text" };
    case "string":
      return shape.values ? choiceChanges(shape, value) : textChanges(shape, value as string);
    case "number":
      return shape.values ? choiceChanges(shape, value) : numberChanges(shape);
    case "json":
      return { "other type": "text" };
    case "boolean":
      return { opposite: !value, "other type": "yes" };
  }
}

function textChanges({ schema }: LeafShape, value: string): DeclaredFields {
  const { maximum } = boundsOf(schema);
  const repeated = (length: number) => value.padEnd(length, lastLetterOf(value));
  return {
    empty: "",
    blank: " ",
    "other text": "Other text",
    "with white space around": ` ${value} `,
    "with a control character": `${value}\u0007`,
    "in upper case": value.toUpperCase(),
    "other type": 7,
    ...(maximum === undefined
      ? { "very long": repeated(LONG) }
      : { "as long as allowed": repeated(maximum), "too long": repeated(maximum + 1) }),
  };
}

function lastLetterOf(text: string): string {
  return /[A-Za-z0-9]$/.exec(text)?.[0] ?? "x";
}

function choiceChanges({ values = [] }: LeafShape, value: unknown): DeclaredFields {
  const others = values.filter((each) => each !== value).map((each) => [`choice ${String(each)}`, each]);
  const unknown = typeof value === "number" ? { "other number": 0.123 } : { empty: "", "other text": "other" };
  return { ...Object.fromEntries(others), ...unknown, "other type": typeof value === "number" ? "text" : 7 };
}

function numberChanges({ schema }: LeafShape): DeclaredFields {
  const { minimum, maximum } = boundsOf(schema);
  return {
    zero: 0,
    fraction: 1.5,
    negative: -1,
    "out of range": 1e15,
    ...(minimum !== undefined && { "the minimum": minimum, "below the minimum": minimum - 1 }),
    ...(maximum !== undefined && { "the maximum": maximum, "above the maximum": maximum + 1 }),
    "other type": "text",
  };
}

function listChanges({ schema }: ListShape, value: readonly unknown[]): DeclaredFields {
  const { maximum } = boundsOf(schema);
  const filled = (length: number) => Array.from({ length }, (_, index) => value[index % value.length]);
  return {
    empty: [],
    "other type": "text",
    "of null": [null],
    ...(value.length > 0 && {
      "with a duplicate": [value[0], ...value],
      ...(maximum === undefined
        ? { "very long": filled(MANY) }
        : { "as long as allowed": filled(maximum), "too long": filled(maximum + 1) }),
    }),
  };
}

function mapChanges(_: MapShape, value: DeclaredFields): DeclaredFields {
  const [first] = Object.values(value);
  const named = (name: string) => ({ ...value, [name]: first });
  return {
    empty: {},
    "other type": "text",
    "of null": Object.fromEntries(Object.keys(value).map((name) => [name, null])),
    "with an empty name": named(""),
    "with a blank name": named(" "),
    "with a very long name": named("x".repeat(LONG)),
    "with a control character in a name": named("x\u0007"),
  };
}

interface Bounds {
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}

/** zod's bounds for the size of a value. The bounds of safe integers do not count as bounds of the field. */
function boundsOf(schema: z.core.$ZodType): Bounds {
  const { minimum, maximum, length } = schema._zod.bag as Bounds & { readonly length?: number };
  const own = (bound: number | undefined) =>
    bound === undefined || Math.abs(bound) === Number.MAX_SAFE_INTEGER ? undefined : bound;
  return { minimum: own(length ?? minimum), maximum: own(length ?? maximum) };
}

function changedAt(value: unknown, [step, ...rest]: IssuePath, put: unknown): unknown {
  if (step === undefined) {
    return put;
  }
  const name = typeof step === "object" ? step.key : step;
  if (Array.isArray(value)) {
    if (rest.length === 0 && put === REMOVED) {
      return value.toSpliced(Number(name), 1);
    }
    return value.with(Number(name), changedAt(value[Number(name)], rest, put));
  }
  if (!isObject(value)) {
    throw new Error(`There is nothing at ${String(name)}.`);
  }
  if (rest.length === 0 && put === REMOVED) {
    const { [name]: _, ...others } = value;
    return others;
  }
  return { ...value, [name]: changedAt(value[name], rest, put) };
}

function pathText(path: IssuePath): string {
  return path.map((step) => (typeof step === "object" ? step.key : String(step))).join(".");
}
