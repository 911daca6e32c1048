import type { AttributePath } from "../plugin";
import { attributeName } from "../schema/attribute-name";
import type { IssuePath } from "../schema/issue";
import { objectsOf, type Shape } from "../schema/shape";

/** The Terraform path of a place in a declared value. A field that no declaration knows keeps its name. */
export function attributePathOf(shape: Shape, path: IssuePath): AttributePath {
  const [step, ...rest] = path;
  if (step === undefined) return [];
  if (typeof step !== "string") return [step, ...attributePathOf(itemOf(shape), rest)];
  const field = shape.kind === "object" || shape.kind === "variants" ? fieldNamed(shape, step, rest) : undefined;
  return field ? [attributeName(field), ...attributePathOf(field.shape, rest)] : [step, ...rest];
}

function fieldNamed(shape: Extract<Shape, { kind: "object" | "variants" }>, name: string, rest: IssuePath) {
  const fields = objectsOf(shape).flatMap((object) => object.fields[name] ?? []);
  return fields.find((field) => rest.length === 0 || !isLeaf(field.shape)) ?? fields[0];
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
