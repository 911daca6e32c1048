import { type Diagnostic, isUnknownValue, type ObjectValue, UNKNOWN, type Value, warning } from "../../../plugin";
import type { ApiKeyDeclaration } from "../../declarations";
import { quoted } from "../../shared/report-failure";
import type { Call } from "../../shared/session";
import { isRotated } from "../fields";
import { serverKeys } from "../key-collection";
import { declaredKey } from "../mapping";
import { plannedName } from "../names";
import type { KeyInState } from "./generations";
import { knownGenerations, type PreviousGeneration, rotateAt, workingGenerations } from "./schedule";

/** Returns the rotation attributes that are planned for a key that is created. */
export function plannedRotation(plan: ObjectValue): ObjectValue {
  const rotated = isRotated(declaredKey(plan));
  return { rotate_at: plan.rotate_every === null ? null : UNKNOWN, generations: rotated ? UNKNOWN : null };
}

/**
 * Returns the rotation attributes that are planned for a key that is not replaced. The plan drops expired generations,
 * and the apply removes them.
 * @param isInterrupted true if the apply may complete an interrupted rotation, and so add a generation
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
    rotate_at: isUnknownValue(plan.rotate_every)
      ? UNKNOWN
      : (rotateAt({ ...declared, createdAt: before.createdAt }) ?? null),
    generations: isInterrupted && isRotated(declared) ? UNKNOWN : stayingGenerations(declared, before, state, now),
  };
}

function stayingGenerations(
  declared: ApiKeyDeclaration,
  before: ApiKeyDeclaration,
  { generations }: ObjectValue,
  now: number,
): Value {
  const known = knownGenerations(before);
  const after = workingGenerations(known, now);
  if (after.length < known.length) {
    return toValue(after);
  }
  const unchanged = generations === null || generations === undefined ? null : toValue(known);
  return isRotated(declared) ? (unchanged ?? []) : unchanged;
}

function toValue(generations: readonly PreviousGeneration[]): Value {
  return generations.map(({ id, expireAt }) => ({ id, expire_at: expireAt ?? null }));
}

/**
 * Warns of a rotation that also renames the key. The engine does not show which key replaces which, so the new name
 * hides the previous generation from its successor.
 */
export function warnOfRename(plan: ObjectValue, { declared, name: before }: KeyInState): readonly Diagnostic[] {
  const name = plannedName(plan);
  if (name === undefined || name === before) {
    return [];
  }
  return [
    warning(
      "No apply will remove the previous generation of this key",
      `This plan rotates the key ${declared.id} and renames it from ${quoted(before)} to ${quoted(name)}. The old key works until the end of its overlap. A successor with another name does not remove it.\nFix: rotate and rename in two applies, or delete the old key in the console once no client uses it.`,
      ["name"],
    ),
  ];
}

/** Warns of a rotation during the overlap of the previous one. */
export async function warnOfEarlyEnd(before: ApiKeyDeclaration, call: Call): Promise<readonly Diagnostic[]> {
  const working = workingGenerations(knownGenerations(before), await serverKeys(call).now());
  if (working.length === 0) {
    return [];
  }
  return [
    warning(
      "This rotation ends the overlap of the previous generation early",
      `The key ${quoted(before.name ?? "")} can have two generations at most. This apply removes its previous generation, which would otherwise work until ${working[0]?.expireAt}.\nFix: apply after that time, unless no client uses the previous generation.`,
    ),
  ];
}

/** Warns that the next rotation waits until an interrupted one is completed. */
export function rotationWaits(name: string): Diagnostic {
  return warning(
    "This apply completes an interrupted rotation first",
    `The key ${quoted(name)} must be replaced again, but its last rotation was interrupted. This apply completes that rotation.\nFix: plan and apply again to replace the key.`,
  );
}
