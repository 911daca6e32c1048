/** Whether a value is an object of names and values, and not a list, a token or an instance of a class. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Compared by its own prototype: the objects of another realm have another `Object`.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
