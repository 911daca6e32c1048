import { type Entry, list, object, text } from "../code/expression";
import { type Imported, undeclarable } from "../model/imported";

/** Keeps what no declaration can say, because applying would remove it. */
export function lifecycleEntry(imported: Imported): readonly Entry[] {
  const ignored = undeclarable(imported);
  if (ignored.size === 0) return [];
  const paths = [...ignored.values()].flat().join(", ");
  return [
    {
      key: "lifecycle",
      value: object({ ignoreChanges: list([...ignored.keys()].map(text)) }),
      comment: `Set on the server, and nothing that can be declared: ${paths}. Without this line an apply removes it.`,
    },
  ];
}
