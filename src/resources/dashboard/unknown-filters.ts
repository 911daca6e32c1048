import type { JsonObject } from "../../client";
import { joinFieldPath, splitFieldPath } from "../../declaration/other-fields";
import { objectShapeOf } from "../../declaration/shape";
import { writeStableJson } from "../../declaration/value-types";
import { dashboardFilter } from "./declaration";

/** The filter types that can be declared. */
const KNOWN_TYPES: readonly unknown[] = knownTypes();

function knownTypes(): readonly unknown[] {
  const shape = objectShapeOf(dashboardFilter).fields.type?.shape;
  return shape && "values" in shape ? (shape.values ?? []) : [];
}

/** Tests for a filter that a newer server or the UI created. A filter without a type has the default type. */
export function isUnknownFilter({ type }: Readonly<Record<string, unknown>>): boolean {
  return typeof type === "string" && !KNOWN_TYPES.includes(type);
}

type OtherFields = Readonly<Record<string, string>>;

/** Returns filters of unknown types as other fields of the dashboard: `filters.POSITION` to JSON. */
export function unknownFilters(filters: readonly JsonObject[]): OtherFields {
  const entries = filters.flatMap((filter, index) =>
    isUnknownFilter(filter) ? [[joinFieldPath(["filters", String(index)]), writeStableJson(filter)] as const] : [],
  );
  return Object.fromEntries(entries);
}

/** Returns the filters of a request with the unknown ones at their positions, and the remaining other fields. */
export function withUnknownFilters(
  filters: readonly JsonObject[] | undefined,
  otherFields: OtherFields | null | undefined,
): { readonly filters: readonly JsonObject[] | undefined; readonly otherFields: OtherFields } {
  const entries = Object.entries(otherFields ?? {});
  const positionOf = (path: string): number | undefined => {
    const [name, index, ...rest] = splitFieldPath(path);
    return name === "filters" && index !== undefined && rest.length === 0 ? Number(index) : undefined;
  };
  const unknown = entries.flatMap(([path, json]) => {
    const position = positionOf(path);
    return position === undefined ? [] : [{ position, filter: JSON.parse(json) as JsonObject }];
  });
  const rest = Object.fromEntries(entries.filter(([path]) => positionOf(path) === undefined));
  if (unknown.length === 0) {
    return { filters, otherFields: rest };
  }
  const all = [...(filters ?? [])];
  for (const { position, filter } of unknown.toSorted((a, b) => a.position - b.position)) {
    all.splice(position, 0, filter);
  }
  return { filters: all, otherFields: rest };
}
