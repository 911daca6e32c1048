import type { Fields } from "../../src/declaration/field";
import { type Field, type ObjectShape, objectsOf, type VariantsShape, variantOf } from "../../src/declaration/shape";

export type DeploymentName = "open-source" | "managed";

/** Whether a field is for the other deployment alone. */
export function isUnsupportedBy(deployment: DeploymentName): (field: Pick<Field, "meta">) => boolean {
  const mark = deployment === "managed" ? "openSourceOnly" : "managedOnly";
  return ({ meta }) => meta[mark] === true;
}

/** A declared object without the fields that a deployment does not know. */
export function knownTo(deployment: DeploymentName, shape: ObjectShape | VariantsShape, value: Fields): Fields {
  const object = shape.kind === "variants" ? variantOf(shape, value) : objectsOf(shape)[0];
  const isUnsupported = isUnsupportedBy(deployment);
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => !(object?.fields[name] && isUnsupported(object.fields[name]))),
  );
}
