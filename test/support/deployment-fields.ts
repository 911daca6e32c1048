import type { DeclaredFields } from "../../src/declaration/field";
import {
  type DeclaredField,
  type ObjectShape,
  objectsOf,
  type VariantsShape,
  variantOf,
} from "../../src/declaration/shape";

export type DeploymentName = "open-source" | "managed";

/** Returns true if a field exists only in the other deployment. */
export function isUnsupportedBy(deployment: DeploymentName): (field: Pick<DeclaredField, "meta">) => boolean {
  const mark = deployment === "managed" ? "openSourceOnly" : "managedOnly";
  return ({ meta }) => meta[mark] === true;
}

/** A declared object without the fields that a deployment does not know. */
export function knownTo(
  deployment: DeploymentName,
  shape: ObjectShape | VariantsShape,
  value: DeclaredFields,
): DeclaredFields {
  const object = shape.kind === "variants" ? variantOf(shape, value) : objectsOf(shape)[0];
  const isUnsupported = isUnsupportedBy(deployment);
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => !(object?.fields[name] && isUnsupported(object.fields[name]))),
  );
}
