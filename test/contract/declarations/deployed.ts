import type { DeclaredFields } from "../../../src/declaration/field";
import type { Shape } from "../../../src/declaration/shape";
import { mapParts, selectFields } from "../../../src/declaration/visitor";
import { type DeploymentName, isUnsupportedBy } from "../../support/deployment-fields";

/** Returns a declared value without the fields and elements that a deployment does not support, at every depth. */
export function supportedPart(deployment: DeploymentName, shape: Shape, value: unknown): unknown {
  const isUnsupported = isUnsupportedBy(deployment);
  const inside = (inner: Shape, part: unknown) => supportedPart(deployment, inner, part);
  if (shape.kind === "list" && Array.isArray(value)) {
    return value.filter((item) => !needsOther(isUnsupported, shape.item, item)).map((item) => inside(shape.item, item));
  }
  return mapParts(shape, value, inside, (object, fields) => {
    const unsupported = selectFields(object, fields).filter(isUnsupported);
    const kept = Object.entries(fields).filter(([name]) => !unsupported.some((field) => field.name === name));
    const shapes = Object.fromEntries(selectFields(object, fields).map((field) => [field.name, field.shape]));
    return Object.fromEntries(
      kept.map(([name, part]) => [name, shapes[name] === undefined ? part : inside(shapes[name], part)]),
    );
  });
}

/** Returns true if an element of a list requires a field that the deployment does not support. */
function needsOther(isUnsupported: ReturnType<typeof isUnsupportedBy>, shape: Shape, value: unknown): boolean {
  if (shape.kind !== "object" && shape.kind !== "variants") {
    return false;
  }
  return selectFields(shape, value as DeclaredFields).some((field) => field.required && isUnsupported(field));
}
