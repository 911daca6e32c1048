import { ApiError } from "../../../client";
import type { ObjectValue, PrivateState } from "../../../plugin";
import type { ApiKeyDeclaration } from "../../declarations";
import type { Call } from "../../shared/session";
import type { ApiKeyPatch, ApiKeyRecord } from "../api";
import { isAdopted } from "../fields";
import { serverKeys } from "../key-collection";
import { declaredKey, idIn } from "../mapping";
import { keysOf, maySignThisRun } from "../session";
import { declaredName, isMarkOf, isReplacedBy, markOf, nameOf, previousName } from "./generation-names";
import { endOfOverlap, hasExpired, knownGenerations, type PreviousGeneration } from "./schedule";
import { generationStateOf, isDuplicateCreate, nextState, type OwnKey } from "./states";

/**
 * Returns the previous generations of a key that are still on the server. They are the generations in the state that
 * still have the name of a previous generation, the keys whose name shows that this key replaced them, and duplicates
 * of this key's create. Any user can give a key such a name, so all other keys are ignored.
 */
export function generationsOf(
  keys: readonly ApiKeyRecord[],
  own: OwnKey,
  known: readonly PreviousGeneration[],
): PreviousGeneration[] {
  const isKnown = (key: ApiKeyRecord) =>
    generationStateOf(key, own) === "previous" && known.some(({ id }) => id === key.id);
  return keys
    .filter((key) => key.id !== own.id)
    .filter((key) => isKnown(key) || isReplacedBy(nameOf(key), own.id) || isDuplicateCreate(key, own))
    .map(({ id, expireAt }) => ({ id, ...(expireAt && { expireAt }) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

export interface KeyInState extends OwnKey {
  readonly declared: ApiKeyDeclaration;
  /** Declared name of the key. */
  readonly name: string;
  /** Name of the key on the server. */
  readonly observedName: string;
}

export function keyInState(state: ObjectValue, memory: PrivateState): KeyInState {
  const declared = declaredKey(state);
  const observedName = declared.name ?? "";
  const name = isAdopted(declared) ? observedName : declaredName(observedName, memory);
  return { id: idIn(state), declared, name, observedName, private: memory };
}

/**
 * Carries out the event `replaced`. The key works until the end of its overlap, or until its own expiry if that is
 * earlier. The generation before it is removed, so that there are never more than two. The key's new name identifies
 * its successor, which removes it after the overlap.
 */
export async function retireGeneration(key: KeyInState, call: Call): Promise<void> {
  const { id, name, observedName } = key;
  const { overlap = "0s", expireAt } = key.declared;
  const successor = keysOf(call.session).current.get(name)?.id;
  const end = await endOfOverlap(overlap, expireAt, call);
  const isMarked = markOf(observedName) === "previous" && observedName !== name;
  const nextName = successor === undefined && isMarked ? observedName : previousName(name, successor);
  const patch = {
    ...(nextName !== observedName && { name: nextName }),
    ...(Date.parse(end) !== Date.parse(expireAt ?? "") && { expireAt: end }),
  };
  if (Object.keys(patch).length > 0) {
    await updateIfExists(id, patch, call);
  }
  keysOf(call.session).ended.set(id, { id, name, expireAt: end, isRetired: true });
  const remaining = await removeGenerations(key, knownGenerations(key.declared), "successorEnded", call);
  if (successor === undefined) {
    return;
  }
  for (const each of remaining) {
    await updateIfExists(each, { name: previousName(name, successor) }, call);
  }
}

/** Updates a key, and ignores that the key was deleted. */
export async function updateIfExists(id: string, patch: ApiKeyPatch, call: Call): Promise<void> {
  await serverKeys(call)
    .update(id, patch)
    .catch((error: unknown) => {
      if (!(error instanceof ApiError && error.kind === "not_found")) {
        throw error;
      }
    });
}

/**
 * Removes generations after an event: `successorEnded`, or `dropped` by the plan. A generation stays if the server now
 * shows a later expiry or another name. Each key is read by its id, because the list may lack an existing key. The key
 * that signs the requests of this run also stays, because the server refuses to delete it
 * (docs/internals/api-behavior.md 1.1). A later read finds it again.
 * @returns the ids of the generations that could not be removed
 */
export async function removeGenerations(
  own: OwnKey,
  generations: readonly PreviousGeneration[],
  event: "dropped" | "successorEnded",
  call: Call,
): Promise<readonly string[]> {
  const keys = await Promise.all(generations.map(({ id }) => serverKeys(call).get(id)));
  const remaining: string[] = [];
  for (const key of keys.filter((each) => each !== undefined)) {
    const cause = event === "dropped" ? await dropOf(key, call) : event;
    if (nextState(generationStateOf(key, own), cause) !== "removed") {
      continue;
    }
    if (await maySignThisRun(key, call)) {
      remaining.push(key.id);
    } else {
      await serverKeys(call).delete(key.id);
    }
  }
  return remaining;
}

async function dropOf(key: ApiKeyRecord, call: Call) {
  return hasExpired(key, await serverKeys(call).now()) ? "droppedAfterOverlap" : "droppedDuringOverlap";
}

/** Returns true if the server has a newer generation, so that a destroy of this key ends an interrupted rotation. */
export function isSuperseded(keys: readonly ApiKeyRecord[], declared: ApiKeyDeclaration): boolean {
  const created = Date.parse(declared.createdAt ?? "");
  const { id: ownId, name: ownName = "" } = declared;
  const isSuccessor = (name: string) => name === ownName || (markOf(name) === "pending" && isMarkOf(name, ownName));
  return keys.some((key) => key.id !== ownId && isSuccessor(nameOf(key)) && Date.parse(key.createdAt ?? "") > created);
}
