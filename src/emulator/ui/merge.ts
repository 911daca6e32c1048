type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Puts top-level fields over a stored object; null removes a field. */
export function shallowMerge<T extends Fields>(stored: T, fields: Fields): T {
  return withoutNulls({ ...stored, ...fields }, fields) as T;
}

/** Merges objects in depth; arrays and plain values are replaced, null removes a field. */
export function deepMerge(stored: Fields, fields: Fields): Fields {
  const merged = Object.entries(fields).map(([name, value]) => {
    const old = stored[name];
    return [name, isFields(value) && isFields(old) ? deepMerge(old, value) : value] as const;
  });
  return withoutNulls({ ...stored, ...Object.fromEntries(merged) }, fields);
}

function withoutNulls(merged: Fields, fields: Fields): Fields {
  return Object.fromEntries(Object.entries(merged).filter(([name]) => fields[name] !== null));
}
