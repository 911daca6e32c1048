/** The value under a name, undefined where the object has none of its own: names from outside may be `constructor` or `__proto__`. */
export function ownValue<T>(object: { readonly [name: string]: T }, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Gives the object a value of its own, also under `__proto__`, where an assignment would set the prototype. */
export function setOwn<T>(object: Record<string, T>, name: string, value: T): void {
  if (name === "__proto__")
    Object.defineProperty(object, name, { configurable: true, enumerable: true, writable: true, value });
  else object[name] = value;
}

/** Whether a value is an object of names and values, and not a list, a token or an instance of a class. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Compared by its own prototype: the objects of another realm have another `Object`.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
