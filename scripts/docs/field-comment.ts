import { type PropNames, propMessage, propNamesOf } from "../../src/constructs/prop-names";
import { type DeclaredField, objectsOf, type VariantsShape } from "../../src/declaration/shape";
import { defaultOf, remarksOf, versionsOf, withFullStop } from "./attribute-line";
import { DECLARED_ROOTS, type DeclaredRoot } from "./declared-roots";
import { limitsOf } from "./limits";

/** All declared objects as one shape, for attributes that the description of another object mentions. */
const EVERY_OBJECT: VariantsShape = {
  kind: "variants",
  discriminators: [],
  variants: DECLARED_ROOTS.flatMap(({ shape }) => objectsOf(shape)),
};

const EVERY_PROP_NAME: PropNames = Object.assign({}, ...DECLARED_ROOTS.map(({ shape }) => propNamesOf(shape)));

/**
 * Returns the documentation of a field for an editor: its purpose, limits, default and remarks, with the names of props
 * instead of attributes.
 */
export function fieldComment({ meta, name, shape, ...field }: DeclaredField, root: DeclaredRoot): readonly string[] {
  const { deprecated, ...facts } = meta;
  const text = [
    withoutNoun(withFullStop(meta.description, name)),
    ...limitsOf(shape).flatMap(inShort),
    ...defaultOf({ meta, name, shape, ...field }),
    ...remarksOf({ meta: facts, name, shape, ...field }),
    ...versionsOf({ meta, name, shape, ...field }),
  ].join(" ");
  const isOptional = !field.required && !meta.readOnly;
  const lines = [
    isOptional && !/\bdefault\b/i.test(text) ? `${text} Default: none.` : text,
    ...(deprecated === undefined ? [] : [`@deprecated ${deprecated}`]),
  ];
  return lines.map((line) => inProps(line, root));
}

/**
 * Replaces the noun of an object, which is part of the class name. The texts of all look-ups and of all extra fields are
 * then equal, and their types can share the fields.
 */
function withoutNoun(description: string): string {
  return description
    .replace(/^Fields of the [A-Za-z ]+ (that this version cannot declare)/, "Fields $1")
    .replace(/^Lists only [a-z ]+ (with exactly|whose name)/, "Lists only objects $1")
    .replace(/^The [A-Za-z ]+'s (id|name)\. Set either/, "The object's $1. Set either");
}

/**
 * Omits details that only make the texts in an editor longer: that a text is not empty, and the example of an id,
 * because programs pass references.
 */
function inShort(limit: string): readonly string[] {
  return /\bat least 1 character\.$/i.test(limit) ? [] : [limit.replace(/(ust be an id), as .*\.$/, "$1.")];
}

/** Replaces the names of attributes in a text with the names of props. Names of the object itself have priority. */
function inProps(text: string, { shape }: DeclaredRoot): string {
  return propMessage(propMessage(text, shape, propNamesOf(shape)), EVERY_OBJECT, EVERY_PROP_NAME);
}
