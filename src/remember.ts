/**
 * Computes a value for an object once. Use it for values that do not change in a process, such as those derived from a
 * declaration or a schema.
 */
export function remember<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) {
      return before;
    }
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}
