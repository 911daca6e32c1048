import {
  type AttributePath,
  type Diagnostic,
  type ModifiedPlan,
  type ModifyPlanRequest,
  type ObjectValue,
  UNKNOWN,
  valuesEqual,
} from "../../plugin";
import { isAdopted } from "../../schema/adopted-key";
import { defaultOnDestroy } from "../../schema/key-destroy";
import { isRotated } from "../../schema/key-rotation";
import { reportFailure } from "../report-failure";
import type { Session } from "../session";
import { planAdopted } from "./adopted-key-plan";
import { declaredKey } from "./api-key-shape";
import { guardPlan } from "./guard-plan";
import { withKept } from "./kept-attributes";
import { checkRoomForKey } from "./key-cap";
import { changesOf, contentOf } from "./key-content";
import { endChange } from "./key-end";
import { generationsOf, isNewbornName } from "./key-generations";
import { keysInTheWay, remaining, rotateAt } from "./key-rotation";
import { changedMaterial, leavesState, plannedSecret } from "./planned-key-secret";
import { plannedRotation, stayingRotation } from "./planned-rotation";

/** Plans a key that is created, adopted, changed or replaced. Without a session what the server would have to say stays unknown. */
export async function planApiKey(
  request: ModifyPlanRequest,
  session: Session | undefined,
  signal: AbortSignal,
): Promise<ModifiedPlan> {
  if (request.plan.adopt !== null) return planAdopted(request, session, signal);
  return request.state === null
    ? planCreate(request, session, signal)
    : planOwn(request, request.state, session, signal);
}

async function planCreate({ config, plan }: ModifyPlanRequest, session: Session | undefined, signal: AbortSignal) {
  const planned = { ...withKept(config, plan, null), ...plannedSecret(config), ...plannedRotation(plan) };
  if (!session) return { plan: planned };
  const declared = declaredKey(plan);
  const diagnostics = await reportFailure("plan the API key", async () => {
    await contentOf(declared, session, signal);
    const freed = isRotated(declared) ? await countInTheWay(String(plan.name), session, signal) : 0;
    return checkRoomForKey(freed, session, signal);
  });
  return { plan: planned, diagnostics };
}

async function countInTheWay(name: string, session: Session, signal: AbortSignal): Promise<number> {
  const keys = await session.client.apiKeys.readAll({ signal });
  return keysInTheWay(keys, name, await session.client.organizationTime({ signal })).length;
}

/** A key that was created here: changed in place, or replaced by a new one. */
async function planOwn(
  request: ModifyPlanRequest,
  state: ObjectValue,
  session: Session | undefined,
  signal: AbortSignal,
): Promise<ModifiedPlan> {
  const { config, plan } = request;
  const now = await timeOf(request, session, signal);
  const wanted = replacement(request, state, now);
  const unfinished = isNewbornName(String(state.name)) && wanted.length > 0 && state.adopt === null;
  if (wanted.length > 0 && !unfinished) {
    const created = {
      ...withKept(config, plan, null),
      ...plannedSecret(config),
      ...plannedRotation(plan),
      id: UNKNOWN,
    };
    const diagnostics = session ? await guardReplaced(request, state, session, signal) : [];
    return { plan: created, requiresReplace: wanted, diagnostics };
  }
  const planned = {
    ...withKept(config, plan, state),
    ...stayingRotation(plan, state, now),
    ...(leavesState(plan, state) && plannedSecret(config)),
  };
  const diagnostics = session ? await guardUpdate(planned, state, session, signal) : [];
  return {
    plan: planned,
    requiresReplace: [],
    diagnostics: [...diagnostics, ...(unfinished ? [rotationWaits(String(plan.name))] : [])],
    ...(unfinished && { private: { ...request.private, rotationIsDue: true } }),
  };
}

/** Only a rotated key's plan depends on the time. */
async function timeOf({ plan, state }: ModifyPlanRequest, session: Session | undefined, signal: AbortSignal) {
  const rotated = isRotated(declaredKey(plan)) || (state?.generations ?? null) !== null;
  return session && rotated ? session.client.organizationTime({ signal }) : Date.now();
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

async function guardUpdate(
  plan: ObjectValue,
  state: ObjectValue,
  session: Session,
  signal: AbortSignal,
): Promise<readonly Diagnostic[]> {
  const before = declaredKey(state);
  const declared = declaredKey(plan);
  return reportFailure("plan the API key", async () => {
    const actual = await contentOf(before, session, signal);
    const wanted = { expireAt: null, ...(await contentOf(declared, session, signal)) };
    const after = changesOf(wanted, actual);
    return guardPlan(
      plan,
      { id: String(state.id), keySuffix: before.keySuffix ?? "", before: actual, after },
      session,
      signal,
    );
  });
}

async function guardReplaced(
  { plan }: ModifyPlanRequest,
  state: ObjectValue,
  session: Session,
  signal: AbortSignal,
): Promise<readonly Diagnostic[]> {
  const before = declaredKey(state);
  return reportFailure("plan the API key", async () => {
    const actual = await contentOf(before, session, signal);
    const end = isRotated(before) ? "retire" : (before.onDestroy ?? defaultOnDestroy(before));
    const after = await endChange(end, before, session, signal);
    if (after === "nothing") return [];
    const change = { id: String(state.id), keySuffix: before.keySuffix ?? "", before: actual, after };
    const guarded = await guardPlan(
      { ...state, allow_self_lockout: plan.allow_self_lockout ?? null },
      change,
      session,
      signal,
    );
    return isRotated(before) ? [...guarded, ...(await endsEarly(before.name ?? "", session, signal))] : guarded;
  });
}

/** A rotation during the overlap of the one before it. */
async function endsEarly(name: string, session: Session, signal: AbortSignal): Promise<readonly Diagnostic[]> {
  const keys = await session.client.apiKeys.readAll({ signal });
  const working = remaining(
    generationsOf(keys, name).earlier.map(({ id, expireAt }) => ({ id, ...(expireAt && { expireAt }) })),
    await session.client.organizationTime({ signal }),
  );
  if (working.length === 0) return [];
  return [
    {
      severity: "warning",
      summary: "This rotation ends an earlier generation before its overlap is over",
      detail: `There are never more than two generations of the key "${name}". The one before the present one, which works until ${working[0]?.expireAt}, is removed by this apply.`,
    },
  ];
}

function rotationWaits(name: string): Diagnostic {
  return {
    severity: "warning",
    summary: "An interrupted rotation is completed first",
    detail: `The key "${name}" is due to be replaced again. This apply completes the rotation that was interrupted; the next plan shows the new one.`,
  };
}
