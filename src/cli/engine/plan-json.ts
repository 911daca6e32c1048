import { ownValue } from "../../own-values";
import { isContainer } from "./concealer";

/** Returns the paths at which two JSON values differ, each joined by dots, in the order of the first value's keys. */
export function differences(before: unknown, after: unknown, path: readonly string[] = []): string[] {
  if (!isContainer(before) || !isContainer(after)) {
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [path.join(".")];
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => differences(ownValue(before, key), ownValue(after, key), [...path, key]));
}
