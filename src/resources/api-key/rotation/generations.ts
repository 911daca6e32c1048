import { createHash } from "node:crypto";
import { ApiError, isOneTimeName, nameWith } from "../../../client";
import { secondsOf } from "../../../declaration/value-types";
import type { PrivateState } from "../../../plugin";
import type { ApiKeyDeclaration } from "../../declarations";
import type { Call } from "../../handlers/session";
import type { ApiKeyPatch, ApiKeyRecord } from "../api";
import { isRotated } from "../fields";
import { maySignThisRun } from "../session";

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
 * The name of a generation that a newer one has replaced, such as `ci (previous generation 3f9a2c81d04b)`. The digits
 * stand for its successor, which knows the generations before it by them.
 * @param successor the id of the key that replaced it, where that is known
 */
export function previousName(declared: string, successor: string | undefined): string {
  return nameWith(declared, ` (previous generation${successor === undefined ? "" : ` ${digitsOf(successor)}`})`);
}

/** Whether a key's name says that the key with this id has replaced it. */
export function isReplacedBy(name: string, successor: string): boolean {
  return PREVIOUS.test(name) && name.endsWith(` ${digitsOf(successor)})`);
}

/**
 * What the name of a key on the server says of it: undefined for a name without a mark. A person can give a key any of
 * these names.
 */
export function markOf(name: string): GenerationMark | undefined {
  if (isOneTimeName(name) || name.endsWith(FORMER_PENDING)) {
    return "pending";
  }
  return PREVIOUS.test(name) || name.endsWith(FORMER_PREVIOUS) ? "previous" : undefined;
}

/** Whether a key has a mark beside this declared name, which may have been cut to make room for it. */
export function isMarkOf(name: string, declared: string): boolean {
  if (markOf(name) === undefined) {
    return false;
  }
  const mark = name.slice(name.lastIndexOf(" ("));
  return name === nameWith(declared, mark) || name === declared + mark;
}

/**
 * A name without its mark. Where the declared name is known, take that: a mark may be part of it, and a long name is
 * cut.
 */
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
interface OwnKey {
  readonly id: string;
  readonly private: PrivateState;
}

/**
 * The generations of a key that are still on the server: those that the state knows, unless somebody has given them
 * another name since; those whose name says that this key has replaced them; and what the same create has made besides.
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
    .filter((key) => isKnown(key) || isReplacedBy(nameOf(key), own.id) || isDuplicateCreate(key, own))
    .map(({ id, expireAt }) => ({ id, ...(expireAt && { expireAt }) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Whether a key's name says that a newer generation has replaced it. */
function isPrevious(key: ApiKeyRecord): boolean {
  return markOf(nameOf(key)) === "previous";
}

/** Whether the create that made a key has made another one besides: its response was lost, and it was sent again. */
export function isDuplicateCreate({ id, name }: ApiKeyRecord, own: OwnKey): boolean {
  // A state can be edited by hand: a name that people give to keys is no evidence.
  return id !== own.id && typeof name === "string" && isOneTimeName(name) && name === own.private.createdAs;
}

/**
 * The private state by which a key knows its declared name, the name that its create had, and that it goes on waiting
 * for its own.
 */
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
  if (observed === declared) {
    return false;
  }
  return observed === createdAs || markOf(observed) === "pending";
}

/** Whether a key has stopped working for good. @param now epoch milliseconds by the server's clock */
export function hasExpired({ expireAt }: Pick<ApiKeyRecord, "expireAt">, now: number): boolean {
  return Date.parse(expireAt ?? "") <= now;
}

const SECOND = 1000;

/** When a key is due to be replaced; undefined when it never is. */
export function rotateAt({ createdAt, rotateEvery }: ApiKeyDeclaration): string | undefined {
  if (rotateEvery === undefined) {
    return undefined;
  }
  const due = new Date(Date.parse(createdAt ?? "") + secondsOf(rotateEvery) * SECOND);
  return Number.isNaN(due.getTime()) ? undefined : due.toISOString();
}

/** A key in state, by its declared name. */
export interface KeyInState extends OwnKey {
  readonly declared: ApiKeyDeclaration;
  readonly name: string;
  /** Its name on the server. */
  readonly observedName: string;
}

/**
 * Lets a generation work until its overlap ends, but not longer than it would have, and removes the one before it:
 * there are never more than two. Its new name says which key has replaced it, so that this key's resource finds and
 * removes it after the overlap.
 */
export async function retireGeneration(key: KeyInState, call: Call): Promise<void> {
  const { session } = call;
  const { id, name, observedName } = key;
  const { overlap = "0s", expireAt } = key.declared;
  const successor = session.keys.current(name)?.id;
  const end = await endOfOverlap(overlap, expireAt, call);
  const isMarked = markOf(observedName) === "previous" && observedName !== name;
  const called = successor === undefined && isMarked ? observedName : previousName(name, successor);
  const patch = {
    ...(called !== observedName && { name: called }),
    ...(Date.parse(end) !== Date.parse(expireAt ?? "") && { expireAt: end }),
  };
  if (Object.keys(patch).length > 0) {
    await changeUnlessGone(id, patch, call);
  }
  session.keys.noteEnded({ id, name, expireAt: end, isRetired: true });
  const left = await removeGenerations(key, knownGenerations(key.declared), call);
  if (successor === undefined) {
    return;
  }
  for (const each of left) {
    await changeUnlessGone(each, { name: previousName(name, successor) }, call);
  }
}

/** Changes a key at its end. One that is gone already needs no end. */
export async function changeUnlessGone(
  id: string,
  patch: ApiKeyPatch,
  { session: { client }, signal }: Call,
): Promise<void> {
  await client.apiKeys.update(id, patch, { signal }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.kind === "not_found")) {
      throw error;
    }
  });
}

/** When a key stops working that is to work for some time from now, but not longer than it would have. */
export async function endOfOverlap(
  overlap: string,
  expireAt: string | undefined,
  { session: { client }, signal }: Call,
): Promise<string> {
  const end = (await client.organizationTime({ signal })) + secondsOf(overlap) * SECOND;
  const own = Date.parse(expireAt ?? "");
  const wholeSeconds = Math.floor(end / SECOND) * SECOND;
  return new Date(Number.isNaN(own) ? wholeSeconds : Math.min(wholeSeconds, own)).toISOString();
}

/** The generations of a key that its state names. */
export function knownGenerations({ generations }: ApiKeyDeclaration): readonly PreviousGeneration[] {
  const known = Array.isArray(generations) ? (generations as PreviousGeneration[]) : [];
  return known.map((each) => ({ ...each, id: each.id.toLowerCase() }));
}

/** Whether a key has generations beside it, or may get some. */
export function hasGenerations(declared: ApiKeyDeclaration): boolean {
  return isRotated(declared) || knownGenerations(declared).length > 0;
}

/** The generations that stay; the others have expired, or nobody ever got their secret. */
export function workingGenerations(
  generations: readonly PreviousGeneration[],
  now: number,
): readonly PreviousGeneration[] {
  return generations.filter(({ expireAt }) => expireAt !== undefined && Date.parse(expireAt) > now);
}

/** Removes generations that the plan has dropped, as far as the server still shows them as done. */
export async function removeDone(own: OwnKey, dropped: ReadonlySet<string>, { session, signal }: Call): Promise<void> {
  if (dropped.size === 0) {
    return;
  }
  const keys = await keysWithIds([...dropped], { session, signal });
  const now = await session.client.organizationTime({ signal });
  const isDone = (key: ApiKeyRecord) => isDuplicateCreate(key, own) || (isPrevious(key) && hasExpired(key, now));
  await removeKeys(keys.filter(isDone), { session, signal });
}

/** The keys with these ids that exist, each asked for by its id: a key that a list lacks may still exist. */
async function keysWithIds(ids: readonly string[], { session, signal }: Call): Promise<readonly ApiKeyRecord[]> {
  const keys = await Promise.all(ids.map((id) => session.client.apiKeys.get(id, { signal })));
  return keys.filter((key) => key !== undefined);
}

/** Removes generations that are known by their ids and still called so. Returns the ids of those that have to stay. */
export async function removeGenerations(
  own: OwnKey,
  generations: readonly PreviousGeneration[],
  { session, signal }: Call,
): Promise<readonly string[]> {
  if (generations.length === 0) {
    return [];
  }
  const ids = generations.map(({ id }) => id);
  const keys = (await keysWithIds(ids, { session, signal })).filter(
    (key) => isPrevious(key) || isDuplicateCreate(key, own),
  );
  const removed = await removeKeys(keys, { session, signal });
  return keys.filter(({ id }) => !removed.has(id)).map(({ id }) => id);
}

/**
 * The key that runs this stays: the server would refuse (docs/internals/api-behavior.md 1.1), and it will be seen
 * again.
 */
async function removeKeys(keys: readonly ApiKeyRecord[], { session, signal }: Call): Promise<ReadonlySet<string>> {
  const removed = new Set<string>();
  for (const key of keys) {
    if (await maySignThisRun(key, { session, signal })) {
      continue;
    }
    await session.client.apiKeys.delete(key.id, { signal });
    removed.add(key.id);
  }
  return removed;
}

/**
 * Whether a newer generation stands on the server, so that a destroy of this one is the end of an interrupted rotation.
 */
export function isSuperseded(keys: readonly ApiKeyRecord[], declared: ApiKeyDeclaration): boolean {
  const created = Date.parse(declared.createdAt ?? "");
  const { id: ownId, name: ownName = "" } = declared;
  const isSuccessor = (name: string) => name === ownName || (markOf(name) === "pending" && isMarkOf(name, ownName));
  return keys.some((key) => key.id !== ownId && isSuccessor(nameOf(key)) && Date.parse(key.createdAt ?? "") > created);
}

/** What is remembered of a rotation that had to wait for the end of one that was interrupted. */
export function rotationMemory({ rotationIsDue }: PrivateState): PrivateState {
  return rotationIsDue === true ? { rotationIsDue } : {};
}
