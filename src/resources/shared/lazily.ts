/**
 * Returns an object that creates each member when it is first read. A command needs few of a provider's types, and each
 * takes time to declare.
 */
export function lazily<T extends object>(makers: { readonly [Name in keyof T]: () => T[Name] }): T {
  const object = {};
  for (const [name, make] of Object.entries<() => unknown>(makers)) {
    Object.defineProperty(object, name, {
      configurable: true,
      enumerable: true,
      get: () => {
        const value = make();
        Object.defineProperty(object, name, { enumerable: true, value });
        return value;
      },
    });
  }
  return object as T;
}
