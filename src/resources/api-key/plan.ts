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
import { endChange, withoutPlanned } from "./destroy";
import { defaultOnDestroy, isAdopted, isRotated } from "./fields";
import { apiKeys } from "./key-collection";
import { changesOf, contentOf, declaredKey, idIn, withKept } from "./mapping";
import { checkKeptName, checkNewName, checkPassedName, checkWithList } from "./name-checks";
import { plannedName } from "./names";
import { checkRoomForKey, guardPlan } from "./plan-checks";
import { isPendingName } from "./rotation/generation-names";
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

/**
 * Plans a key that is created, adopted, changed or replaced. Without a call, the values that only the server knows stay
 * unknown.
 */
export async function planApiKey(request: ModifyPlanRequest, call: Call | undefined): Promise<ModifiedPlan> {
  if (request.plan.adopt !== null) {
    return planAdopted(request, call);
  }
  return request.state === null ? planCreate(request, call) : planOwn(request, request.state, call);
}

async function planCreate(request: ModifyPlanRequest, call: Call | undefined) {
  const { config, plan } = request;
  const planned = { ...withKept(config, plan, null), ...plannedSecret(config), ...plannedRotation(plan) };
  if (!call) {
    return { plan: planned };
  }
  const declared = declaredKey(plan);
  const forced = keysOf(call.session).kept.get(request.private.replaces);
  const diagnostics = await reportFailure("plan the API key", async () => {
    await contentOf(declared, call);
    if (forced) {
      return guardReplaced(request, forced, call);
    }
    return [
      ...(await checkNewName(request, declared, call)),
      ...(await warnOfEarlierRuns(plan, null, call)),
      ...(await checkRoomForKey(call)),
    ];
  });
  return { plan: planned, diagnostics };
}

/** Plans an update or a replacement of a key that this resource created. */
async function planOwn(request: ModifyPlanRequest, state: ObjectValue, call: Call | undefined): Promise<ModifiedPlan> {
  const { config, plan, private: memory } = request;
  const now = await timeOf(request, call);
  const reasons = reasonsToReplace(request, state, now);
  const isPending = isAdopted(declaredKey(state)) ? false : hasPendingName(request, state);
  // A key that already waits for a name that another key has does not block the rotation.
  const unfinished = isPending && reasons.length > 0 && memory.waits !== true;
  if (reasons.length > 0 && !unfinished) {
    const created = {
      ...withKept(config, plan, null),
      ...plannedSecret(config),
      ...plannedRotation(plan),
      id: UNKNOWN,
    };
    const diagnostics = call ? await guardReplaced(request, state, call) : [];
    const replaces = { ...withoutPlanned(memory), replaces: idIn(state) };
    return { plan: created, requiresReplace: reasons, diagnostics, private: replaces };
  }
  const planned = {
    ...withKept(config, plan, state),
    ...stayingRotation(plan, state, now, isPending),
    ...(leavesState(plan, state) && plannedSecret(config)),
  };
  const diagnostics = call ? await guardUpdate({ ...request, plan: planned }, state, call) : [];
  if (call) {
    // For `-replace`, Terraform plans a create after this update and passes its private state.
    keysOf(call.session).kept.set(idIn(state), state);
  }
  return {
    plan: planned,
    requiresReplace: [],
    diagnostics: [...diagnostics, ...(unfinished ? [rotationWaits(String(plan.name))] : [])],
    private: { ...withoutPlanned(memory), replaces: idIn(state), ...(unfinished && { rotationIsDue: true }) },
  };
}

/** Returns true if a key still has its temporary name, because its rename failed or is waiting. */
function hasPendingName({ plan, private: memory }: ModifyPlanRequest, state: ObjectValue): boolean {
  const observed = String(state.name);
  return isPendingName(observed, plannedName(plan) ?? observed, memory);
}

/** Warns of keys that earlier runs left behind, for a key whose plan reads the list of keys in any case. */
async function warnOfEarlierRuns(
  plan: ObjectValue,
  state: ObjectValue | null,
  call: Call,
): Promise<readonly Diagnostic[]> {
  const name = plannedName(plan);
  const before = state && declaredKey(state);
  if (name === undefined || (before && !hasGenerations(before))) {
    return [];
  }
  const known = state && before ? [idIn(state), ...knownGenerations(before).map(({ id }) => id)] : [];
  return warnOfLeftBehind(name, new Set(known), call);
}

/** Returns the server's time for a rotated key. The plans of other keys do not depend on it. */
async function timeOf({ plan, state }: ModifyPlanRequest, call: Call | undefined) {
  const rotated = isRotated(declaredKey(plan)) || (state?.generations ?? null) !== null;
  return call && rotated
    ? call.session.client.collection(apiKeys).organizationTime({ signal: call.signal })
    : Date.now();
}

/** Returns the attributes that require a replacement of the key. */
function reasonsToReplace(
  { plan, private: memory }: ModifyPlanRequest,
  state: ObjectValue,
  now: number,
): AttributePath[] {
  const before = declaredKey(state);
  const wasAdopted = isAdopted(before) && before.keySecret === undefined;
  const material = changedMaterial(plan, state);
  const declared = declaredKey(plan);
  const rotated = isRotated(declared) && !isAdopted(before);
  const isTooOld = rotated && Date.parse(rotateAt({ ...declared, createdAt: before.createdAt }) ?? "") <= now;
  const hasSameKeepers = !rotated || valuesEqual(plan.keepers ?? null, state.keepers ?? null);
  return [
    ...(wasAdopted ? [["adopt"]] : []),
    ...material,
    ...(isTooOld ? [[state.rotate_at === null ? "id" : "rotate_at"]] : []),
    ...(hasSameKeepers || !isRotated(before) ? [] : [["keepers"]]),
    ...(rotated && memory.rotationIsDue === true ? [["id"]] : []),
  ];
}

async function guardUpdate(request: ModifyPlanRequest, state: ObjectValue, call: Call): Promise<readonly Diagnostic[]> {
  const { plan } = request;
  const before = declaredKey(state);
  const declared = declaredKey(plan);
  return reportFailure("plan the API key", async () => {
    const actual = await contentOf(before, call);
    const wanted = { expireAt: null, ...(await contentOf(declared, call)) };
    const change = {
      id: idIn(state),
      keySuffix: before.keySuffix ?? "",
      before: actual,
      after: changesOf(wanted, actual),
    };
    const [id, observed] = [idIn(state), String(state.name)];
    const name = plannedName(plan) ?? observed;
    const kept = { id, name, observed, isPending: hasPendingName(request, state), isRotated: hasGenerations(before) };
    return [
      ...(await checkKeptName(kept, call)),
      ...(await checkWithList(call.session, () => warnOfEarlierRuns(plan, state, call))),
      ...(await guardPlan(plan, change, call)),
    ];
  });
}

async function guardReplaced(
  request: ModifyPlanRequest,
  state: ObjectValue,
  call: Call,
): Promise<readonly Diagnostic[]> {
  const { session, signal } = call;
  const { plan } = request;
  const before = declaredKey(state);
  return reportFailure("plan the API key", async () => {
    const named = [
      ...(await checkPassedName(plan, idIn(state), call)),
      ...(await warnOfEarlierRuns(plan, state, call)),
    ];
    const actual = await contentOf(before, call);
    const end = isRotated(before) ? "retire" : (before.onDestroy ?? defaultOnDestroy(before));
    const after = await endChange(end, { ...before, overlap: shorterOverlap(before, declaredKey(plan)) }, call);
    if (after === "nothing") {
      return named;
    }
    const change = { id: idIn(state), keySuffix: before.keySuffix ?? "", before: actual, after };
    const guarded = await guardPlan({ ...state, allow_self_lockout: plan.allow_self_lockout ?? null }, change, {
      session,
      signal,
    });
    if (!isRotated(before)) {
      return [...named, ...guarded];
    }
    return [...named, ...guarded, ...warnOfRename(request, state), ...(await warnOfEarlyEnd(before, call))];
  });
}
