import { isDeepStrictEqual } from "node:util";

/** Where the first element stands that an earlier one equals; undefined if all differ. */
export function repeatedIndex(list: readonly unknown[]): number | undefined {
  const index = list.findIndex((each, at) => list.slice(0, at).some((earlier) => isDeepStrictEqual(earlier, each)));
  return index < 0 ? undefined : index;
}
