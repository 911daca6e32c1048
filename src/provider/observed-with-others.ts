import type { ApiRecord } from "../api";
import type { Fields } from "../schema/field";
import { splitOtherFields } from "../schema/other-fields";
import type { ObjectShape, VariantsShape } from "../schema/shape";

/** What servers say of an object by themselves, and nobody can set (docs/internals/api-behavior.md 3.5, 3.7). */
const SERVERS_OWN = ["teamId", "createdAt", "createdBy", "updatedAt", "updatedBy"];

/**
 * A record in the form of its declaration. What no declaration can say is shown in `otherFields`.
 * @param ignored further fields of this resource type that only the server sets.
 */
export function observedWithOthers(
  shape: ObjectShape | VariantsShape,
  record: ApiRecord,
  ignored: readonly string[] = [],
): Fields {
  const own = Object.entries(record).filter(([name]) => !SERVERS_OWN.includes(name) && !ignored.includes(name));
  const { known, other } = splitOtherFields(shape, Object.fromEntries(own));
  return { ...(known as Fields), ...(Object.keys(other).length > 0 && { otherFields: other }) };
}
