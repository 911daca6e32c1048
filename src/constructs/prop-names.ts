import { attributeName } from "../declaration/field";
import type { IssuePath } from "../declaration/rules";
import { collectFields, type Shape } from "../declaration/shape";
import { ownValue } from "../own-values";
import { remember } from "../remember";

/** Names of declaration fields in the props of a construct, where they differ. */
export type PropNames = Readonly<Record<string, string>>;

/** Returns the names of the fields of a declaration in the props. Outer fields have precedence. */
export const propNamesOf = remember(
  (shape: Shape): PropNames =>
    Object.fromEntries(
      [...collectFields(shape)]
        .reverse()
        .flatMap(({ name, meta }) => (meta.propName === undefined ? [] : [[name, meta.propName]])),
    ),
);

/** Returns a place in the props as an author writes it: `tiles.errors.select[0].level`. */
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

/** Returns the prop name of a declaration field. */
export function propOf(field: string, names: PropNames): string {
  return ownValue(names, field) ?? field;
}

/**
 * Matches quoted texts, which are values, and words with an underscore, which can be attribute names. An equals sign
 * after a word precedes a value.
 */
const WORDS = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|\b([a-z]+(?:_[a-z]+)+)( = )?/g;

/** Replaces the Terraform attributes in a message by prop names: `allow_any_ip = true` becomes `allowAnyIp: true`. */
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

/** Path of an attribute, as diagnostics of the provider contain it: `tiles["errors"].config.select[0]`. */
const PATH = /\b[a-z][a-z_]*(?:\.[a-z][a-z_]*|\[(?:\d+|"(?:[^"\\]|\\.)*")\])+/g;

/** Attribute at the end of a summary, such as `Invalid interval`. Elsewhere such a word can be an ordinary word. */
const LAST_ATTRIBUTE = /(?<=^(?:Invalid|The \S+ deployment has no) )[a-z_]+(?=$| ")/;

/** Replaces the Terraform attributes and their paths in a diagnostic of the provider by props. */
export function propsInText(text: string, shape: Shape): string {
  const names = propNamesOf(shape);
  const fields = fieldsByAttribute(shape);
  const toProp = (attributePath: string) => {
    const steps = [...attributePath.matchAll(/[a-z_]+|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]/g)];
    const path = steps.map(([name, index, key]) => {
      const part = key === undefined ? undefined : { key };
      return index === undefined ? (part ?? fields.get(name) ?? name) : Number(index);
    });
    return fields.has(steps[0]?.[0] ?? "") ? propText(path, names) : attributePath;
  };
  return propMessage(text.replace(LAST_ATTRIBUTE, toProp).replace(PATH, toProp), shape, names);
}

/** Returns the field names of a declaration at every depth, by attribute. The first field of an attribute is used. */
const fieldsByAttribute = remember(
  (shape: Shape): ReadonlyMap<string, string> =>
    new Map([...collectFields(shape)].reverse().map((field) => [attributeName(field), field.name])),
);

/** Converts a key to a title: `slowRequests` and `slow_requests` become "Slow requests". */
export function toTitle(key: string): string {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_.-]+/g, " ")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
