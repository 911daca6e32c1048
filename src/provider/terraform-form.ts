import { ExactNumber, isList, isObject, isUnknown, type ObjectValue, type Value } from "../plugin";
import { fromAttributes, toAttributes } from "../schema/attribute-form";
import type { Fields } from "../schema/field";
import { splitOtherFields } from "../schema/other-fields";
import type { ObjectShape, Shape, VariantsShape } from "../schema/shape";

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
  return fromAttributes(shape, withDoubles(value), isUnknown);
}

/** Like `fromTerraform`, for a whole resource. */
export function objectFromTerraform(shape: ObjectShape | VariantsShape, value: ObjectValue): Fields {
  return fromTerraform(shape, value) as Fields;
}

/** These APIs know doubles only. Terraform computes with more digits: its 1/3 is the double nearest to it. */
function withDoubles(value: Value): Value {
  if (typeof value === "bigint") return Number(value);
  if (value instanceof ExactNumber) return Number(value.text);
  // Nearly always there is none inside, and looking is much cheaper than copying.
  return holdsMoreThanDoubles(value) ? mapped(value) : value;
}

function mapped(value: Value): Value {
  if (isList(value)) return value.map(withDoubles);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withDoubles(item)]));
}

function holdsMoreThanDoubles(value: Value): boolean {
  if (typeof value === "bigint" || value instanceof ExactNumber) return true;
  if (isList(value)) return value.some(holdsMoreThanDoubles);
  return isObject(value) && Object.values(value).some(holdsMoreThanDoubles);
}
