import type { JsonObject } from "../../client";
import { isPlainObject } from "../../declaration/field";
import { shapeOf, type VariantsShape, variantOf } from "../../declaration/shape";
import { dashboardFilter, savedFilterValue } from "./filter";

const FILTER = shapeOf(dashboardFilter) as VariantsShape;
const SAVED_VALUE = shapeOf(savedFilterValue) as VariantsShape;

/** Lists of a dashboard whose elements a newer server or the UI can create in forms that cannot be declared. */
export const FILTER_LISTS = {
  filters: isUnknownFilter,
  savedFilterValues: (value: unknown) => isPlainObject(value) && !variantOf(SAVED_VALUE, value),
};

/** Returns true for a filter of a type that cannot be declared. A filter without a type has the default type. */
export function isUnknownFilter(filter: unknown): boolean {
  return isPlainObject(filter) && !variantOf(FILTER, filter);
}

/** Flags that filters without an expression always have. The server adds them (docs/internals/api-behavior.md 6.3). */
const FIXED_FLAGS: Readonly<Record<string, unknown>> = { isBroadcastEnabled: false, isVariableEnabled: true };

/** Returns a known filter of the server as an author declares it: without its id and flags that cannot be declared. */
export function declaredFilterOf({ id: _, ...filter }: JsonObject): JsonObject {
  const fields = variantOf(FILTER, filter)?.fields ?? {};
  const isFixed = ([name, value]: [string, unknown]) => !fields[name] && FIXED_FLAGS[name] === value;
  return Object.fromEntries(Object.entries(filter).filter((entry) => !isFixed(entry))) as JsonObject;
}
