import { fromAttributes, toAttributes } from "../../declaration/attribute-form";
import { attributeName, type DeclaredFields, isPlainObject } from "../../declaration/field";
import { splitOtherFields } from "../../declaration/other-fields";
import type { IssuePath } from "../../declaration/rules";
import { type CompoundShape, type DeclaredField, objectsOf, type Shape, variantOf } from "../../declaration/shape";
import { ownValue } from "../../own-values";
import {
  type AttributePath,
  ExactNumber,
  isList,
  isObjectValue,
  isUnknownValue,
  type ObjectValue,
  type Value,
} from "../../plugin";
import type { Locate } from "./report-failure";

/** Returns a declared value as a Terraform value. Absent attributes are null; the runtime adds them. */
export function toTerraform(shape: Shape, value: unknown): Value {
  return value === undefined || value === null
    ? null
    : (toAttributes(shape, value, isUnknownValue, { textMap: toTexts }) as Value);
}

/** Returns a map with numbers and booleans as texts. An unknown element stays unknown. */
function toTexts(attributes: unknown): unknown {
  if (!isPlainObject(attributes)) {
    return attributes;
  }
  const isLeaf = (item: unknown) => ["string", "number", "boolean"].includes(typeof item);
  const texts = Object.entries(attributes).map(([name, item]) => [name, isLeaf(item) ? String(item) : item]);
  return Object.fromEntries(texts);
}

export function objectToTerraform(shape: CompoundShape, value: DeclaredFields): ObjectValue {
  return toTerraform(shape, value) as ObjectValue;
}

/** Like `objectToTerraform`, for the result of a data source. Values of another type than declared are left out. */
export function foundToTerraform(shape: CompoundShape, found: DeclaredFields): ObjectValue {
  return objectToTerraform(shape, splitOtherFields(shape, found).known as DeclaredFields);
}

/** Names fields as in the API, leaves absent ones out, and keeps unknown values. */
export function fromTerraform(shape: Shape, value: Value): unknown {
  return withDoubles(fromAttributes(shape, value, isUnknownValue) as Value);
}

export function objectFromTerraform(shape: CompoundShape, value: ObjectValue): DeclaredFields {
  return fromTerraform(shape, value) as DeclaredFields;
}

/**
 * Converts numbers to doubles, because these APIs support no others. Terraform computes with more digits: its 1/3
 * becomes the nearest double.
 */
function withDoubles(value: Value): Value {
  if (typeof value === "bigint") {
    return Number(value);
  }
  if (value instanceof ExactNumber) {
    return Number(value.text);
  }
  // Most values contain no such number, and a search is much cheaper than a copy.
  if (!holdsMoreThanDoubles(value) || !(isList(value) || isObjectValue(value))) {
    return value;
  }
  return isList(value)
    ? value.map(withDoubles)
    : Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withDoubles(item)]));
}

function holdsMoreThanDoubles(value: Value): boolean {
  if (typeof value === "bigint" || value instanceof ExactNumber) {
    return true;
  }
  if (isList(value)) {
    return value.some(holdsMoreThanDoubles);
  }
  return isObjectValue(value) && Object.values(value).some(holdsMoreThanDoubles);
}

/**
 * Returns the Terraform path of a place in a declared value. A field that is not declared keeps its name.
 * @param value the declared value, if available; it selects the kind of an object
 */
export function attributePathOf(shape: Shape, path: IssuePath, value?: unknown): AttributePath {
  return pathWithin([shape], path, value);
}

/** @param shapes possible shapes: kinds of an object may have different objects under one name */
function pathWithin(shapes: readonly Shape[], path: IssuePath, value: unknown): AttributePath {
  const [step, ...rest] = path;
  if (step === undefined) {
    return [];
  }
  const name = typeof step === "object" ? step.key : step;
  const below = isDeclaredFields(value) ? ownValue(value, String(name)) : undefined;
  if (typeof step !== "string") {
    return [step, ...pathWithin(shapes.map(itemOf), rest, below)];
  }
  const fields = shapes.flatMap((shape) => fieldsNamed(shape, step, value));
  const fitting = fields.filter((field) => rest.length === 0 || !isLeaf(field.shape));
  const [field] = fitting.length > 0 ? fitting : fields;
  if (!field) {
    return [step, ...rest];
  }
  const inner = fitting.map((each) => each.shape);
  return [attributeName(field), ...pathWithin(inner, rest, below)];
}

function fieldsNamed(shape: Shape, name: string, value: unknown): readonly DeclaredField[] {
  if (shape.kind !== "object" && shape.kind !== "variants") {
    return [];
  }
  const variant = shape.kind === "variants" && isDeclaredFields(value) ? variantOf(shape, value) : undefined;
  const own = variant && ownValue(variant.fields, name);
  return own ? [own] : objectsOf(shape).flatMap((object) => ownValue(object.fields, name) ?? []);
}

/** Returns true for an object and for a list. */
export function isDeclaredFields(value: unknown): value is DeclaredFields {
  return typeof value === "object" && value !== null;
}

function itemOf(shape: Shape): Shape {
  return shape.kind === "list" || shape.kind === "map" ? shape.item : shape;
}

function isLeaf(shape: Shape): boolean {
  return shape.kind === "string" || shape.kind === "number" || shape.kind === "boolean";
}

/** Returns a function that finds the attribute of a place in a server's message, such as `channels.0.webhookId`. */
export function locateInBody(shape: CompoundShape): Locate {
  return (bodyPath) => attributePathOf(shape, bodySteps(bodyPath));
}

/** Splits a place in a request body into its steps. */
export function bodySteps(bodyPath: string): IssuePath {
  return bodyPath.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}
