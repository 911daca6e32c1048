import { ApiError } from "../../client";
import { secondsOf } from "../../declaration/value-types";
import type { PrivateState } from "../../plugin";
import type { ApiKeyDeclaration } from "../declarations";
import type { Call } from "../handlers/session";
import type { ApiKeyPatch, ApiKeyRecord } from "./api";
import { isRotated } from "./declaration";
import {
  hasExpired,
  isMarkOf,
  isPrevious,
  isTwin,
  markOf,
  nameOf,
  type OwnKey,
  type PreviousGeneration,
  previousName,
} from "./generations";
import { maySignThisRun } from "./session";

const SECOND = 1000;

/** When a key is due to be replaced; undefined when it never is. */
export function rotateAt({ createdAt, rotateEvery }: ApiKeyDeclaration): string | undefined {
  if (rotateEvery === undefined) return undefined;
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
 * Lets a generation work until its overlap ends, but not longer than it would have, and removes the one before it: there are never more than
 * two. Its new name says which key has replaced it, so that this key's resource finds and removes it after the overlap.
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
  if (Object.keys(patch).length > 0) await changeUnlessGone(id, patch, call);
  session.keys.noteEnded({ id, name, hadName: observedName === name, expireAt: end, isRetired: true });
  const left = await removeGenerations(key, knownGenerations(key.declared), call);
  if (successor === undefined) return;
  for (const each of left) await changeUnlessGone(each, { name: previousName(name, successor) }, call);
}

/** Changes a key at its end. One that is gone already needs no end. */
export async function changeUnlessGone(
  id: string,
  patch: ApiKeyPatch,
  { session: { client }, signal }: Call,
): Promise<void> {
  await client.apiKeys.update(id, patch, { signal }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.kind === "not_found")) throw error;
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
  return Array.isArray(generations) ? (generations as PreviousGeneration[]) : [];
}

/** Whether a key has generations beside it, or may get some. */
export function hasGenerations(declared: ApiKeyDeclaration): boolean {
  return isRotated(declared) || knownGenerations(declared).length > 0;
}

/** The generations that stay; the others have expired, or nobody ever got their secret. */
export function remaining(generations: readonly PreviousGeneration[], now: number): readonly PreviousGeneration[] {
  return generations.filter(({ expireAt }) => expireAt !== undefined && Date.parse(expireAt) > now);
}

/** Removes generations that the plan has dropped, as far as the server still shows them as done. */
export async function removeDone(own: OwnKey, dropped: ReadonlySet<string>, { session, signal }: Call): Promise<void> {
  if (dropped.size === 0) return;
  const keys = await session.client.apiKeys.list({ signal });
  const now = await session.client.organizationTime({ signal });
  const isDone = (key: ApiKeyRecord) => isTwin(key, own) || (isPrevious(key) && hasExpired(key, now));
  await removeKeys(
    keys.filter((key) => dropped.has(key.id) && isDone(key)),
    { session, signal },
  );
}

/** Removes generations that are known by their ids and still called so. Returns the ids of those that have to stay. */
export async function removeGenerations(
  own: OwnKey,
  generations: readonly PreviousGeneration[],
  { session, signal }: Call,
): Promise<readonly string[]> {
  if (generations.length === 0) return [];
  const ids = new Set(generations.map(({ id }) => id));
  const keys = (await session.client.apiKeys.list({ signal })).filter(
    (key) => ids.has(key.id) && (isPrevious(key) || isTwin(key, own)),
  );
  const removed = await removeKeys(keys, { session, signal });
  return keys.filter(({ id }) => !removed.has(id)).map(({ id }) => id);
}

/** The key that runs this stays: the server would refuse (docs/internals/api-behavior.md 1.1), and it will be seen again. */
async function removeKeys(keys: readonly ApiKeyRecord[], { session, signal }: Call): Promise<ReadonlySet<string>> {
  const removed = new Set<string>();
  for (const key of keys) {
    if (await maySignThisRun(key, { session, signal })) continue;
    await session.client.apiKeys.delete(key.id, { signal });
    removed.add(key.id);
  }
  return removed;
}

/** Whether a newer generation stands on the server, so that a destroy of this one is the end of an interrupted rotation. */
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
