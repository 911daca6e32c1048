import { isDeepStrictEqual } from "node:util";
import { SensitiveValue } from "../../../drawing";
import { holdsMark, isContainer, partOf } from "../../engine/concealer";

/** An attribute of an object after a three-way merge. */
export interface MergedChange {
  readonly path: readonly string[];
  /**
   * `adopted`: changed only on the server. `conflict`: changed on the server and in the code. `sensitive`: changed on the
   * server, and the plan hides the value.
   */
  readonly kind: "adopted" | "conflict" | "sensitive";
}

export interface Merged {
  readonly value: unknown;
  readonly changes: readonly MergedChange[];
}

export interface ThreeValues {
  /** Value after the last apply. */
  readonly base: unknown;
  readonly code: unknown;
  readonly server: unknown;
}

/** Merges the changes of a server into the declared value. A change in both keeps the declared value. */
export function mergeChanges({ base, code, server }: ThreeValues, path: readonly string[] = []): Merged {
  if (isSame(base, server) || isSame(code, server)) {
    return { value: code, changes: [] };
  }
  if ([base, code, server].some((value) => value instanceof SensitiveValue)) {
    return { value: code, changes: [{ path, kind: "sensitive" }] };
  }
  if (canMerge(base, code, server)) {
    return mergeParts({ base, code, server }, path);
  }
  return isSame(base, code)
    ? { value: server, changes: [{ path, kind: "adopted" }] }
    : { value: code, changes: [{ path, kind: "conflict" }] };
}

function mergeParts({ base, code, server }: ThreeValues, path: readonly string[]): Merged {
  const changes: MergedChange[] = [];
  const names = new Set([base, code, server].flatMap((each) => (isContainer(each) ? Object.keys(each) : [])));
  const entries = [...names].map((name) => {
    const part = { base: partOf(base, name), code: partOf(code, name), server: partOf(server, name) };
    const merged = mergeChanges(part, [...path, name]);
    changes.push(...merged.changes);
    return [name, merged.value] as const;
  });
  // An entry without a value was removed on the server.
  const kept = entries.filter(([, item]) => item !== undefined);
  return { value: Array.isArray(code) ? entries.map(([, item]) => item) : Object.fromEntries(kept), changes };
}

/** Returns true if all values are objects, or if all are lists of the same length. */
function canMerge(...values: readonly unknown[]): boolean {
  if (values.every(Array.isArray)) {
    const [length] = values.map((each) => each.length);
    return values.every((each) => each.length === length);
  }
  return values.every((each) => isContainer(each) && !Array.isArray(each));
}

function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one ?? null, other ?? null);
}

/** Returns a declared value. Each part that is unknown before the apply has its value after the last apply. */
export function withoutUnknown(value: unknown, unknown: unknown, base: unknown): unknown {
  if (unknown === true) {
    return base;
  }
  if (!isContainer(unknown) || !holdsMark(unknown)) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      withoutUnknown(item, partOf(unknown, String(index)), partOf(base, String(index))),
    );
  }
  const names = [...new Set([...Object.keys(isContainer(value) ? value : {}), ...Object.keys(unknown)])];
  const parts = names.map((name) => [
    name,
    withoutUnknown(partOf(value, name), partOf(unknown, name), partOf(base, name)),
  ]);
  return Object.fromEntries(parts);
}
