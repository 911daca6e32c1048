import type { JsonObject } from "../../client";
import { joinFieldPath, parsedField, splitFieldPath, withOtherFields } from "../../declaration/other-fields";
import { writeStableJson } from "../../declaration/value-types";

/**
 * Lists whose elements a newer server or the UI can create in forms that cannot be declared, with a test for such
 * elements.
 */
export type OpenLists = Readonly<Record<string, (element: unknown) => boolean>>;

type OtherFields = Readonly<Record<string, string>>;

/** Returns the elements of lists that cannot be declared as other fields of their object: `filters.POSITION` to JSON. */
export function unknownElements(record: JsonObject, lists: OpenLists): OtherFields {
  const entries = Object.entries(lists).flatMap(([list, isUnknown]) =>
    elementsOf(record[list]).flatMap((each, index) =>
      isUnknown(each) ? [[joinFieldPath([list, String(index)]), writeStableJson(each)] as const] : [],
    ),
  );
  return Object.fromEntries(entries);
}

/** Returns the object without the elements of its lists that cannot be declared. */
export function withoutUnknownElements(record: JsonObject, lists: OpenLists): JsonObject {
  const known = Object.entries(lists).flatMap(([list, isUnknown]) =>
    Array.isArray(record[list]) ? [[list, elementsOf(record[list]).filter((each) => !isUnknown(each))] as const] : [],
  );
  return { ...record, ...Object.fromEntries(known) } as JsonObject;
}

function elementsOf(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list : [];
}

/** Returns a request with the other fields of its object. Positions of known elements skip the unknown ones. */
export function withUnknownElements<B extends object>(
  body: B,
  otherFields: OtherFields | null | undefined,
  lists: OpenLists,
): B {
  const elements: { readonly list: string; readonly position: number; readonly value: unknown }[] = [];
  const fields = Object.entries(otherFields ?? {}).filter(([path, json]) => {
    const [list = "", position, ...more] = splitFieldPath(path);
    const isElement = Object.hasOwn(lists, list) && position !== undefined && more.length === 0;
    if (isElement) {
      elements.push({ list, position: Number(position), value: parsedField(path, json) });
    }
    return !isElement;
  });
  const whole = { ...withOtherFields(body, Object.fromEntries(fields)) } as Record<string, unknown>;
  for (const { list, position, value } of elements.toSorted((a, b) => a.position - b.position)) {
    whole[list] = elementsOf(whole[list]).toSpliced(position, 0, value);
  }
  return whole as B;
}
