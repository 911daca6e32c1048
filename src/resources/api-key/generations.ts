import { createHash } from "node:crypto";
import { isOneTimeName, nameWith } from "../../client";
import type { PrivateState } from "../../plugin";
import type { ApiKeyRecord } from "./api";

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

/** A generation of a key beside the current one, as the state holds it. */
export interface PreviousGeneration {
  readonly id: string;
  readonly expireAt?: string;
}

/** A key's name; none where the server shows something else. */
export function nameOf({ name }: Pick<ApiKeyRecord, "name">): string {
  return typeof name === "string" ? name : "";
}

/** What identifies a key of this state, and tells its generations from other keys. */
export interface OwnKey {
  readonly id: string;
  readonly private: PrivateState;
}

/**
 * The generations of a key that are still on the server: those that the state knows, unless somebody has given them another name since; those
 * whose name says that this key has replaced them; and what the same create has made besides.
 * A name that anybody can give is no evidence: what is not known here stays.
 */
export function generationsOf(
  keys: readonly ApiKeyRecord[],
  own: OwnKey,
  known: readonly PreviousGeneration[],
): PreviousGeneration[] {
  const isKnown = (key: ApiKeyRecord) => isPrevious(key) && known.some(({ id }) => id === key.id);
  return keys
    .filter((key) => key.id !== own.id)
    .filter((key) => isKnown(key) || isReplacedBy(nameOf(key), own.id) || isTwin(key, own))
    .map(({ id, expireAt }) => ({ id, ...(expireAt && { expireAt }) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Whether a key's name says that a newer generation has replaced it. */
export function isPrevious(key: ApiKeyRecord): boolean {
  return markOf(nameOf(key)) === "previous";
}

/** Whether the create that made a key has made another one besides: its response was lost, and it was sent again. */
export function isTwin({ id, name }: ApiKeyRecord, own: OwnKey): boolean {
  return id !== own.id && name !== undefined && name === own.private.createdAs;
}

/** The private state by which a key knows its declared name, the name that its create had, and that it goes on waiting for its own. */
export function namesMemory(name: string, { createdAs, waits }: PrivateState): PrivateState {
  return {
    name,
    ...(typeof createdAs === "string" && { createdAs }),
    ...(waits === true && { waits }),
  };
}

/** The declared name of a key in state, whatever the server calls it. */
export function declaredName(observed: string, { name }: PrivateState): string {
  return typeof name === "string" ? name : withoutMark(observed);
}

/** Whether a key has still the name that it got for its create. @param declared the name that it is to have */
export function isPendingName(observed: string, declared: string, { createdAs }: PrivateState): boolean {
  if (observed === declared) return false;
  return observed === createdAs || markOf(observed) === "pending";
}

/** Whether a key has stopped working for good. @param now epoch milliseconds by the server's clock */
export function hasExpired({ expireAt }: Pick<ApiKeyRecord, "expireAt">, now: number): boolean {
  return Date.parse(expireAt ?? "") <= now;
}

/** What a plan wants with the name of a key. */
interface PlannedName {
  /** Who has it: a key in the state by its id, or a new one by a number. */
  readonly owner: string;
  /** Whether the key gets the name by this plan, by a create or a rename, and not only keeps it. */
  readonly isTaken: boolean;
}

/** The names that the plan of one run gives to keys. Two keys of one configuration cannot get the same. */
export class PlannedNames {
  readonly #names = new Map<string, PlannedName[]>();
  #newKeys = 0;

  /** Stands for a key that does not exist yet. */
  newOwner(): string {
    this.#newKeys += 1;
    return `new key ${this.#newKeys}`;
  }

  /** Notes what is planned of a name. True when another key of this run has it too, and either of them gets it only now. */
  note(name: string, planned: PlannedName): boolean {
    const others = (this.#names.get(name) ?? []).filter(({ owner }) => owner !== planned.owner);
    this.#names.set(name, [...others, planned]);
    return others.some(({ isTaken }) => isTaken || planned.isTaken);
  }
}
