import {
  type AttributePath,
  type Diagnostic,
  type ModifiedPlan,
  type ModifyPlanRequest,
  type ObjectValue,
  UNKNOWN,
  valuesEqual,
} from "../../plugin";
import { reportFailure } from "../shared/report-failure";
import type { Call } from "../shared/session";
import { planAdopted } from "./adopt";
import { declaredEnd, guardEnd, withoutPlanned } from "./destroy";
import { isAdopted, isRotated } from "./fields";
import { serverKeys } from "./key-collection";
import { changesOf, contentOf, declaredKey, withKept } from "./mapping";
import { checkKeptName, checkNewName, checkPassedName, checkWithList } from "./name-checks";
import { plannedName } from "./names";
import { checkRoomForKey, guardPlan } from "./plan-checks";
import { isPendingName } from "./rotation/generation-names";
import { type KeyInState, keyInState } from "./rotation/generations";
import { warnOfLeftBehind } from "./rotation/left-behind";
import {
  plannedRotation,
  rotationWaits,
  stayingRotation,
  warnOfEarlyEnd,
  warnOfRename,
} from "./rotation/plan-rotation";
import { hasGenerations, knownGenerations, rotateAt, shorterOverlap } from "./rotation/schedule";
import { changedMaterial, leavesState, plannedSecret } from "./secret/secrets";
import { keysOf } from "./session";

/** Plans any change of a key. Without a call, the values that only the server knows stay unknown. */
export async function planApiKey(request: ModifyPlanRequest, call: Call | undefined): Promise<ModifiedPlan> {
  if (request.plan.adopt !== null) {
    return planAdopted(request, call);
  }
  return request.state === null ? planCreate(request, call) : planOwn(request, request.state, call);
}

async function planCreate(request: ModifyPlanRequest, call: Call | undefined) {
  const { config, plan, private: memory } = request;
  const planned = { ...withKept(config, plan, null), ...plannedSecret(config), ...plannedRotation(plan) };
  if (!call) {
    return { plan: planned };
  }
  const declared = declaredKey(plan);
  const forced = keysOf(call.session).kept.get(memory.replaces);
  const diagnostics = await reportFailure("plan the API key", async () => {
    await contentOf(declared, call);
    if (forced) {
      return guardReplaced(plan, keyInState(forced, memory), call);
    }
    return [
      ...(await checkNewName(request, declared, call)),
      ...(await warnOfEarlierRuns(plan, undefined, call)),
      ...(await checkRoomForKey(call)),
    ];
  });
  return { plan: planned, diagnostics };
}

/** Plans an update or a replacement of a key that this resource created. */
async function planOwn(request: ModifyPlanRequest, state: ObjectValue, call: Call | undefined): Promise<ModifiedPlan> {
  const { config, plan, private: memory } = request;
  const key = keyInState(state, memory);
  const now = await timeOf(request, call);
  const reasons = reasonsToReplace(plan, state, key, now);
  // The rename of a key with its temporary name failed or is waiting.
  const isPending =
    !isAdopted(key.declared) && isPendingName(key.observedName, plannedName(plan) ?? key.observedName, memory);
  // A key that waits because another key has its name does not block the rotation.
  const unfinished = isPending && reasons.length > 0 && memory.waits !== true;
  const guarded = (guard: (call: Call) => Promise<readonly Diagnostic[]>) =>
    call ? reportFailure("plan the API key", () => guard(call)) : [];
  if (reasons.length > 0 && !unfinished) {
    const created = {
      ...withKept(config, plan, null),
      ...plannedSecret(config),
      ...plannedRotation(plan),
      id: UNKNOWN,
    };
    const diagnostics = await guarded((each) => guardReplaced(plan, key, each));
    const replaces = { ...withoutPlanned(memory), replaces: key.id };
    return { plan: created, requiresReplace: reasons, diagnostics, private: replaces };
  }
  const planned = {
    ...withKept(config, plan, state),
    ...stayingRotation(plan, state, now, isPending),
    ...(leavesState(plan, state) && plannedSecret(config)),
  };
  const diagnostics = await guarded((each) => guardUpdate(planned, key, isPending, each));
  if (call) {
    // For `-replace`, Terraform plans a create after this update and passes the private state of this update.
    keysOf(call.session).kept.set(key.id, state);
  }
  return {
    plan: planned,
    requiresReplace: [],
    diagnostics: [...diagnostics, ...(unfinished ? [rotationWaits(String(plan.name))] : [])],
    private: { ...withoutPlanned(memory), replaces: key.id, ...(unfinished && { rotationIsDue: true }) },
  };
}

/** Warns of keys that earlier runs left behind, for a key whose plan reads the list of keys in any case. */
async function warnOfEarlierRuns(
  plan: ObjectValue,
  key: KeyInState | undefined,
  call: Call,
): Promise<readonly Diagnostic[]> {
  const name = plannedName(plan);
  if (name === undefined || (key && !hasGenerations(key.declared))) {
    return [];
  }
  const known = key ? [key.id, ...knownGenerations(key.declared).map(({ id }) => id)] : [];
  return warnOfLeftBehind(name, new Set(known), call);
}

/** Returns the server's time for a rotated key. The plans of other keys do not depend on it. */
async function timeOf({ plan, state }: ModifyPlanRequest, call: Call | undefined) {
  const rotated = isRotated(declaredKey(plan)) || (state?.generations ?? null) !== null;
  return call && rotated ? serverKeys(call).now() : Date.now();
}

function reasonsToReplace(
  plan: ObjectValue,
  state: ObjectValue,
  { declared: before, private: memory }: KeyInState,
  now: number,
): AttributePath[] {
  const wasAdopted = isAdopted(before) && before.keySecret === undefined;
  const declared = declaredKey(plan);
  const rotated = isRotated(declared) && !isAdopted(before);
  const isTooOld = rotated && Date.parse(rotateAt({ ...declared, createdAt: before.createdAt }) ?? "") <= now;
  const hasSameKeepers = !rotated || valuesEqual(plan.keepers ?? null, state.keepers ?? null);
  return [
    ...(wasAdopted ? [["adopt"]] : []),
    ...changedMaterial(plan, state),
    ...(isTooOld ? [[state.rotate_at === null ? "id" : "rotate_at"]] : []),
    ...(hasSameKeepers || !isRotated(before) ? [] : [["keepers"]]),
    ...(rotated && memory.rotationIsDue === true ? [["id"]] : []),
  ];
}

async function guardUpdate(
  plan: ObjectValue,
  key: KeyInState,
  isPending: boolean,
  call: Call,
): Promise<readonly Diagnostic[]> {
  const { id, declared: before, observedName: observed } = key;
  const actual = await contentOf(before, call);
  const after = changesOf({ expireAt: null, ...(await contentOf(declaredKey(plan), call)) }, actual);
  const name = plannedName(plan) ?? observed;
  return [
    ...(await checkKeptName({ id, name, observed, isPending, isRotated: hasGenerations(before) }, call)),
    ...(await checkWithList(call.session, () => warnOfEarlierRuns(plan, key, call))),
    ...(await guardPlan(plan, { id, keySuffix: before.keySuffix ?? "", before: actual, after }, call)),
  ];
}

async function guardReplaced(plan: ObjectValue, key: KeyInState, call: Call): Promise<readonly Diagnostic[]> {
  const { declared } = key;
  const overlap = shorterOverlap(declared, declaredKey(plan));
  const ended = { ...key, declared: { ...declared, overlap, allowSelfLockout: plan.allow_self_lockout === true } };
  const diagnostics = [
    ...(await checkPassedName(plan, key.id, call)),
    ...(await warnOfEarlierRuns(plan, key, call)),
    ...(await guardEnd(ended, isRotated(declared) ? "retire" : declaredEnd(declared), call)),
  ];
  return isRotated(declared)
    ? [...diagnostics, ...warnOfRename(plan, key), ...(await warnOfEarlyEnd(declared, call))]
    : diagnostics;
}
