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
} from "../plugin";
import { isAdopted } from "../schema/adopted-key";
import { defaultOnDestroy } from "../schema/key-destroy";
import { isRotated } from "../schema/key-rotation";
import { isPresent } from "../schema/present";
import { declaredKey } from "./api-key-shape";
import { keyToAdopt } from "./key-adoption";
import { checkRoomForKey } from "./key-cap";
import { changesOf, contentOf, type KeyContent } from "./key-content";
import { endChange } from "./key-end";
import { declaredName, generationsOf, isNewbornName } from "./key-generations";
import { guardKey } from "./key-guard";
import { type EarlierGeneration, keysInTheWay, remaining, rotateAt } from "./key-rotation";
import { observedApiKey } from "./observed-api-key";
import { changedMaterial, leavesState, plannedSecret, unchangedSecret } from "./planned-key-secret";
import { reportFailure } from "./report-failure";
import type { Session } from "./session";

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

/** The rotation of a key that is created. */
function plannedRotation(plan: ObjectValue): ObjectValue {
  const rotated = isRotated(declaredKey(plan));
  return { rotate_at: plan.rotate_every === null ? null : UNKNOWN, generations: rotated ? UNKNOWN : null };
}

/** The rotation of a key that stays: what has expired is dropped, and so removed by the apply. */
function stayingRotation(plan: ObjectValue, state: ObjectValue, now: number): ObjectValue {
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

async function planAdopted(
  { config, plan, state }: ModifyPlanRequest,
  session: Session | undefined,
  signal: AbortSignal,
): Promise<ModifiedPlan> {
  const id = await adoptedId(plan, state, session, signal);
  const replaced = state !== null && (id === undefined || id !== String(state.id).toLowerCase());
  const base = replaced ? null : state;
  const planned = {
    ...withKept(config, plan, base),
    ...unchangedSecret(base),
    rotate_at: null,
    generations: null,
    ...(id !== undefined && { id: base?.id ?? id }),
  };
  const diagnostics =
    session && id !== undefined ? await guardAdopted({ config, plan, state }, id, session, signal) : [];
  return { plan: planned, diagnostics, ...(replaced && { requiresReplace: [["adopt"]] }) };
}

/** The record that is meant, in lower case; undefined while that is not known. */
async function adoptedId(
  plan: ObjectValue,
  state: ObjectValue | null,
  session: Session | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (isUnknown(plan.adopt)) return undefined;
  const adopt = plan.adopt as ObjectValue;
  if (isUnknown(adopt.id) || isUnknown(adopt.name)) return undefined;
  // A key that was found by its name once stays the one, whatever it is called since.
  if (state !== null && adopt.name !== null && valuesEqual(adopt, state.adopt ?? null))
    return String(state.id).toLowerCase();
  if (typeof adopt.id === "string") return adopt.id.toLowerCase();
  if (!session) return undefined;
  return (await keyToAdopt({ name: String(adopt.name) }, session, signal)).id.toLowerCase();
}

/** The attributes that keep what the server has, because their author says nothing of them. */
function withKept(config: ObjectValue, plan: ObjectValue, state: ObjectValue | null): ObjectValue {
  const silent = (...names: string[]) => names.every((name) => (config[name] ?? null) === null);
  const roles = silent("assigned_role_ids", "role_names");
  const kept = [
    ...(plan.adopt === null ? [] : ["name", "state", "expire_at"].filter((name) => silent(name))),
    ...(plan.adopt !== null && roles ? ["assigned_role_ids"] : []),
    ...(plan.adopt === null && roles && !silent("roles") ? ["assigned_role_ids"] : []),
    ...(plan.adopt !== null && silent("ip_access_list") && config.allow_any_ip !== true ? ["ip_access_list"] : []),
  ];
  const values = Object.fromEntries(kept.map((name) => [name, keptValue(name, plan, state)]));
  return { ...plan, ...values };
}

/** What the server has; to be found out where the state says it in another way, or where a write changes it. */
function keptValue(name: string, plan: ObjectValue, state: ObjectValue | null): Value {
  if (state === null) return UNKNOWN;
  const changes = (other: string) => !valuesEqual(plan[other] ?? null, state[other] ?? null);
  if (name === "assigned_role_ids" && (changes("role_names") || changes("roles"))) return UNKNOWN;
  if (name === "ip_access_list" && changes("allow_any_ip")) return UNKNOWN;
  return state[name] ?? null;
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
    return guard(
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
    const guarded = await guard(
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

async function guardAdopted(
  { config, plan, state }: Pick<ModifyPlanRequest, "config" | "plan" | "state">,
  id: string,
  session: Session,
  signal: AbortSignal,
): Promise<readonly Diagnostic[]> {
  return reportFailure("plan the API key", async () => {
    const record = await session.client.apiKeys.read(id, { signal });
    if (!record) return [];
    const actual = await contentOf(observedApiKey(record, {}) as KeyContentDeclaration, session, signal);
    const after = changesOf(await contentOf(declaredKey(config), session, signal), actual);
    const named = state === null ? { ...plan, name: record.name ?? id } : plan;
    return guard(named, { id: record.id, keySuffix: record.keySuffix ?? "", before: actual, after }, session, signal);
  });
}

type KeyContentDeclaration = Parameters<typeof contentOf>[0];

interface GuardedChange {
  readonly id: string;
  readonly keySuffix: string;
  readonly before: KeyContent;
  readonly after: KeyContent | undefined;
}

function guard(plan: ObjectValue, change: GuardedChange, session: Session, signal: AbortSignal) {
  const name = declaredName(isPresent(plan.name) && !isUnknown(plan.name) ? String(plan.name) : change.id);
  return guardKey({ ...change, name, allowSelfLockout: plan.allow_self_lockout === true }, session, signal);
}

function rotationWaits(name: string): Diagnostic {
  return {
    severity: "warning",
    summary: "An interrupted rotation is completed first",
    detail: `The key "${name}" is due to be replaced again. This apply completes the rotation that was interrupted; the next plan shows the new one.`,
  };
}
