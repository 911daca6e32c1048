import { isDeepStrictEqual } from "node:util";
import { isSensitive } from "../../drawing";
import { ownValue } from "../../own-values";
import { isContainer, type JsonContainer } from "./concealer";

/** Returns the paths at which two JSON values differ, each joined by dots, in the order of the first value's keys. */
export function differences(before: unknown, after: unknown): string[] {
  return differingParts(before, after).map(({ path }) => path.join("."));
}

/** Returns the parts in which two values differ. `after` is undefined if the second value does not contain the part. */
export function differingParts(
  before: unknown,
  after: unknown,
  path: readonly string[] = [],
): { readonly path: readonly string[]; readonly after: unknown }[] {
  if (![before, after].every((value) => isContainer(value) && !isSensitive(value))) {
    const isSame =
      isSensitive(before) && isSensitive(after)
        ? isDeepStrictEqual(before, after)
        : JSON.stringify(before) === JSON.stringify(after);
    return isSame ? [] : [{ path, after }];
  }
  const [one, other] = [before as JsonContainer, after as JsonContainer];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) => differingParts(ownValue(one, key), ownValue(other, key), [...path, key]));
}
