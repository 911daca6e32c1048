import { type Entry, list, object, text } from "../code/expression";
import { type Imported, ignoredAttributes, ignoredRemark } from "../model/imported";

/** Keeps what stands in no code, because applying would remove it. */
export function lifecycleEntry(imported: Imported): readonly Entry[] {
  const ignored = ignoredAttributes(imported);
  if (ignored.length === 0) return [];
  const value = object({ ignoreChanges: list(ignored.map(text)) });
  return [{ key: "lifecycle", value, comment: ignoredRemark(imported) }];
}
