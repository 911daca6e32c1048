/** Returns true when a record contains a field with this name and value, at any depth. */
export function holdsField(value: unknown, name: string, wanted: unknown): boolean {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  return Object.entries(value).some(
    ([field, inner]) => (field === name && inner === wanted) || holdsField(inner, name, wanted),
  );
}
