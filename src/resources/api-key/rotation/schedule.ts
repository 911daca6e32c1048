import { secondsOf } from "../../../declaration/value-types";
import type { PrivateState } from "../../../plugin";
import type { ApiKeyDeclaration } from "../../declarations";
import type { Call } from "../../shared/session";
import type { ApiKeyRecord } from "../api";
import { isRotated } from "../fields";
import { serverKeys } from "../key-collection";

export interface PreviousGeneration {
  readonly id: string;
  readonly expireAt?: string;
}

const SECOND = 1000;

/** Returns the time after which a plan replaces a key, or undefined for a key without `rotate_every`. */
export function rotateAt({ createdAt, rotateEvery }: ApiKeyDeclaration): string | undefined {
  if (rotateEvery === undefined) {
    return undefined;
  }
  const time = new Date(Date.parse(createdAt ?? "") + secondsOf(rotateEvery) * SECOND);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** Returns true if a key's expiry is not in the future. @param now epoch milliseconds by the server's clock */
export function hasExpired({ expireAt }: Pick<ApiKeyRecord, "expireAt">, now: number): boolean {
  return Date.parse(expireAt ?? "") <= now;
}

/** Returns the end of a key's overlap, which is at most the key's own expiry. */
export async function endOfOverlap(overlap: string, expireAt: string | undefined, call: Call): Promise<string> {
  const end = (await serverKeys(call).now()) + secondsOf(overlap) * SECOND;
  const own = Date.parse(expireAt ?? "");
  const wholeSeconds = Math.floor(end / SECOND) * SECOND;
  return new Date(Number.isNaN(own) ? wholeSeconds : Math.min(wholeSeconds, own)).toISOString();
}

/**
 * Returns the shorter of the two overlaps, if both are known. A rotation uses the new overlap, or the old one if the
 * engine destroys the old key first. A plan does not show the order.
 */
export function shorterOverlap(...keys: readonly ApiKeyDeclaration[]): string | undefined {
  const overlaps = keys.flatMap(({ overlap }) => (typeof overlap === "string" ? [overlap] : []));
  return overlaps.sort((a, b) => secondsOf(a) - secondsOf(b))[0];
}

/** Returns the generations that the state of a key contains. */
export function knownGenerations({ generations }: ApiKeyDeclaration): readonly PreviousGeneration[] {
  const known = Array.isArray(generations) ? (generations as PreviousGeneration[]) : [];
  return known.map((each) => ({ ...each, id: each.id.toLowerCase() }));
}

/** Returns true if a key has previous generations or may get some. */
export function hasGenerations(declared: ApiKeyDeclaration): boolean {
  return isRotated(declared) || knownGenerations(declared).length > 0;
}

/** Returns the generations whose overlap has not ended. One without an expiry is a duplicate, whose secret is lost. */
export function workingGenerations(
  generations: readonly PreviousGeneration[],
  now: number,
): readonly PreviousGeneration[] {
  return generations.filter(({ expireAt }) => expireAt !== undefined && Date.parse(expireAt) > now);
}

/** Returns the private state of a rotation that waits until an interrupted rotation is completed. */
export function rotationMemory({ rotationIsDue }: PrivateState): PrivateState {
  return rotationIsDue === true ? { rotationIsDue } : {};
}
