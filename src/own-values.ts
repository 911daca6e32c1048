/** Returns an own value and no inherited one, because names from outside can be `constructor` or `__proto__`. */
export function ownValue<T>(object: { readonly [name: string]: T }, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Sets an own property, also under `__proto__`, where an assignment would set the prototype. */
export function setOwn<T>(object: Record<string, T>, name: string, value: T): void {
  if (name === "__proto__") {
    Object.defineProperty(object, name, { configurable: true, enumerable: true, writable: true, value });
  } else {
    object[name] = value;
  }
}
