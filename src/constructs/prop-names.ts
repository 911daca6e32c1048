import { attributeName } from "../declaration/field";
import type { IssuePath } from "../declaration/rules";
import { allFields, type Shape } from "../declaration/shape";
import { ownValue } from "../own-values";
import { remember } from "../remember";

/**
 * What the props of a construct call fields of its declaration, where they differ; "" where the props have no such
 * level.
 */
export type PropNames = Readonly<Record<string, string>>;

/** A place in props as an author writes it: `tiles.errors.select[0].level`. */
export function propText(path: IssuePath, names: PropNames): string {
  return path
    .map((step) => {
      if (typeof step === "number") {
        return `[${step}]`;
      }
      const name = typeof step === "string" ? propOf(step, names) : step.key;
      return name && `.${name}`;
    })
    .join("")
    .replace(/^\./, "");
}

/** What props call a field of the declaration. */
export function propOf(field: string, names: PropNames): string {
  return ownValue(names, field) ?? field;
}

/**
 * Texts in quotes are values; a word with an underscore may be the name of an attribute, set to something behind an
 * equals sign.
 */
const WORDS = /"(?:[^"\\]|\\.)*"|\b([a-z]+(?:_[a-z]+)+)( = )?/g;

/**
 * A message about a declaration, which names attributes of Terraform, in the words of its props: `allow_any_ip = true`
 * is `allowAnyIp: true`.
 */
export function propMessage(message: string, shape: Shape, names: PropNames): string {
  const fields = fieldsByAttribute(shape);
  return message.replace(WORDS, (text, attribute: string | undefined, equals: string | undefined) => {
    const field = attribute === undefined ? undefined : fields.get(attribute);
    if (field === undefined) {
      return text;
    }
    return `${propOf(field, names)}${equals ? ": " : ""}`;
  });
}

/** The names of a declaration's fields at every depth, by their attributes. The first of an attribute counts. */
const fieldsByAttribute = remember(
  (shape: Shape): ReadonlyMap<string, string> =>
    new Map([...allFields(shape)].reverse().map((field) => [attributeName(field), field.name])),
);

/** A key as a title: `slowRequests` and `slow_requests` are "Slow requests". */
export function inWords(key: string): string {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_.-]+/g, " ")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
