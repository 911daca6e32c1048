import type { DeclaredFields } from "../../src/declaration/field";
import { type CompoundShape, type DeclaredField, objectsOf, variantOf } from "../../src/declaration/shape";

export type DeploymentName = "open-source" | "managed";

/** Returns true if a field, or its only value, exists only in the other deployment or in newer open-source servers. */
export function isUnsupportedBy(deployment: DeploymentName): (field: Pick<DeclaredField, "meta" | "shape">) => boolean {
  if (deployment === "open-source") {
    return ({ meta }) => meta.managedOnly === true;
  }
  return ({ meta, shape }) => {
    const [only, ...others] = "values" in shape ? (shape.values ?? []) : [];
    const isNewValue = others.length === 0 && only !== undefined && String(only) in (meta.sinceValues ?? {});
    return meta.openSourceOnly === true || meta.since !== undefined || isNewValue;
  };
}

/** Returns a declared object without the fields that a deployment does not support. */
export function knownTo(deployment: DeploymentName, shape: CompoundShape, value: DeclaredFields): DeclaredFields {
  const object = shape.kind === "variants" ? variantOf(shape, value) : objectsOf(shape)[0];
  const isUnsupported = isUnsupportedBy(deployment);
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => !(object?.fields[name] && isUnsupported(object.fields[name]))),
  );
}
