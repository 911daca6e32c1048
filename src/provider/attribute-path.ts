import type { AttributePath } from "../plugin";
import { attributeName } from "../schema/attribute-name";
import type { IssuePath } from "../schema/issue";
import { type Field, objectsOf, type Shape, variantOf } from "../schema/shape";

/**
 * The Terraform path of a place in a declared value. A field that no declaration knows keeps its name.
 * @param value the declared value, which tells variants apart: a field may be another attribute in each.
 */
export function attributePathOf(shape: Shape, path: IssuePath, value?: unknown): AttributePath {
  const [step, ...rest] = path;
  if (step === undefined) return [];
  const inner = memberOf(value, typeof step === "object" ? step.key : step);
  if (typeof step !== "string") return [step, ...attributePathOf(itemOf(shape), rest, inner)];
  const field = fieldNamed(shape, step, value);
  return field ? [attributeName(field), ...attributePathOf(field.shape, rest, inner)] : [step, ...rest];
}

function fieldNamed(shape: Shape, name: string, value: unknown): Field | undefined {
  if (shape.kind !== "object" && shape.kind !== "variants") return undefined;
  const variant = shape.kind === "variants" && isObject(value) ? variantOf(shape, value) : undefined;
  return objectsOf(variant ?? shape).flatMap((object) => object.fields[name] ?? [])[0];
}

function itemOf(shape: Shape): Shape {
  return shape.kind === "list" || shape.kind === "map" ? shape.item : shape;
}

function memberOf(value: unknown, step: string | number): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string | number, unknown>)[step] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
