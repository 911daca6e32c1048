import type { ApiKeyRecord } from "../../api";
import type { PrivateState } from "../../plugin";
import { isReplacedBy, markOf, withoutMark } from "./generation-names";

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
 * A name that anybody can give proves nothing: what is not known here stays.
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
  return typeof expireAt === "string" && expireAt !== "" && Date.parse(expireAt) <= now;
}
