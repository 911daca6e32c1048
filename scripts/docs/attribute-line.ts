import { DependentDefault, type PlainValue, type ServerVersion } from "../../src/declaration/field";
import type { DeclaredField, Shape } from "../../src/declaration/shape";
import { type DocumentedAttribute, type Owner, objectBelow } from "./attribute";

import { type Kind, kindsText } from "./kinds";
import { limitsOf } from "./limits";

const WRITE_ONLY =
  "[Write-only](https://developer.hashicorp.com/terraform/language/resources/ephemeral#write-only-arguments)";

/** The list under which a registry shows an attribute. */
export type Presence = "Required" | "Optional" | "Read-Only";

export function presenceOf({ owners, isInEvery }: DocumentedAttribute): Presence {
  if (owners.some(({ field }) => field.meta.readOnly)) {
    return "Read-Only";
  }
  return isInEvery && owners.every(({ field }) => field.required) ? "Required" : "Optional";
}

/** Returns the TypeScript equivalent of a field, or undefined if its name is the same. */
export type InTypeScript = (field: DeclaredField, attribute: string) => string | undefined;

/** Returns one attribute as an entry of a Markdown list, in the registry's form. */
export function attributeLine(
  attribute: DocumentedAttribute,
  { anchor, inTypeScript }: { readonly anchor: string; readonly inTypeScript: InTypeScript },
): string {
  const [first] = attribute.owners;
  if (!first) {
    throw new Error(`The attribute ${attribute.name} has no owner.`);
  }
  const typeScript = inTypeScript(first.field, attribute.name);
  const sentences = [
    isOptionalComputed(attribute) ? "Optional, Computed." : "",
    ...meaningOf(attribute),
    ...remarksOf(first.field),
    ...new Set(attribute.owners.flatMap(({ field }) => versionsOf(field))),
    typeScript === undefined ? "" : `In TypeScript: ${typeScript}.`,
    objectBelow(first.field.shape) ? `(see [below for nested schema](#${anchor}))` : "",
  ];
  return `- \`${attribute.name}\` (${typeText(first.field)}) ${joined(sentences)}`;
}

/** Returns the allowed values, or limits and form. Values that differ between kinds include the kinds. */
export function valuesOf({ owners, isSelector }: DocumentedAttribute): readonly string[] {
  if (isSelector) {
    return allowedText(owners.map(({ field }) => field.shape));
  }
  return byKind(owners, valuesOfOwner);
}

function typeText({ shape, meta }: DeclaredField): string {
  const flags = [
    ...(meta.sensitive ? ["Sensitive"] : []),
    ...(meta.deprecated ? ["Deprecated"] : []),
    ...(meta.writeOnly ? [WRITE_ONLY] : []),
  ];
  return [typeOf(shape), ...flags].join(", ");
}

function typeOf(shape: Shape): string {
  if (shape.kind === "list" || shape.kind === "map") {
    const collection = shape.kind === "list" ? "List" : "Map";
    return objectBelow(shape) ? `Attributes ${collection}` : `${collection} of ${typeOf(shape.item)}`;
  }
  if (shape.kind === "object" || shape.kind === "variants") {
    return "Attributes";
  }
  if (shape.kind === "json") {
    return "String, JSON";
  }
  return shape.kind.charAt(0).toUpperCase() + shape.kind.slice(1);
}

function isOptionalComputed(attribute: DocumentedAttribute): boolean {
  return presenceOf(attribute) === "Optional" && attribute.owners.some(({ field }) => field.meta.computed);
}

/** Returns the purpose of an attribute, the kinds for which it is required or allowed, its values and its default. */
function meaningOf(attribute: DocumentedAttribute): readonly string[] {
  const { owners, isSelector } = attribute;
  if (isSelector) {
    const defaults = new Set(owners.map(defaultOfOwner));
    return ["Kind of the object, which determines the other attributes.", ...valuesOf(attribute), ...defaults];
  }
  const descriptions = new Set(owners.map((owner) => descriptionOf(owner)));
  if (descriptions.size > 1) {
    return meaningByKind(attribute);
  }
  return [...descriptions, ...requirementOf(attribute), ...valuesOf(attribute), ...byKind(owners, defaultOfOwner)];
}

/** Describes an attribute whose purpose differs between kinds, kind by kind. */
function meaningByKind({ owners }: DocumentedAttribute): readonly string[] {
  const shared = [valuesOfOwner, defaultOfOwner].filter((textOf) => new Set(owners.map(textOf)).size === 1);
  const own = [descriptionOf, valuesOfOwner, defaultOfOwner].filter((textOf) => !shared.includes(textOf));
  const groups = new Map<string, Kind[]>();
  for (const owner of owners) {
    const text = joined(own.map((textOf) => textOf(owner)));
    const presence = owner.field.required ? "Required" : "Optional";
    groups.set(`${presence}\n${text}`, [...(groups.get(`${presence}\n${text}`) ?? []), ...owner.kinds]);
  }
  const texts = [...groups].map(([key, kinds]) => {
    const [presence, text] = key.split("\n");
    return `${presence} for ${kindsText(kinds)}: ${text}`;
  });
  return [...texts, ...shared.flatMap((textOf) => owners.slice(0, 1).map(textOf))];
}

function descriptionOf({ field }: Owner): string {
  return withFullStop(field.meta.description, field.name);
}

function valuesOfOwner({ field }: Owner): string {
  return joined([...allowedText([field.shape]), ...limitsOf(field.shape)]);
}

function defaultOfOwner({ field }: Owner): string {
  return defaultOf(field).join(" ");
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join(" ");
}

/** Returns a description as a sentence. */
export function withFullStop(description: string, name: string): string {
  if (description === "") {
    throw new Error(`The attribute ${name} has no description.`);
  }
  return /[.:]$/.test(description) ? description : `${description}.`;
}

/** Returns the kinds for which an attribute is required, and those to which it is limited. */
function requirementOf({ owners, isInEvery }: DocumentedAttribute): readonly string[] {
  const kindsOf = (some: readonly Owner[]) => some.flatMap(({ kinds }) => kinds);
  const needing = owners.filter(({ field }) => field.required);
  const leaving = owners.filter(({ field }) => !field.required);
  if (isInEvery && (needing.length === 0 || leaving.length === 0)) {
    return [];
  }
  return [
    ...(needing.length > 0 ? [`Required for ${kindsText(kindsOf(needing))}.`] : []),
    ...(leaving.length > 0 && needing.length > 0 ? [`Optional for ${kindsText(kindsOf(leaving))}.`] : []),
    ...(leaving.length > 0 && needing.length === 0 ? [`Only for ${kindsText(kindsOf(leaving))}.`] : []),
  ];
}

function allowedText(shapes: readonly Shape[]): readonly string[] {
  const values = [...new Set(shapes.flatMap(allowedValues))];
  const intro = shapes.some(isOpen) ? "Known (another value is sent with a warning)" : "Allowed";
  return values.length > 0 ? [`${intro}: ${values.map((value) => `\`${value}\``).join(", ")}.`] : [];
}

function allowedValues(shape: Shape): readonly (string | number | boolean)[] {
  if (shape.kind === "list" || shape.kind === "map") {
    return allowedValues(shape.item);
  }
  return "values" in shape ? (shape.values ?? []) : [];
}

function isOpen(shape: Shape): boolean {
  return shape.kind === "list" || shape.kind === "map" ? isOpen(shape.item) : "isOpen" in shape;
}

/** Returns text for every kind once, and text that differs with its kinds. */
function byKind(owners: readonly Owner[], textOf: (owner: Owner) => string): readonly string[] {
  const kindsOf = new Map<string, Kind[]>();
  for (const owner of owners) {
    const text = textOf(owner);
    kindsOf.set(text, [...(kindsOf.get(text) ?? []), ...owner.kinds]);
  }
  const texts = [...kindsOf].filter(([text]) => text !== "");
  return kindsOf.size === 1
    ? texts.map(([text]) => text)
    : texts.map(([text, kinds]) => `For ${kindsText(kinds)}: ${text}`);
}

/** Returns the server's default of a field as sentences, with the names of attributes. */
export function defaultOf({ meta }: DeclaredField): readonly string[] {
  const { serverDefault } = meta;
  if (!(serverDefault instanceof DependentDefault)) {
    return defaultText(serverDefault, "");
  }
  const reads = serverDefault.reads.map(
    (name) => `\`${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}\``,
  );
  return defaultText(serverDefault.value({}), `, depending on ${reads.join(", ")}`);
}

function defaultText(value: PlainValue | undefined, note: string): readonly string[] {
  if (value === undefined || value === null) {
    return [];
  }
  return [`Default: \`${typeof value === "string" && value !== "" ? value : JSON.stringify(value)}\`${note}.`];
}

/** Returns further facts of a field as sentences. */
export function remarksOf({ meta }: DeclaredField): readonly string[] {
  return [
    ...(meta.unordered ? ["Order is not significant."] : []),
    ...(meta.instant ? ["The same time in another time zone is not a change."] : []),
    ...(meta.forcesReplacement ? ["A change forces replacement."] : []),
    ...(meta.deprecated ? [`Deprecated: ${meta.deprecated}`] : []),
  ];
}

/** Returns the versions of the open-source server that a field and its values require, as sentences. */
export function versionsOf({ meta }: DeclaredField): readonly string[] {
  const versions = Object.entries(meta.sinceValues ?? {});
  return [
    ...(meta.since ? [requirementText("Requires", meta.since, meta.openSourceOnly)] : []),
    ...versions.map(([value, version]) => requirementText(`\`${value}\` requires`, version, meta.openSourceOnly)),
  ];
}

function requirementText(beginning: string, version: ServerVersion, isOpenSourceOnly = false): string {
  return isOpenSourceOnly
    ? `${beginning} an open-source server of version ${version} or later.`
    : `${beginning} version ${version} or later of the open-source server.`;
}
