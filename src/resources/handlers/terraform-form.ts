import { fromAttributes, toAttributes } from "../../declaration/attribute-form";
import { attributeName, type Fields } from "../../declaration/field";
import { splitOtherFields } from "../../declaration/other-fields";
import type { IssuePath } from "../../declaration/rules";
import {
  type Field,
  type ObjectShape,
  objectsOf,
  type Shape,
  type VariantsShape,
  variantOf,
} from "../../declaration/shape";
import { ownValue } from "../../own-values";
import {
  type AttributePath,
  ExactNumber,
  isList,
  isObject,
  isUnknown,
  type ObjectValue,
  type Value,
} from "../../plugin";
import type { Locate } from "./report-failure";

/** A declared value as Terraform holds it. Attributes that are left out are null; the runtime adds them. */
export function toTerraform(shape: Shape, value: unknown): Value {
  return value === undefined || value === null ? null : (toAttributes(shape, value, isUnknown) as Value);
}

/** Like `toTerraform`, for a whole resource. */
export function objectToTerraform(shape: ObjectShape | VariantsShape, value: Fields): ObjectValue {
  return toTerraform(shape, value) as ObjectValue;
}

/** Like `objectToTerraform`, for what a data source found: what has another form than declared is left out. */
export function foundToTerraform(shape: ObjectShape | VariantsShape, found: Fields): ObjectValue {
  return objectToTerraform(shape, splitOtherFields(shape, found).known as Fields);
}

/** A Terraform value as it was declared: fields named as in the API, absent ones left out. Unknowns stay. */
export function fromTerraform(shape: Shape, value: Value): unknown {
  return withDoubles(fromAttributes(shape, value, isUnknown) as Value);
}

/** Like `fromTerraform`, for a whole resource. */
export function objectFromTerraform(shape: ObjectShape | VariantsShape, value: ObjectValue): Fields {
  return fromTerraform(shape, value) as Fields;
}

/** These APIs know doubles only. Terraform computes with more digits: its 1/3 is the double nearest to it. */
function withDoubles(value: Value): Value {
  if (typeof value === "bigint") {
    return Number(value);
  }
  if (value instanceof ExactNumber) {
    return Number(value.text);
  }
  // Nearly always there is none inside, and looking is much cheaper than copying.
  return holdsMoreThanDoubles(value) ? mapped(value) : value;
}

function mapped(value: Value): Value {
  if (isList(value)) {
    return value.map(withDoubles);
  }
  if (!isObject(value)) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withDoubles(item)]));
}

function holdsMoreThanDoubles(value: Value): boolean {
  if (typeof value === "bigint" || value instanceof ExactNumber) {
    return true;
  }
  if (isList(value)) {
    return value.some(holdsMoreThanDoubles);
  }
  return isObject(value) && Object.values(value).some(holdsMoreThanDoubles);
}

/**
 * The Terraform path of a place in a declared value. A field that no declaration knows keeps its name.
 * @param value the declared value, where it is at hand: it tells which kind of an object is meant.
 */
export function attributePathOf(shape: Shape, path: IssuePath, value?: unknown): AttributePath {
  return pathWithin([shape], path, value);
}

/** @param shapes what can be there: kinds of an object may have different objects under one name. */
function pathWithin(shapes: readonly Shape[], path: IssuePath, value: unknown): AttributePath {
  const [step, ...rest] = path;
  if (step === undefined) {
    return [];
  }
  const name = typeof step === "object" ? step.key : step;
  const below = isFields(value) ? ownValue(value, String(name)) : undefined;
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

function fieldsNamed(shape: Shape, name: string, value: unknown): readonly Field[] {
  if (shape.kind !== "object" && shape.kind !== "variants") {
    return [];
  }
  const variant = shape.kind === "variants" && isFields(value) ? variantOf(shape, value) : undefined;
  const own = variant && ownValue(variant.fields, name);
  return own ? [own] : objectsOf(shape).flatMap((object) => ownValue(object.fields, name) ?? []);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function itemOf(shape: Shape): Shape {
  return shape.kind === "list" || shape.kind === "map" ? shape.item : shape;
}

function isLeaf(shape: Shape): boolean {
  return shape.kind === "string" || shape.kind === "number" || shape.kind === "boolean";
}

/** A path as an author writes it: `tiles["errors"].config.select[0].level`. */
export function attributeText(path: AttributePath): string {
  return path
    .map((step) => {
      if (typeof step === "number") {
        return `[${step}]`;
      }
      return typeof step === "string" ? `.${step}` : `["${step.key}"]`;
    })
    .join("")
    .replace(/^\./, "");
}

/** Finds the attribute for a place that a server names as `channels.0.webhookId`. */
export function locateInBody(shape: ObjectShape | VariantsShape): Locate {
  return (bodyPath) => attributePathOf(shape, bodySteps(bodyPath));
}

/** The steps of a place in a request body. */
export function bodySteps(bodyPath: string): IssuePath {
  return bodyPath.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}
