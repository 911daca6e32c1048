import { DependentDefault, type JsonValue } from "../../src/declaration/field";
import type { Field, ObjectShape, Shape, VariantsShape } from "../../src/declaration/shape";
import { type DocumentedAttribute, objectBelow } from "./attribute";
import { limitsOf } from "./limits";

/** How a page writes names and places. */
export interface Vocabulary {
  /** What stands for a field in TypeScript; undefined where nothing is to be said. */
  readonly inTypeScript: (field: Field) => string | undefined;
  /** A link to the section of a nested object. */
  readonly linkTo: (object: ObjectShape | VariantsShape) => string;
}

/** One attribute as an entry of a list in Markdown. */
export function describeAttribute(attribute: DocumentedAttribute, vocabulary: Vocabulary): string {
  const [first] = attribute.owners;
  if (!first) throw new Error(`The attribute ${attribute.name} belongs to nothing.`);
  const facts = [typeOf(first.field.shape), presenceOf(attribute), ...flagsOf(first.field)].join(", ");
  const sentences = [
    descriptionOf(attribute),
    kindsOf(attribute),
    allowedOf(attribute),
    ...byKind(attribute, (field) => limitsOf(field.shape)),
    ...byKind(attribute, (field) => defaultOf(field)),
    ...comparisonOf(first.field),
    typeScriptName(attribute, vocabulary),
    sectionOf(first.field.shape, vocabulary),
  ];
  return `- \`${attribute.name}\` (${facts}) ${sentences.filter((sentence) => sentence !== "").join(" ")}`;
}

function typeOf(shape: Shape): string {
  if (shape.kind === "list") return `list of ${plural(shape.item)}`;
  if (shape.kind === "map") return `map of ${plural(shape.item)}`;
  return shape.kind === "variants" ? "object" : shape.kind;
}

function plural(shape: Shape): string {
  const singular = typeOf(shape);
  return singular.startsWith("list") || singular.startsWith("map") ? singular : `${singular}s`;
}

function presenceOf({ owners, inEveryKind }: DocumentedAttribute): string {
  if (owners.some(({ field }) => field.meta.readOnly)) return "read-only";
  if (owners.every(({ field }) => field.required)) return inEveryKind ? "required" : "required for its kinds";
  const needing = owners.filter(({ field }) => field.required).map(({ kind }) => `\`${kind}\``);
  if (needing.length > 0) return `required for ${needing.join(", ")}`;
  return owners.some(({ field }) => field.meta.computed) ? "optional, else read" : "optional";
}

function flagsOf({ meta }: Field): readonly string[] {
  return [
    ...(meta.sensitive ? ["sensitive"] : []),
    ...(meta.writeOnly ? ["write-only"] : []),
    ...(meta.deprecated ? ["deprecated"] : []),
    ...(meta.forcesReplacement ? ["a change replaces the object"] : []),
  ];
}

function descriptionOf({ owners, isDiscriminator, inEveryKind }: DocumentedAttribute): string {
  if (isDiscriminator && inEveryKind) return "What this is, and so which other attributes apply.";
  return [...new Set(owners.map(({ field }) => field.meta.description))].join(" ");
}

function kindsOf({ owners, inEveryKind }: DocumentedAttribute): string {
  if (inEveryKind || owners.every(({ kind }) => kind === undefined)) return "";
  return `For ${owners.map(({ kind }) => `\`${kind}\``).join(", ")}.`;
}

function allowedOf({ owners }: DocumentedAttribute): string {
  const values = [...new Set(owners.flatMap(({ field }) => allowedValues(field.shape)))];
  return values.length > 0 ? `Allowed: ${values.map((value) => `\`${value}\``).join(", ")}.` : "";
}

function allowedValues(shape: Shape): readonly (string | number | boolean)[] {
  if (shape.kind === "list" || shape.kind === "map") return allowedValues(shape.item);
  return "values" in shape ? (shape.values ?? []) : [];
}

/** What holds for every kind once, and what differs with the kinds that it holds for. */
function byKind({ owners }: DocumentedAttribute, say: (field: Field) => readonly string[]): readonly string[] {
  const kindsOfText = new Map<string, (string | undefined)[]>();
  for (const { kind, field } of owners) {
    const text = say(field).join(" ");
    kindsOfText.set(text, [...(kindsOfText.get(text) ?? []), kind]);
  }
  if (kindsOfText.size === 1) return [...kindsOfText.keys()];
  return [...kindsOfText]
    .filter(([text]) => text !== "")
    .map(([text, kinds]) => `${kinds.map((kind) => `\`${kind}\``).join(", ")}: ${text}`);
}

function defaultOf({ meta }: Field): readonly string[] {
  const { serverDefault } = meta;
  if (!(serverDefault instanceof DependentDefault)) return defaultText(serverDefault, "");
  const reads = serverDefault.reads.map(
    (name) => `\`${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}\``,
  );
  return defaultText(serverDefault.value({}), `; depends on ${reads.join(", ")}`);
}

function defaultText(value: JsonValue | undefined, note: string): readonly string[] {
  if (value === undefined || value === null) return [];
  return [`Default: \`${typeof value === "string" && value !== "" ? value : JSON.stringify(value)}\`${note}.`];
}

function comparisonOf({ meta }: Field): readonly string[] {
  return [
    ...(meta.unordered ? ["Order is not significant."] : []),
    ...(meta.instant ? ["The same moment in another zone is no change."] : []),
  ];
}

function typeScriptName({ name, owners }: DocumentedAttribute, { inTypeScript }: Vocabulary): string {
  const [owner] = owners;
  const text = owner && inTypeScript(owner.field);
  return text === undefined || text === `\`${name}\`` ? "" : `In TypeScript: ${text}.`;
}

function sectionOf(shape: Shape, { linkTo }: Vocabulary): string {
  const object = objectBelow(shape);
  return object ? `See ${linkTo(object)}.` : "";
}
