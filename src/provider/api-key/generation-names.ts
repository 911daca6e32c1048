import { createHash } from "node:crypto";
import { isOneTimeName, nameWith } from "../../api";

/** What a generation's name on the server says beside its declared name. */
export type GenerationMark =
  /** It is being created, or its create was interrupted before it got its name. */
  | "pending"
  /** A newer generation has replaced it, and it works until its overlap ends. */
  | "previous";

/** The names that earlier versions of the provider gave. */
const FORMER_PENDING = " (new generation)";
const FORMER_PREVIOUS = " (earlier generation)";

const PREVIOUS = / \(previous generation(?: [0-9a-f]{12})?\)$/;

/**
 * The name of a generation that a newer one has replaced, such as `ci (previous generation 3f9a2c81d04b)`. The digits stand for its successor,
 * which knows the generations before it by them.
 * @param successor the id of the key that replaced it, where that is known
 */
export function previousName(declared: string, successor: string | undefined): string {
  return nameWith(declared, ` (previous generation${successor === undefined ? "" : ` ${digitsOf(successor)}`})`);
}

/** Whether a key's name says that the key with this id has replaced it. */
export function isReplacedBy(name: string, successor: string): boolean {
  return PREVIOUS.test(name) && name.endsWith(` ${digitsOf(successor)})`);
}

/** What the name of a key on the server says of it: undefined for a name without a mark. A person can give a key any of these names. */
export function markOf(name: string): GenerationMark | undefined {
  if (isOneTimeName(name) || name.endsWith(FORMER_PENDING)) return "pending";
  return PREVIOUS.test(name) || name.endsWith(FORMER_PREVIOUS) ? "previous" : undefined;
}

/** Whether a key has a mark beside this declared name, which may have been cut to make room for it. */
export function isMarkOf(name: string, declared: string): boolean {
  if (markOf(name) === undefined) return false;
  const mark = name.slice(name.lastIndexOf(" ("));
  return name === nameWith(declared, mark) || name === declared + mark;
}

/** A name without its mark. Where the declared name is known, take that: a mark may be part of it, and a long name is cut. */
export function withoutMark(name: string): string {
  return markOf(name) === undefined ? name : name.slice(0, name.lastIndexOf(" ("));
}

/** Digits that stand for a key in the names of those that it replaced. */
function digitsOf(id: string): string {
  return createHash("sha256").update(id.toLowerCase()).digest("hex").slice(0, 12);
}
