import {
  type AttributePath,
  type Diagnostic,
  isUnknown,
  type ModifiedPlan,
  type ModifyPlanRequest,
  type ObjectValue,
  UNKNOWN,
  type Value,
  valuesEqual,
} from "../../plugin";
import type { ApiKeyDeclaration } from "../declarations";
import { quoted, reportFailure } from "../handlers/report-failure";
import type { Call } from "../handlers/session";
import { endChange, withoutPlanned } from "./destroy";
import { defaultOnDestroy, isAdopted, isRotated } from "./fields";
import { changesOf, contentOf, declaredKey, idIn, withKept } from "./mapping";
import { checkKeptName, checkNewName, checkPassedName, plannedName, warnOfLeftBehind } from "./names";
import { checkRoomForKey, guardPlan, planAdopted } from "./plan-checks";
import { checkWithList } from "./refused-list";
import {
  declaredName,
  hasGenerations,
  isPendingName,
  knownGenerations,
  type PreviousGeneration,
  rotateAt,
  workingGenerations,
} from "./rotation/generations";
import { changedMaterial, leavesState, plannedSecret } from "./secret/secrets";

/**
 * Plans a key that is created, adopted, changed or replaced. Without a call what the server would have to say stays
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
  const diagnostics = await reportFailure("plan the API key", async () => {
    await contentOf(declared, call);
    return [
      ...(await checkNewName(request, declared, call)),
      ...(await leftBehindBy(plan, null, call)),
      ...(await checkRoomForKey(call)),
    ];
  });
  return { plan: planned, diagnostics };
}

/** A key that was created here: changed in place, or replaced by a new one. */
async function planOwn(request: ModifyPlanRequest, state: ObjectValue, call: Call | undefined): Promise<ModifiedPlan> {
  const { config, plan, private: memory } = request;
  const now = await timeOf(request, call);
  const wanted = replacement(request, state, now);
  const isPending = isAdopted(declaredKey(state)) ? false : hasPendingName(request, state);
  // One that has waited for its name in vain before is not held up by it for ever.
  const unfinished = isPending && wanted.length > 0 && memory.waits !== true;
  if (wanted.length > 0 && !unfinished) {
    const created = {
      ...withKept(config, plan, null),
      ...plannedSecret(config),
      ...plannedRotation(plan),
      id: UNKNOWN,
    };
    const diagnostics = call ? await guardReplaced(request, state, call) : [];
    const replaces = { ...withoutPlanned(memory), replaces: idIn(state) };
    return { plan: created, requiresReplace: wanted, diagnostics, private: replaces };
  }
  const planned = {
    ...withKept(config, plan, state),
    ...stayingRotation(plan, state, now, isPending),
    ...(leavesState(plan, state) && plannedSecret(config)),
  };
  const diagnostics = call ? await guardUpdate({ ...request, plan: planned }, state, call) : [];
  return {
    plan: planned,
    requiresReplace: [],
    diagnostics: [...diagnostics, ...(unfinished ? [rotationWaits(String(plan.name))] : [])],
    private: { ...withoutPlanned(memory), ...(unfinished && { rotationIsDue: true }) },
  };
}

/** Whether a key is called as when it was created, because the rename that follows did not come about. */
function hasPendingName({ plan, private: memory }: ModifyPlanRequest, state: ObjectValue): boolean {
  const observed = String(state.name);
  return isPendingName(observed, plannedName(plan) ?? observed, memory);
}

/**
 * What earlier runs may have left of a key that is created or has generations: then the list of keys is read anyway.
 */
async function leftBehindBy(plan: ObjectValue, state: ObjectValue | null, call: Call): Promise<readonly Diagnostic[]> {
  const name = plannedName(plan);
  const before = state && declaredKey(state);
  if (name === undefined || (before && !hasGenerations(before))) {
    return [];
  }
  const known = state && before ? [idIn(state), ...knownGenerations(before).map(({ id }) => id)] : [];
  return warnOfLeftBehind(name, new Set(known), call);
}

/** Only a rotated key's plan depends on the time. */
async function timeOf({ plan, state }: ModifyPlanRequest, call: Call | undefined) {
  const rotated = isRotated(declaredKey(plan)) || (state?.generations ?? null) !== null;
  return call && rotated ? call.session.client.organizationTime({ signal: call.signal }) : Date.now();
}

/** Why a key has to be replaced: the attributes that say so. */
function replacement({ plan, private: memory }: ModifyPlanRequest, state: ObjectValue, now: number): AttributePath[] {
  const before = declaredKey(state);
  const wasAdopted = isAdopted(before) && before.keySecret === undefined;
  const material = changedMaterial(plan, state);
  const declared = declaredKey(plan);
  const rotated = isRotated(declared) && !isAdopted(before);
  const due = rotated && Date.parse(rotateAt({ ...declared, createdAt: before.createdAt }) ?? "") <= now;
  const kept = !rotated || valuesEqual(plan.keepers ?? null, state.keepers ?? null);
  return [
    ...(wasAdopted ? [["adopt"]] : []),
    ...material,
    ...(due ? [[state.rotate_at === null ? "id" : "rotate_at"]] : []),
    ...(kept || !isRotated(before) ? [] : [["keepers"]]),
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
    const kept = { id, name: plannedName(plan) ?? observed, observed, isPending: hasPendingName(request, state) };
    return [
      ...(await checkKeptName(kept, call)),
      ...(await checkWithList(call.session, () => leftBehindBy(plan, state, call))),
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
    const named = [...(await checkPassedName(plan, idIn(state), call)), ...(await leftBehindBy(plan, state, call))];
    const actual = await contentOf(before, call);
    const end = isRotated(before) ? "retire" : (before.onDestroy ?? defaultOnDestroy(before));
    const after = await endChange(end, before, call);
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
    return [...named, ...guarded, ...staysAfterRename(request, state), ...(await endsEarly(before, call))];
  });
}

/** A rotation that renames the key: the engine does not show which key replaces which, and the names differ. */
function staysAfterRename({ plan, private: memory }: ModifyPlanRequest, state: ObjectValue): readonly Diagnostic[] {
  const name = plannedName(plan);
  const before = declaredName(String(state.name), memory);
  if (name === undefined || name === before) {
    return [];
  }
  return [
    {
      severity: "warning",
      summary: "The previous generation of a key that is rotated and renamed stays on the server",
      detail: `The key ${String(state.id)} gets its overlap, and no apply removes it after that, because its successor has another name than ${quoted(before)}.\nFix: rotate and rename in two applies, or delete the key in the console once nobody uses it.`,
      path: ["name"],
    },
  ];
}

/** A rotation during the overlap of the one before it. */
async function endsEarly(before: ApiKeyDeclaration, { session, signal }: Call): Promise<readonly Diagnostic[]> {
  const working = workingGenerations(knownGenerations(before), await session.client.organizationTime({ signal }));
  if (working.length === 0) {
    return [];
  }
  return [
    {
      severity: "warning",
      summary: "This rotation ends the previous generation before its overlap is over",
      detail: `There are never more than two generations of the key ${quoted(before.name ?? "")}. The one before the present one, which works until ${working[0]?.expireAt}, is removed by this apply.`,
    },
  ];
}

function rotationWaits(name: string): Diagnostic {
  return {
    severity: "warning",
    summary: "An interrupted rotation is completed first",
    detail: `The key ${quoted(name)} is due to be replaced again. This apply completes the rotation that was interrupted; the next plan shows the new one.`,
  };
}

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
