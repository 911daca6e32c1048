import type { ApiRecord } from "../api";
import type { Fields } from "../schema/field";
import { splitOtherFields } from "../schema/other-fields";
import type { ObjectShape, VariantsShape } from "../schema/shape";

/**
 * A record in the form of its declaration. What no declaration can say is shown in `otherFields`.
 * @param ignored the fields that the server sets itself and that nobody can change.
 */
export function observedWithOthers(
  shape: ObjectShape | VariantsShape,
  record: ApiRecord,
  ignored: readonly string[],
): Fields {
  const own = Object.entries(record).filter(([name]) => !ignored.includes(name));
  const { known, other } = splitOtherFields(shape, Object.fromEntries(own));
  return { ...(known as Fields), ...(Object.keys(other).length > 0 && { otherFields: other }) };
}
