import {
  type CreateRequest,
  type Diagnostic,
  DiagnosticError,
  isUnknownValue,
  type ModifiedPlan,
  type ModifyPlanRequest,
  type ObjectValue,
  problem,
  valuesEqual,
  type WriteResult,
} from "../../plugin";
import { lookUp } from "../shared/look-up";
import { quoted, reportFailure } from "../shared/report-failure";
import type { Call } from "../shared/session";
import { type ApiKeyRecord, apiKeyApi } from "./api";
import type { ApiKeyDeclaration } from "./declaration";
import { apiKeys, serverKeys } from "./key-collection";
import {
  changesOf,
  contentOf,
  declaredKey,
  idIn,
  keyMemory,
  keyState,
  locateInKey,
  observedApiKey,
  providerFieldsOf,
  withKept,
  wordingOf,
} from "./mapping";
import { checkKeptName } from "./name-checks";
import { plannedName } from "./names";
import { guardPlan } from "./plan-checks";
import { unchangedSecret } from "./secret/secrets";

/** Wording of messages about keys that are looked up. */
export const API_KEY_WORDING = {
  api: apiKeyApi,
  describe: ({ keySuffix }: Pick<ApiKeyRecord, "keySuffix">) => `ends with ${keySuffix ?? "an unknown suffix"}`,
};

export async function planAdopted(request: ModifyPlanRequest, call: Call | undefined): Promise<ModifiedPlan> {
  const { config, plan, state } = request;
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
  const diagnostics = call && id !== undefined ? await guardAdopted(request, id, call) : [];
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
  { config, plan, state }: ModifyPlanRequest,
  id: string,
  call: Call,
): Promise<readonly Diagnostic[]> {
  return reportFailure("plan the API key", async () => {
    const record = await serverKeys(call).read(id);
    if (!record) {
      return [];
    }
    const change = await changeOf(record, config, call);
    const observed = record.name ?? "";
    const named = state === null ? { ...plan, name: record.name ?? id } : plan;
    const kept = { id: record.id, name: plannedName(plan) ?? observed, observed, isPending: false, isRotated: false };
    return [
      ...(await checkKeptName(kept, call)),
      ...(await guardPlan(named, { id: record.id, keySuffix: record.keySuffix ?? "", ...change }, call)),
    ];
  });
}

/** Returns the content of an existing key, and the fields that the configuration changes. */
async function changeOf(record: ApiKeyRecord, config: ObjectValue, call: Call) {
  const before = await contentOf(observedApiKey(record, {}) as ApiKeyDeclaration, call);
  return { before, after: changesOf(await contentOf(declaredKey(config), call, record.id), before) };
}

/** Adopts an existing key, and updates the fields that the plan declares. */
export async function adoptDeclared({ plan, config }: CreateRequest, call: Call): Promise<WriteResult> {
  const declared = declaredKey(plan);
  const found = await keyToAdopt(declared.adopt ?? {}, call);
  const record = await reportFailure(
    `adopt the API key ${quoted(found.name ?? found.id)}`,
    async () => {
      const { after: patch } = await changeOf(found, config, call);
      return Object.keys(patch).length > 0 ? serverKeys(call).update(found.id, patch) : found;
    },
    locateInKey,
  );
  return {
    state: keyState(record, wordingOf(declared), providerFieldsOf(declared)),
    private: keyMemory(record, declared),
  };
}

/** Reads the key to adopt. Throws a diagnostic if no key or several keys have the name. */
async function keyToAdopt({ id, name }: NonNullable<ApiKeyDeclaration["adopt"]>, call: Call): Promise<ApiKeyRecord> {
  const keys = call.session.client.collection(apiKeys);
  if (id !== undefined) {
    const record = await reportFailure(`adopt the API key ${id}`, () => keys.get(id, { signal: call.signal }));
    if (!record) {
      throw noSuchKey(id);
    }
    return record;
  }
  const listed = await reportFailure(`adopt the API key ${quoted(name ?? "")}`, () =>
    keys.listForLookUp({ signal: call.signal }),
  );
  return lookUp(API_KEY_WORDING, listed, { name: name ?? null }, ["adopt", "name"]);
}

export function noSuchKey(id: string, path: string[] = ["adopt"]): DiagnosticError {
  return new DiagnosticError(
    problem(
      "API key not found",
      `The organization has no API key with the id ${id}.\nFix: use the id of an existing key, which is a UUID and not the key ID that signs requests.`,
      path,
    ),
  );
}
