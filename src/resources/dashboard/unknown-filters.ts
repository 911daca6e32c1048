import type { JsonObject } from "../../client";
import { isPlainObject } from "../../declaration/field";
import { joinFieldPath, parsedField, splitFieldPath, withOtherFields } from "../../declaration/other-fields";
import { shapeOf, type VariantsShape, variantOf } from "../../declaration/shape";
import { writeStableJson } from "../../declaration/value-types";
import { dashboardFilter, savedFilterValue } from "./filter";

/** Lists whose elements a newer server or the UI can create in forms that cannot be declared. */
const LISTS = {
  filters: shapeOf(dashboardFilter) as VariantsShape,
  savedFilterValues: shapeOf(savedFilterValue) as VariantsShape,
};

type ListName = keyof typeof LISTS;

const NAMES = Object.keys(LISTS) as ListName[];

/** Tests for a filter of a type that cannot be declared. A filter without a type has the default type. */
export function isUnknownFilter(filter: unknown, list: ListName = "filters"): boolean {
  return isPlainObject(filter) && !variantOf(LISTS[list], filter);
}

/** Flags that filters without an expression always have. The server adds them (docs/internals/api-behavior.md 6.3). */
const FIXED_FLAGS: Readonly<Record<string, unknown>> = { isBroadcastEnabled: false, isVariableEnabled: true };

/** Returns a known filter of the server as an author declares it: without its id and flags that cannot be declared. */
export function declaredFilterOf({ id: _, ...filter }: JsonObject): JsonObject {
  const fields = variantOf(LISTS.filters, filter)?.fields ?? {};
  const isFixed = ([name, value]: [string, unknown]) => !fields[name] && FIXED_FLAGS[name] === value;
  return Object.fromEntries(Object.entries(filter).filter((entry) => !isFixed(entry))) as JsonObject;
}

type OtherFields = Readonly<Record<string, string>>;

/** Returns the elements of the lists that cannot be declared as other fields of the dashboard: `filters.POSITION` to JSON. */
export function unknownFilters(record: JsonObject): OtherFields {
  const entries = NAMES.flatMap((list) =>
    elementsOf(record[list]).flatMap((each, index) =>
      isUnknownFilter(each, list) ? [[joinFieldPath([list, String(index)]), writeStableJson(each)] as const] : [],
    ),
  );
  return Object.fromEntries(entries);
}

/** Returns the lists of a dashboard without the elements that cannot be declared. */
export function withoutUnknownFilters(record: JsonObject): JsonObject {
  const lists = NAMES.filter((list) => Array.isArray(record[list])).map((list) => {
    return [list, elementsOf(record[list]).filter((each) => !isUnknownFilter(each, list))] as const;
  });
  return { ...record, ...Object.fromEntries(lists) } as JsonObject;
}

function elementsOf(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list : [];
}

/** Returns a request with the other fields of its dashboard. Fields of known elements have positions without the others. */
export function withUnknownFilters<B extends JsonObject>(body: B, otherFields: OtherFields | null | undefined): B {
  const elements: { readonly list: string; readonly position: number; readonly value: unknown }[] = [];
  const fields = Object.entries(otherFields ?? {}).filter(([path, json]) => {
    const [list = "", position, ...more] = splitFieldPath(path);
    const isElement = Object.hasOwn(LISTS, list) && position !== undefined && more.length === 0;
    if (isElement) {
      elements.push({ list, position: Number(position), value: parsedField(path, json) });
    }
    return !isElement;
  });
  const whole: Record<string, unknown> = { ...withOtherFields(body, Object.fromEntries(fields)) };
  for (const { list, position, value } of elements.toSorted((a, b) => a.position - b.position)) {
    whole[list] = elementsOf(whole[list]).toSpliced(position, 0, value);
  }
  return whole as B;
}
