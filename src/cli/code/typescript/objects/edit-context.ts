import type { PlacedConstruct } from "../../../project/placed-constructs";
import type { KnownObject, StackChanges } from "../../edits/changed-objects";
import type { Program } from "../edit/program";

/** The program of a stack, and the objects that its code can refer to. */
export interface EditContext {
  readonly program: Program;
  readonly known: readonly KnownObject[];
  /** Returns how many objects the program creates at a position. */
  readonly countAt: (position: PlacedConstruct["position"]) => number;
}

type PlacedStack = Pick<StackChanges, "constructs" | "known">;

type ContextOf = (stack: PlacedStack) => EditContext;

/** Returns the program of some stacks as the edits of one object need it. */
export function editContext(stacks: readonly PlacedStack[], program: Program): ContextOf {
  const counts = countPositions(stacks.flatMap(({ constructs }) => constructs));
  const countAt = (position: PlacedConstruct["position"]) => counts.get(positionKey(position)) ?? 0;
  return ({ known }) => ({ program, known, countAt });
}

function countPositions(constructs: readonly PlacedConstruct[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { position, tiles, layout } of constructs) {
    const rows = new Set([...layout.values()].flatMap(({ row }) => row ?? []));
    const ofRows = [...rows].flatMap((row) => row.position ?? []);
    for (const each of [position, ...tiles.values(), ...ofRows]) {
      const key = positionKey(each);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

function positionKey({ file, line, column }: PlacedConstruct["position"]): string {
  return `${file}:${line}:${column}`;
}
