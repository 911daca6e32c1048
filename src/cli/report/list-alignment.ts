import { isDeepStrictEqual } from "node:util";

/** The index of an element before and after; one is undefined where the element came or went. */
export type AlignedPair = readonly [before: number | undefined, after: number | undefined];

/** Pairs the elements of two lists: equal ones at both ends with each other, the rest in their order. */
export function alignLists(before: readonly unknown[], after: readonly unknown[]): readonly AlignedPair[] {
  const shorter = Math.min(before.length, after.length);
  const head = countWhile(shorter, (index) => isDeepStrictEqual(before[index], after[index]));
  const tail = countWhile(shorter - head, (index) =>
    isDeepStrictEqual(before[before.length - 1 - index], after[after.length - 1 - index]),
  );
  const middle = Math.max(before.length, after.length) - tail;
  const pairs = Array.from(
    { length: middle },
    (_, index): AlignedPair => [
      index < before.length - tail ? index : undefined,
      index < after.length - tail ? index : undefined,
    ],
  );
  const ends = Array.from(
    { length: tail },
    (_, index): AlignedPair => [before.length - tail + index, after.length - tail + index],
  );
  return [...pairs, ...ends];
}

function countWhile(limit: number, holds: (index: number) => boolean): number {
  let count = 0;
  while (count < limit && holds(count)) count += 1;
  return count;
}
