import { isUnknown, type ObjectValue, UNKNOWN, type Value } from "../../plugin";
import { isRotated } from "../../schema/key-rotation";
import { declaredKey } from "./api-key-shape";
import { type EarlierGeneration, remaining, rotateAt } from "./key-rotation";

/** The rotation of a key that is created. */
export function plannedRotation(plan: ObjectValue): ObjectValue {
  const rotated = isRotated(declaredKey(plan));
  return { rotate_at: plan.rotate_every === null ? null : UNKNOWN, generations: rotated ? UNKNOWN : null };
}

/** The rotation of a key that stays: what has expired is dropped, and so removed by the apply. */
export function stayingRotation(plan: ObjectValue, state: ObjectValue, now: number): ObjectValue {
  const declared = declaredKey(plan);
  const before = (declaredKey(state).generations ?? []) as EarlierGeneration[];
  const after = remaining(before, now);
  const generations =
    isUnknown(state.generations) || after.length === before.length ? state.generations : toValue(after);
  return {
    rotate_at: isUnknown(plan.rotate_every)
      ? UNKNOWN
      : (rotateAt({ ...declared, createdAt: declaredKey(state).createdAt }) ?? null),
    generations: isRotated(declared) ? (generations ?? []) : (state.generations ?? null),
  };
}

function toValue(generations: readonly EarlierGeneration[]): Value {
  return generations.map(({ id, expireAt }) => ({ id, expire_at: expireAt ?? null }));
}
