import { isPlainObject } from "../declaration/field";
import { ownValue } from "../own-values";
import { Token } from "./framework";

/** Form of a prop that is more than text, number and flag, and the helper that creates it. */
export interface PropForm {
  /** Noun with its article, such as `a list of webhooks`. */
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
  /** Returns the code to write instead of a value. Left out if `expected` is sufficient. */
  readonly use?: (value: unknown) => string;
  /** Returns the words for a value of another form. Default: those of `describeValue`. */
  readonly describe?: (value: unknown) => string;
}

/** Forms by the name of the prop. */
export type PropForms = Readonly<Record<string, PropForm>>;

/**
 * Returns the props that have another form, each as `prop: sentence`. The compiler refuses most of them. JavaScript,
 * `as any` and a run without type check do not.
 */
export function findFormProblems(props: object, forms: PropForms): readonly string[] {
  return Object.entries(props).flatMap(([name, value]) => {
    const form = ownValue(forms, name);
    return !form || value === undefined || value === null || Token.isUnresolved(value)
      ? []
      : formProblems(form, value, name);
  });
}

/** Returns the problem of a value that has another form, as `path: sentence`. */
export function formProblems(form: PropForm, value: unknown, path: string): readonly string[] {
  const { expected, fits, use, describe = describeValue } = form;
  return fits(value)
    ? []
    : [`${path}: Must be ${expected}, not ${describe(value)}.${use === undefined ? "" : ` Use ${use(value)}.`}`];
}

/** Returns a form for a list whose elements have a form. */
export function listFormOf(element: PropForm, expected: string): PropForm {
  const fitsElement = (each: unknown) => Token.isUnresolved(each) || element.fits(each);
  const wrongIn = (list: readonly unknown[]) => list.find((each) => !fitsElement(each));
  return {
    expected,
    fits: (value) => Array.isArray(value) && value.every(fitsElement),
    use: (value) => `[${element.use?.(Array.isArray(value) ? wrongIn(value) : value) ?? "..."}]`,
    describe: (value) => (Array.isArray(value) ? `a list with ${describeValue(wrongIn(value))}` : describeValue(value)),
  };
}

/** Returns the words for a value of the wrong form. A long text and the content of an object are not shown. */
export function describeValue(value: unknown): string {
  if (Token.isUnresolved(value)) {
    return "a value that only Terraform knows";
  }
  if (typeof value === "string") {
    return value.length > MAX_QUOTE_LENGTH ? "a text" : `the text ${JSON.stringify(value)}`;
  }
  if (typeof value === "number") {
    return `the number ${value}`;
  }
  if (Array.isArray(value)) {
    return "a list";
  }
  if (typeof value === "function") {
    return value.name === "" ? "a function" : `the function ${value.name}`;
  }
  if (typeof value !== "object" || value === null || isPlainObject(value)) {
    return isPlainObject(value) ? "this object" : String(value);
  }
  return `an object of the class ${value.constructor.name}`;
}

const MAX_QUOTE_LENGTH = 80;

/** Returns a short text as code, or a placeholder for another value. */
export function codeOf(value: unknown, placeholder: string): string {
  return JSON.stringify(typeof value === "string" && value && value.length <= MAX_QUOTE_LENGTH ? value : placeholder);
}
