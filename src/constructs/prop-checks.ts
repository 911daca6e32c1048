import { type DeclaredFields, isPlainObject } from "../declaration/field";
import { findOpenPart } from "../declaration/sql-tokens";
import { objectIdField } from "../declaration/value-types";
import { didYouMean } from "../resources/declarations";
import { Token } from "./framework";
import { codeOf, formProblems, type PropForm } from "./prop-forms";
import { ExistingSource, Source } from "./source";

/** Returns the problems of a value, each as `path: sentence`. `props` contain the value. */
export type Check = (value: unknown, path: string, props: DeclaredFields) => readonly string[];

/** Check of each prop, or undefined if another function checks it. The compiler checks that none is missing. */
export type Checks<P = Record<string, unknown>> = Readonly<Record<keyof P & string, Check | undefined>>;

/** Checks known props, and finds unknown ones. The compiler refuses both, and JavaScript does not. */
export function propProblems(kind: string, props: object, checks: Checks, parent = ""): readonly string[] {
  const values = props as DeclaredFields;
  return [
    ...Object.entries(checks).flatMap(([name, check]) => check?.(values[name], `${parent}${name}`, values) ?? []),
    ...findUnknownKeys(`${kind} has no such prop`, props, Object.keys(checks), parent),
  ];
}

/** Returns the problems of unknown keys, with the reason as their first sentence. */
export function findUnknownKeys(reason: string, given: object, known: readonly string[], parent: string) {
  const hint = (key: string) => didYouMean(key, known) || ` The names are ${known.join(", ")}.`;
  return Object.entries(given)
    .filter(([key, value]) => value !== undefined && !known.includes(key))
    .map(([key]) => `${parent}${key}: ${reason}.${hint(key)} Remove it.`);
}

/** Returns the check of a required prop by its form. */
export function mustBe(form: PropForm): Check {
  return (value, path) => formProblems(form, value, path);
}

/** Returns the check of an optional prop by its form. */
export function canBe(form: PropForm): Check {
  return ifGiven(mustBe(form));
}

/** Returns the check of an optional prop. */
export function ifGiven(check: Check): Check {
  return (value, path, props) => (value === undefined ? [] : check(value, path, props));
}

/** Returns the check of an object with known props. */
export function mustHaveProps(kind: string, expected: string, checks: Checks): Check {
  return (value, path) =>
    isPlainObject(value)
      ? propProblems(kind, value, checks, `${path}.`)
      : formProblems({ expected, fits: isPlainObject }, value, path);
}

/** Returns the check of an object of changes by key. Undefined keeps the default, and false leaves out the object. */
export function mustHaveChanges(check: Check): Check {
  return (value, path, props) =>
    isPlainObject(value)
      ? Object.entries(value).flatMap(([key, change]) =>
          change === false ? [] : ifGiven(check)(change, `${path}.${key}`, props),
        )
      : formProblems({ expected: "an object of changes by key", fits: isPlainObject }, value, path);
}

/** Returns the form of a text that is not empty. */
export function filledText(example: string): PropForm {
  return { expected: `a text, such as ${JSON.stringify(example)}`, fits: isFilledText };
}

export function isFilledText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

/** SQL condition with closed quotes, brackets and comments, also in the brackets that a query adds. */
export const SQL_CONDITION: PropForm = {
  expected: "a complete SQL condition",
  fits: (value) => isFilledText(value) && [`${value}`, `(${value})`].every((sql) => findOpenPart(sql) === undefined),
};

/** Returns the form of a reference to a source. */
export function sourceForm(example: string): PropForm {
  const fits = (value: unknown) => isId(value) || value instanceof Source || value instanceof ExistingSource;
  return { expected: "a source or its id", fits, use: (value) => `Source.byName(this, ${codeOf(value, example)})` };
}

/** Returns true for a valid id, and for an object with one. */
export function isReference(value: unknown): boolean {
  return isId(value instanceof Object && "id" in value ? value.id : value);
}

/** Returns true for a valid id, and for a text that only Terraform knows. */
function isId(value: unknown): boolean {
  return typeof value === "string" && (Token.isUnresolved(value) || objectIdField.safeParse(value).success);
}
