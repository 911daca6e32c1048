import { isUnknown, type ObjectValue, UNKNOWN, type Value } from "../../plugin";
import { isRotated } from "../../schema/key-rotation";
import { declaredKey } from "./api-key-shape";
import type { PreviousGeneration } from "./key-generations";
import { knownGenerations, remaining, rotateAt } from "./key-rotation";

/** The rotation of a key that is created. */
export function plannedRotation(plan: ObjectValue): ObjectValue {
  const rotated = isRotated(declaredKey(plan));
  return { rotate_at: plan.rotate_every === null ? null : UNKNOWN, generations: rotated ? UNKNOWN : null };
}

/**
 * The rotation of a key that stays: what has expired is dropped, and so removed by the apply.
 * @param isInterrupted the apply may complete a rotation, and so add a generation
 */
export function stayingRotation(
  plan: ObjectValue,
  state: ObjectValue,
  now: number,
  isInterrupted: boolean,
): ObjectValue {
  const declared = declaredKey(plan);
  const before = declaredKey(state);
  return {
    rotate_at: isUnknown(plan.rotate_every)
      ? UNKNOWN
      : (rotateAt({ ...declared, createdAt: before.createdAt }) ?? null),
    generations: isInterrupted && isRotated(declared) ? UNKNOWN : stayingGenerations(declared, before, state, now),
  };
}

function stayingGenerations(
  declared: ReturnType<typeof declaredKey>,
  before: ReturnType<typeof declaredKey>,
  { generations }: ObjectValue,
  now: number,
): Value {
  const known = knownGenerations(before);
  const after = remaining(known, now);
  if (after.length < known.length) return toValue(after);
  return isRotated(declared) ? (generations ?? []) : (generations ?? null);
}

function toValue(generations: readonly PreviousGeneration[]): Value {
  return generations.map(({ id, expireAt }) => ({ id, expire_at: expireAt ?? null }));
}
