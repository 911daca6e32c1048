import {
  type CreateRequest,
  type Diagnostic,
  DiagnosticError,
  isUnknownValue,
  type ModifiedPlan,
  type ModifyPlanRequest,
  type ObjectValue,
  valuesEqual,
  type WriteResult,
} from "../../plugin";
import { lookUp } from "../shared/look-up";
import { quoted, reportFailure } from "../shared/report-failure";
import type { Call } from "../shared/session";
import { type ApiKeyRecord, apiKeyApi } from "./api";
import type { ApiKeyDeclaration } from "./declaration";
import { apiKeys } from "./key-collection";
import {
  changesOf,
  contentOf,
  declaredKey,
  idIn,
  keyState,
  locateInKey,
  observedApiKey,
  providerFieldsOf,
  rolesMemory,
  withKept,
  wordingMemory,
  wordingOf,
} from "./mapping";
import { checkKeptName } from "./name-checks";
import { plannedName } from "./names";
import { guardPlan } from "./plan-checks";
import { unchangedSecret } from "./secret/secrets";

/** Wording of messages about keys that are looked up. */
export const API_KEY_WORDING = {
  api: apiKeyApi,
  describe: ({ keySuffix }: ApiKeyRecord) => `ends with ${keySuffix ?? "an unknown suffix"}`,
};

/** Plans a key that is adopted. */
export async function planAdopted(
  { config, plan, state }: ModifyPlanRequest,
  call: Call | undefined,
): Promise<ModifiedPlan> {
  const id = await adoptedId(plan, state, call);
  const replaced = state !== null && (id === undefined || id !== idIn(state));
  const base = replaced ? null : state;
  const planned = {
    ...withKept(config, plan, base),
    ...unchangedSecret(base),
    rotate_at: null,
    generations: null,
    ...(id !== undefined && { id: base?.id ?? id }),
  };
  const diagnostics = call && id !== undefined ? await guardAdopted({ config, plan, state }, id, call) : [];
  return { plan: planned, diagnostics, ...(replaced && { requiresReplace: [["adopt"]] }) };
}

/** Returns the id of the adopted key in lower case, or undefined while it is unknown. */
async function adoptedId(
  plan: ObjectValue,
  state: ObjectValue | null,
  call: Call | undefined,
): Promise<string | undefined> {
  if (isUnknownValue(plan.adopt)) {
    return undefined;
  }
  const adopt = plan.adopt as ObjectValue;
  if (isUnknownValue(adopt.id) || isUnknownValue(adopt.name)) {
    return undefined;
  }
  // The resource follows the id of a key that was found by name, even if the key was renamed since.
  if (state !== null && adopt.name !== null && valuesEqual(adopt, state.adopt ?? null)) {
    return idIn(state);
  }
  if (typeof adopt.id === "string") {
    return adopt.id.toLowerCase();
  }
  if (!call) {
    return undefined;
  }
  return (await keyToAdopt({ name: String(adopt.name) }, call)).id.toLowerCase();
}

async function guardAdopted(
  { config, plan, state }: Pick<ModifyPlanRequest, "config" | "plan" | "state">,
  id: string,
  call: Call,
): Promise<readonly Diagnostic[]> {
  const { session, signal } = call;
  return reportFailure("plan the API key", async () => {
    const record = await session.client.collection(apiKeys).read(id, { signal });
    if (!record) {
      return [];
    }
    const actual = await contentOf(observedApiKey(record, {}) as ApiKeyDeclaration, call);
    const after = changesOf(await contentOf(declaredKey(config), call, record.id), actual);
    const observed = record.name ?? "";
    const named = state === null ? { ...plan, name: record.name ?? id } : plan;
    const kept = { id: record.id, name: plannedName(plan) ?? observed, observed, isPending: false, isRotated: false };
    const change = { id: record.id, keySuffix: record.keySuffix ?? "", before: actual, after };
    return [...(await checkKeptName(kept, call)), ...(await guardPlan(named, change, call))];
  });
}

/** Adopts an existing key, and updates the fields that the plan declares. */
export async function adoptDeclared({ plan, config }: CreateRequest, call: Call): Promise<WriteResult> {
  const declared = declaredKey(plan);
  const record = await adopt(declared.adopt ?? {}, declaredKey(config), call);
  return {
    state: keyState(record, wordingOf(declared), providerFieldsOf(declared)),
    private: { ...wordingMemory(declared), ...rolesMemory(record, declared) },
  };
}

async function adopt(
  which: NonNullable<ApiKeyDeclaration["adopt"]>,
  declared: ApiKeyDeclaration,
  call: Call,
): Promise<ApiKeyRecord> {
  const { session, signal } = call;
  const record = await keyToAdopt(which, call);
  return reportFailure(
    `adopt the API key ${quoted(record.name ?? record.id)}`,
    async () => {
      const wanted = await contentOf(declared, call, record.id);
      const patch = changesOf(wanted, await contentOf(observedApiKey(record, {}) as ApiKeyDeclaration, call));
      return Object.keys(patch).length > 0
        ? session.client.collection(apiKeys).update(record.id, patch, { signal })
        : record;
    },
    locateInKey,
  );
}

/** Reads the key to adopt. Throws a diagnostic if no key or several keys have the name. */
async function keyToAdopt(
  { id, name }: NonNullable<ApiKeyDeclaration["adopt"]>,
  { session, signal }: Call,
): Promise<ApiKeyRecord> {
  const keys = session.client.collection(apiKeys);
  if (id !== undefined) {
    const record = await reportFailure(`adopt the API key ${id}`, () => keys.get(id, { signal }));
    if (!record) {
      throw noSuchKey(id);
    }
    return record;
  }
  const listed = await reportFailure(`adopt the API key ${quoted(name ?? "")}`, () => keys.listForLookUp({ signal }));
  const named = listed.records.map((key) => ({ ...key, name: key.name ?? "" }));
  return lookUp(API_KEY_WORDING, { records: named, incomplete: listed.incomplete }, { name: name ?? null }, [
    "adopt",
    "name",
  ]);
}

/** Returns the error for a key that does not exist. */
export function noSuchKey(id: string, path: string[] = ["adopt"]): DiagnosticError {
  return new DiagnosticError({
    severity: "error",
    summary: "API key not found",
    detail: `The organization has no API key with the id ${id}.\nFix: use the id of an existing key, which is a UUID and not the key ID that signs requests.`,
    path,
  });
}
