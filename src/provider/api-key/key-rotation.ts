import type { ApiKeyBody, ApiKeyRecord, CreatedApiKey } from "../../api";
import type { PrivateState } from "../../plugin";
import type { ApiKeyDeclaration } from "../../schema";
import { secondsOf } from "../../schema/duration";
import type { Session } from "../session";
import { earlierName, generationsOf, hasExpired, newbornName } from "./key-generations";
import { maySignThisRun } from "./signing-key";

const SECOND = 1000;

/** An earlier generation as the state holds it. */
export interface EarlierGeneration {
  readonly id: string;
  readonly expireAt?: string;
}

/** When a key is due to be replaced; undefined when it never is. */
export function rotateAt({ createdAt, rotateEvery }: ApiKeyDeclaration): string | undefined {
  const created = Date.parse(createdAt ?? "");
  if (rotateEvery === undefined || Number.isNaN(created)) return undefined;
  return new Date(created + secondsOf(rotateEvery) * 1000).toISOString();
}

/** What the state says of the generations before this one: those that were replaced, and what an interrupted create left behind. */
export function generationsBefore(keys: readonly ApiKeyRecord[], name: string, ownId: string): EarlierGeneration[] {
  const { earlier, newborn } = generationsOf(keys, name);
  return [...earlier, ...newborn]
    .filter(({ id }) => id !== ownId)
    .map(({ id, expireAt }) => ({ id, ...(expireAt && { expireAt }) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The keys that make way when a generation is created: what an interrupted create left, and all but one generation before it. */
export function keysInTheWay(keys: readonly ApiKeyRecord[], name: string, now: number): readonly ApiKeyRecord[] {
  const { live, newborn, earlier } = generationsOf(keys, name);
  return [...newborn, ...(live.length > 0 ? earlier : earlier.filter((key) => hasExpired(key, now)))];
}

/**
 * Creates a generation. It carries a name of its own until the one before it is replaced, so that after an interruption the next create
 * knows it from the one in use and removes it: its secret was lost with the answer.
 */
export async function createGeneration(
  body: ApiKeyBody,
  session: Session,
  signal: AbortSignal,
): Promise<CreatedApiKey & { readonly generations: readonly EarlierGeneration[] }> {
  const { apiKeys } = session.client;
  const keys = await apiKeys.list({ signal });
  const now = await session.client.organizationTime({ signal });
  const { live } = generationsOf(keys, body.name);
  const removed = await removeKeys(keysInTheWay(keys, body.name, now), session, signal);
  const created = await apiKeys.create({ ...body, name: newbornName(body.name) }, { signal });
  if (live.length === 0) await apiKeys.update(created.key.id, { name: body.name }, { signal });
  else session.keys.noteBorn(body.name, created.key.id);
  const left = keys.filter(({ id }) => !removed.has(id));
  return { ...created, generations: generationsBefore(left, body.name, created.key.id) };
}

/** Lets the generation in use take the name, and the one before it work until its overlap ends, but not longer than it would have. */
export async function retireGeneration(declared: ApiKeyDeclaration, session: Session, signal: AbortSignal) {
  const { apiKeys } = session.client;
  const { id = "", name = "", overlap = "0s", expireAt } = declared;
  const born = session.keys.bornAs(name);
  if (born !== undefined) await apiKeys.update(born, { name }, { signal });
  const end = await endOfOverlap(overlap, expireAt, session, signal);
  await apiKeys.update(id, { name: earlierName(name), expireAt: end }, { signal });
}

/** When a key stops working that is to work for some time from now, but not longer than it would have. */
export async function endOfOverlap(
  overlap: string,
  expireAt: string | undefined,
  { client }: Session,
  signal: AbortSignal,
): Promise<string> {
  const end = (await client.organizationTime({ signal })) + secondsOf(overlap) * 1000;
  const own = Date.parse(expireAt ?? "");
  const wholeSeconds = Math.floor(end / SECOND) * SECOND;
  return new Date(Number.isNaN(own) ? wholeSeconds : Math.min(wholeSeconds, own)).toISOString();
}

/** The earlier generations that stay; the others have expired, or nobody ever got their secret. */
export function remaining(generations: readonly EarlierGeneration[], now: number): readonly EarlierGeneration[] {
  return generations.filter(({ expireAt }) => expireAt !== undefined && Date.parse(expireAt) > now);
}

/** Removes generations that the plan has dropped, as far as the server still shows them as done. */
export async function removeEarlier(
  declared: ApiKeyDeclaration,
  dropped: ReadonlySet<string>,
  session: Session,
  signal: AbortSignal,
): Promise<void> {
  if (dropped.size === 0) return;
  const keys = await session.client.apiKeys.list({ signal });
  const now = await session.client.organizationTime({ signal });
  const { earlier, newborn } = generationsOf(keys, declared.name ?? "");
  const done = [...newborn, ...earlier.filter((key) => hasExpired(key, now))];
  await removeKeys(
    done.filter(({ id }) => dropped.has(id) && id !== declared.id),
    session,
    signal,
  );
}

/** Removes everything that rotation has left of a key whose resource is gone. */
export async function removeAllEarlier(name: string, session: Session, signal: AbortSignal): Promise<void> {
  const { earlier, newborn } = generationsOf(await session.client.apiKeys.list({ signal }), name);
  await removeKeys([...earlier, ...newborn], session, signal);
}

/** The key that runs this stays: the server would refuse (facts/api.md 1.1), and it will be seen again. */
async function removeKeys(
  keys: readonly ApiKeyRecord[],
  session: Session,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const removed = new Set<string>();
  for (const key of keys) {
    if (await maySignThisRun(key, session, signal)) continue;
    await session.client.apiKeys.delete(key.id, { signal });
    removed.add(key.id);
  }
  return removed;
}

/** Whether a newer generation stands on the server, so that a destroy of this one is the end of an interrupted rotation. */
export function isSuperseded(keys: readonly ApiKeyRecord[], declared: ApiKeyDeclaration): boolean {
  const { live, newborn } = generationsOf(keys, declared.name ?? "");
  const created = Date.parse(declared.createdAt ?? "");
  return [...live, ...newborn].some(({ id, createdAt }) => id !== declared.id && Date.parse(createdAt ?? "") > created);
}

/** What is remembered of a rotation that had to wait for the end of one that was interrupted. */
export function rotationMemory({ rotationIsDue }: PrivateState): PrivateState {
  return rotationIsDue === true ? { rotationIsDue } : {};
}
