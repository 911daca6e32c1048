import {
  type Diagnostic,
  isUnknown,
  type ModifiedPlan,
  type ModifyPlanRequest,
  type ObjectValue,
  valuesEqual,
} from "../../plugin";
import type { ApiKeyDeclaration } from "../../schema";
import { reportFailure } from "../report-failure";
import type { Session } from "../session";
import { declaredKey } from "./api-key-shape";
import { guardPlan } from "./guard-plan";
import { withKept } from "./kept-attributes";
import { keyToAdopt } from "./key-adoption";
import { changesOf, contentOf } from "./key-content";
import { checkKeptName, plannedName } from "./key-name-plan";
import { observedApiKey } from "./observed-api-key";
import { unchangedSecret } from "./planned-key-secret";

/** Plans a key that exists and is taken under management. */
export async function planAdopted(
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

async function guardAdopted(
  { config, plan, state }: Pick<ModifyPlanRequest, "config" | "plan" | "state">,
  id: string,
  session: Session,
  signal: AbortSignal,
): Promise<readonly Diagnostic[]> {
  return reportFailure("plan the API key", async () => {
    const record = await session.client.apiKeys.read(id, { signal });
    if (!record) return [];
    const actual = await contentOf(observedApiKey(record, {}) as ApiKeyDeclaration, session, signal);
    const after = changesOf(await contentOf(declaredKey(config), session, signal), actual);
    const observed = record.name ?? "";
    const named = state === null ? { ...plan, name: record.name ?? id } : plan;
    const kept = { id: record.id, name: plannedName(plan) ?? observed, observed, isPending: false };
    const change = { id: record.id, keySuffix: record.keySuffix ?? "", before: actual, after };
    return [...(await checkKeptName(kept, session, signal)), ...(await guardPlan(named, change, session, signal))];
  });
}
