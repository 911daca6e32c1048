import { ExactNumber, isUnknown, type ObjectValue, type Value } from "../plugin";
import { fromAttributes, toAttributes } from "../schema/attribute-form";
import type { Fields } from "../schema/field";
import type { ObjectShape, Shape, VariantsShape } from "../schema/shape";

/** A declared value as Terraform holds it. Attributes that are left out are null; the runtime adds them. */
export function toTerraform(shape: Shape, value: unknown): Value {
  return value === undefined || value === null ? null : (toAttributes(shape, value, isUnknown) as Value);
}

/** Like `toTerraform`, for a whole resource. */
export function objectToTerraform(shape: ObjectShape | VariantsShape, value: Fields): ObjectValue {
  return toTerraform(shape, value) as ObjectValue;
}

/** A Terraform value as it was declared: fields named as in the API, absent ones left out. Unknowns stay. */
export function fromTerraform(shape: Shape, value: Value): unknown {
  return fromAttributes(shape, value, isOpaque);
}

/** Like `fromTerraform`, for a whole resource. */
export function objectFromTerraform(shape: ObjectShape | VariantsShape, value: ObjectValue): Fields {
  return fromTerraform(shape, value) as Fields;
}

/** Numbers beyond a double have no place in these APIs; validation refuses them as they are. */
function isOpaque(value: unknown): boolean {
  return isUnknown(value) || value instanceof ExactNumber;
}
