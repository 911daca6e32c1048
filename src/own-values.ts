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
