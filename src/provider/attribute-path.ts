import type { AttributePath } from "../plugin";
import { attributeName } from "../schema/attribute-name";
import type { Fields } from "../schema/field";
import type { IssuePath } from "../schema/issue";
import { ownValue } from "../schema/own-property";
import { type Field, objectsOf, type Shape, variantOf } from "../schema/shape";

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
  if (step === undefined) return [];
  const name = typeof step === "object" ? step.key : step;
  const below = isFields(value) ? ownValue(value, String(name)) : undefined;
  if (typeof step !== "string") return [step, ...pathWithin(shapes.map(itemOf), rest, below)];
  const fields = shapes.flatMap((shape) => fieldsNamed(shape, step, value));
  const fitting = fields.filter((field) => rest.length === 0 || !isLeaf(field.shape));
  const [field] = fitting.length > 0 ? fitting : fields;
  if (!field) return [step, ...rest];
  const inner = fitting.map((each) => each.shape);
  return [attributeName(field), ...pathWithin(inner, rest, below)];
}

function fieldsNamed(shape: Shape, name: string, value: unknown): readonly Field[] {
  if (shape.kind !== "object" && shape.kind !== "variants") return [];
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
      if (typeof step === "number") return `[${step}]`;
      return typeof step === "string" ? `.${step}` : `["${step.key}"]`;
    })
    .join("")
    .replace(/^\./, "");
}
