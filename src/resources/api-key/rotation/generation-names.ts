import { createHash } from "node:crypto";
import { isOneTimeName, nameWith } from "../../../client";
import type { PrivateState } from "../../../plugin";
import type { ApiKeyRecord } from "../api";

/** States that a name shows by a mark after the declared name (see states.ts). */
export type GenerationMark = "pending" | "previous";

/** Marks that earlier versions of the provider used. */
const FORMER_PENDING = " (new generation)";
const FORMER_PREVIOUS = " (earlier generation)";

const PREVIOUS = / \(previous generation(?: [0-9a-f]{12})?\)$/;

/**
 * Returns the name of a previous generation, such as `ci (previous generation 3f9a2c81d04b)`. The digits identify its
 * successor, which finds the generations that it replaced by these digits.
 * @param successor the id of the key that replaced it, if known
 */
export function previousName(declared: string, successor: string | undefined): string {
  return nameWith(declared, ` (previous generation${successor === undefined ? "" : ` ${digitsOf(successor)}`})`);
}

/** Returns true if a key's name shows that the key with this id replaced it. */
export function isReplacedBy(name: string, successor: string): boolean {
  return PREVIOUS.test(name) && name.endsWith(` ${digitsOf(successor)})`);
}

/** Returns the mark in a name, or undefined for a name without a mark. Users can give these names to keys, too. */
export function markOf(name: string): GenerationMark | undefined {
  if (isOneTimeName(name) || name.endsWith(FORMER_PENDING)) {
    return "pending";
  }
  return PREVIOUS.test(name) || name.endsWith(FORMER_PREVIOUS) ? "previous" : undefined;
}

/** Returns true if a name is this declared name with a mark. A long name may be cut to make room for the mark. */
export function isMarkOf(name: string, declared: string): boolean {
  if (markOf(name) === undefined) {
    return false;
  }
  const mark = name.slice(name.lastIndexOf(" ("));
  return name === nameWith(declared, mark) || name === declared + mark;
}

/**
 * Returns a name without its mark. Use the declared name instead where it is known: it may end with a mark itself, and
 * the server's name of a key with a long name is cut.
 */
export function withoutMark(name: string): string {
  return markOf(name) === undefined ? name : name.slice(0, name.lastIndexOf(" ("));
}

/** Returns 12 digits that identify a key in the names of the generations that it replaced. */
function digitsOf(id: string): string {
  return createHash("sha256").update(id.toLowerCase()).digest("hex").slice(0, 12);
}

/** Returns a key's name, or "" if the server returns a name that is not a string. */
export function nameOf({ name }: Pick<ApiKeyRecord, "name">): string {
  return typeof name === "string" ? name : "";
}

/** Returns the private state with a key's declared name, its temporary name, and whether it waits. */
export function namesMemory(name: string, { createdAs, waits }: PrivateState): PrivateState {
  return {
    name,
    ...(typeof createdAs === "string" && { createdAs }),
    ...(waits === true && { waits }),
  };
}

/** Returns the declared name of a key in state. Its name on the server may have a mark. */
export function declaredName(observed: string, { name }: PrivateState): string {
  return typeof name === "string" ? name : withoutMark(observed);
}

/** Returns true if a key still has its temporary name. @param declared the planned name */
export function isPendingName(observed: string, declared: string, { createdAs }: PrivateState): boolean {
  if (observed === declared) {
    return false;
  }
  return observed === createdAs || markOf(observed) === "pending";
}
