import { clearedExtraFields } from "../../declaration/extra-fields";
import { isUnknownValue, type Resource, type UpdateRequest, type WriteResult } from "../../plugin";
import { quoted, reportFailure } from "../shared/report-failure";
import { schemaOf } from "../shared/schema";
import type { Call, Session } from "../shared/session";
import { validateConfig } from "../shared/validate-config";
import { adoptDeclared, noSuchKey } from "./adopt";
import type { ApiKeyRecord } from "./api";
import { createDeclared } from "./create";
import type { ApiKeyDeclaration } from "./declaration";
import { endKey, planKeyEnd, withoutPlanned } from "./destroy";
import { apiKeys, KeyListRefusedError, serverKeys } from "./key-collection";
import {
  API_KEY_SHAPE,
  changedRoles,
  changesOf,
  contentOf,
  declaredKey,
  idIn,
  keyMemory,
  keyState,
  locateInKey,
  providerFieldsOf,
  wordingOf,
} from "./mapping";
import { isOtherName, nameHolders, storedOtherName, waitsForName } from "./names";
import { planApiKey } from "./plan";
import { isPendingName, namesMemory } from "./rotation/generation-names";
import { generationsOf, removeGenerations } from "./rotation/generations";
import {
  hasGenerations,
  knownGenerations,
  type PreviousGeneration,
  rotationMemory,
  workingGenerations,
} from "./rotation/schedule";
import { secretAfterUpdate, validateRecipients } from "./secret/secrets";
import { keysOf } from "./session";

/** Changes a key in place, and removes the generations that the plan has dropped. */
async function updateKey(request: UpdateRequest, call: Call): Promise<WriteResult> {
  const { plan, private: memory } = request;
  const declared = declaredKey(plan);
  const name = String(plan.name);
  const { record, generations, waiting, renamed } = await reportFailure(
    `update the API key ${quoted(name)}`,
    () => keysOf(call.session).turns.run(name, call.signal, () => updateInTurn(request, call)),
    locateInKey,
  );
  const secret = await secretAfterUpdate(declared, declaredKey(request.state));
  const spelled = { ...record, id: String(request.state.id) };
  const named = declared.adopt ? spelled : { ...spelled, name };
  const names = declared.adopt ? {} : namesMemory(name, { ...memory, waits: waiting !== undefined });
  return {
    state: keyState(named, wordingOf(declared), { ...providerFieldsOf(declared), generations, ...secret }),
    private: { ...rotationMemory(memory), ...keyMemory(record, declared), ...names },
    diagnostics: waiting ? [waiting] : renamed,
  };
}

async function updateInTurn(request: UpdateRequest, call: Call) {
  const { plan, state, config, private: memory } = request;
  const id = idIn(state);
  const declared = declaredKey(plan);
  const before = declaredKey(state);
  const wanted = declared.adopt
    ? await contentOf(declaredKey(config), call, id)
    : { expireAt: null, ...(await contentOf(declared, call)) };
  const cleared = clearedExtraFields(declared, before);
  const changes = changesOf({ ...cleared, ...wanted }, await contentOf(before, call));
  const holders = declared.adopt ? [] : await holdersOfName(request, call);
  const { name: _, ...withoutName } = changes;
  const patch = holders.length > 0 ? withoutName : changes;
  const known = knownGenerations(before);
  const kept = isUnknownValue(declared.generations) ? await stillWorking(known, call) : knownGenerations(declared);
  const dropped = known.filter((generation) => !kept.some((each) => each.id === generation.id));
  await removeGenerations({ id, private: memory }, dropped, "dropped", call);
  const record =
    Object.keys(patch).length > 0 ? await serverKeys(call).update(id, patch) : await serverKeys(call).read(id);
  if (!record) {
    throw noSuchKey(id, ["id"]);
  }
  const retired = isUnknownValue(declared.generations) ? keysOf(call.session).retired(String(plan.name)) : [];
  const generations = hasGenerations(declared) ? [...kept, ...retired] : undefined;
  const { name: sent } = declared.adopt || holders.length > 0 ? {} : changes;
  const renamed = sent !== undefined && isOtherName(record.name, sent) ? [storedOtherName("update")] : [];
  const waiting = holders.length > 0 ? waitsForName(String(plan.name), holders) : undefined;
  return { record, generations, waiting, renamed };
}

/** Returns the generations whose overlap has not ended, for an apply whose plan did not know them. */
async function stillWorking(known: readonly PreviousGeneration[], call: Call) {
  return known.length === 0 ? [] : workingGenerations(known, await serverKeys(call).now());
}

/** Returns the other keys that have the name of a key that still has its temporary name. */
async function holdersOfName({ plan, state, private: memory }: UpdateRequest, call: Call) {
  const [name, observed, id] = [String(plan.name), String(state.name), idIn(state)];
  const holders = isPendingName(observed, name, memory) ? await listedHolders(name, id, call) : [];
  keysOf(call.session).current.set(name, { id, waits: holders.length > 0 });
  return holders;
}

/** Returns the keys that have a name. If the server refuses the list, the result is empty, and the plan has warned. */
async function listedHolders(name: string, id: string, call: Call): Promise<readonly ApiKeyRecord[]> {
  try {
    return await nameHolders(name, id, call);
  } catch (error) {
    if (error instanceof KeyListRefusedError) {
      return [];
    }
    throw error;
  }
}

/** `clickstack_api_key`: an API key of ClickHouse Cloud, created here or adopted (docs/internals/api-behavior.md 1). */
export const apiKeyResource: Resource<Session> = {
  schema: schemaOf(
    API_KEY_SHAPE,
    "An API key of ClickHouse Cloud. The resource creates a key or adopts an existing one.",
  ),

  validate: async ({ config }) => [...validateConfig(API_KEY_SHAPE, config), ...(await validateRecipients(config))],

  modifyPlan: (request, { session, signal }) => planApiKey(request, session && { session, signal }),

  planDestroy: (request, { session, signal }) => planKeyEnd(request, session && { session, signal }),

  create: (request, call) =>
    request.plan.adopt === null ? createDeclared(request, call) : adoptDeclared(request, call),

  expectRead: ({ state }, { session }) => session?.client.collection(apiKeys).expectRead(idIn(state)),

  async read({ state, private: memory }, call) {
    const declared = declaredKey(state);
    const id = idIn(state);
    const seen = await reportFailure(`read the API key ${id}`, () => readKey(id, declared, call));
    if (!seen) {
      return null;
    }
    const { keys } = seen;
    const record = { ...seen.record, id: String(state.id) };
    const generations = keys && generationsOf(keys, { id, private: memory }, knownGenerations(declared));
    const own = { ...providerFieldsOf(declared), ...(generations && { generations }) };
    const wording = { ...wordingOf(declared, memory), ...changedRoles(record, declared, memory) };
    return {
      state: keyState(record, wording, own),
      private: { ...withoutPlanned(memory), ...keyMemory(record, { ...declared, ...wording }) },
    };
  },

  update: updateKey,

  delete: endKey,

  /** Imports a key by adopting it, because its secret cannot be read (docs/internals/api-behavior.md 1.3). */
  async import({ id }) {
    return { state: { id: id.toLowerCase(), adopt: { id: id.toLowerCase() } } };
  },
};

/**
 * Reads a key. Returns the other generations of a rotated key from the list. Generations in the state that
 * the list lacks are read by their ids.
 */
async function readKey(id: string, declared: ApiKeyDeclaration, call: Call) {
  const withOthers = hasGenerations(declared);
  const listed = (withOthers && (await serverKeys(call).shownIfOffered())?.records) || [];
  const record = await serverKeys(call).read(id);
  if (!record || !withOthers) {
    return record && { record, keys: undefined };
  }
  const known = knownGenerations(declared).filter((generation) => !listed.some((key) => key.id === generation.id));
  const others = await Promise.all(known.map((generation) => serverKeys(call).read(generation.id)));
  return { record, keys: [...listed, ...others.filter((key) => key !== undefined)] };
}
