import { diffArrays } from "diff";

/** One step that turns a list into another one. Positions are those of the old list. */
type ListChange<T> =
  | { readonly kind: "edit"; readonly index: number; readonly value: T }
  | { readonly kind: "remove"; readonly index: number }
  /** @property after position of the element before the new ones; -1 for the start of the list */
  | { readonly kind: "insert"; readonly after: number; readonly values: readonly T[] };

/** Returns the steps between two lists. A removed element and an added one at the same place become one edit. */
export function listChanges<T>(
  old: readonly T[],
  wanted: readonly T[],
  isEqual: (one: T, other: T) => boolean,
): readonly ListChange<T>[] {
  const changes: ListChange<T>[] = [];
  let index = 0;
  let removed: number[] = [];
  const removeRest = () => {
    changes.push(...removed.map((each) => ({ kind: "remove", index: each }) as const));
    removed = [];
  };
  for (const chunk of diffArrays([...old], [...wanted], { comparator: isEqual })) {
    if (chunk.added) {
      const edits = removed.slice(0, chunk.value.length);
      const edited = chunk.value.slice(0, edits.length);
      changes.push(...edited.map((value, at) => ({ kind: "edit", index: edits[at] ?? 0, value }) as const));
      removed = removed.slice(edits.length);
      const values = chunk.value.slice(edits.length);
      if (values.length > 0) {
        changes.push({ kind: "insert", after: index - 1, values });
      }
      continue;
    }
    removeRest();
    if (chunk.removed) {
      removed = chunk.value.map((_, offset) => index + offset);
    }
    index += chunk.value.length;
  }
  removeRest();
  return changes;
}
