import { type CreateRequest, isUnknown, type Resource, type UpdateRequest, type WriteResult } from "../../plugin";
import { quoted, reportFailure } from "../handlers/report-failure";
import { schemaOf } from "../handlers/schema";
import type { Call, Session } from "../handlers/session";
import { validateConfig } from "../handlers/validate-config";
import type { ApiKeyRecord } from "./api";
import { changesOf, contentOf, createDeclared } from "./create";
import type { ApiKeyDeclaration } from "./declaration";
import { endKey, planKeyEnd, withoutPlanned } from "./destroy";
import { generationsOf, isPendingName, namesMemory } from "./generations";
import { nameHolders, waitsForName } from "./names";
import { planApiKey } from "./plan";
import { keyToAdopt, noSuchKey } from "./plan-checks";
import { hasGenerations, knownGenerations, removeDone, rotationMemory } from "./rotation";
import { secretAfterUpdate, validateRecipients } from "./secrets";
import {
  API_KEY,
  changedRoles,
  declaredKey,
  keyState,
  locateInKey,
  observedApiKey,
  ownFields,
  rolesMemory,
  wordingMemory,
  wordingOf,
} from "./state";

/** Takes the key that a plan adopts under management, and changes what the plan declares of it. */
async function adoptDeclared({ plan, config }: CreateRequest, call: Call): Promise<WriteResult> {
  const declared = declaredKey(plan);
  const record = await adopt(declared.adopt ?? {}, declaredKey(config), call);
  return {
    state: keyState(record, wordingOf(declared), ownFields(declared)),
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
      const wanted = await contentOf(declared, call);
      const patch = changesOf(wanted, await contentOf(observedApiKey(record, {}) as ApiKeyDeclaration, call));
      return Object.keys(patch).length > 0 ? session.client.apiKeys.update(record.id, patch, { signal }) : record;
    },
    locateInKey,
  );
}

/** Changes a key in place, and removes the generations that the plan has dropped. */
async function updateKey(request: UpdateRequest, { session, signal }: Call): Promise<WriteResult> {
  const { plan, private: memory } = request;
  const declared = declaredKey(plan);
  const name = String(plan.name);
  const { record, generations, waiting } = await reportFailure(
    `update the API key ${quoted(name)}`,
    () => session.keys.inTurn(name, signal, () => updateInTurn(request, { session, signal })),
    locateInKey,
  );
  const secret = await secretAfterUpdate(declared, declaredKey(request.state));
  const named = declared.adopt ? record : { ...record, name };
  const names = declared.adopt ? {} : namesMemory(name, { ...memory, waits: waiting !== undefined });
  return {
    state: keyState(named, wordingOf(declared), { ...ownFields(declared), generations, ...secret }),
    private: { ...rotationMemory(memory), ...wordingMemory(declared), ...rolesMemory(record, declared), ...names },
    diagnostics: waiting ? [waiting] : [],
  };
}

async function updateInTurn(request: UpdateRequest, call: Call) {
  const { session, signal } = call;
  const { plan, state, config, private: memory } = request;
  const id = String(state.id);
  const declared = declaredKey(plan);
  const before = declaredKey(state);
  const wanted = declared.adopt
    ? await contentOf(declaredKey(config), call)
    : { expireAt: null, ...(await contentOf(declared, call)) };
  const changes = changesOf(wanted, await contentOf(before, call));
  const holders = declared.adopt ? [] : await holdersOfName(request, call);
  const { name: _, ...withoutName } = changes;
  const patch = holders.length > 0 ? withoutName : changes;
  const known = knownGenerations(before);
  const kept = isUnknown(declared.generations) ? known : knownGenerations(declared);
  const dropped = known.filter((generation) => !kept.some((each) => each.id === generation.id));
  await removeDone({ id, private: memory }, new Set(dropped.map((generation) => generation.id)), call);
  const record =
    Object.keys(patch).length > 0
      ? await session.client.apiKeys.update(id, patch, { signal })
      : await session.client.apiKeys.read(id, { signal });
  if (!record) throw noSuchKey(id, ["id"]);
  const retired = isUnknown(declared.generations) ? session.keys.retired(String(plan.name)) : [];
  const generations = hasGenerations(declared) ? [...kept, ...retired] : undefined;
  return { record, generations, waiting: holders.length > 0 ? waitsForName(String(plan.name), holders) : undefined };
}

/** The keys that have the name for which a key waits that still has the name of its create. One that this process has ended passes it on. */
async function holdersOfName({ plan, state, private: memory }: UpdateRequest, { session, signal }: Call) {
  const [name, observed, id] = [String(plan.name), String(state.name), String(state.id)];
  const mayWait = isPendingName(observed, name, memory) && !session.keys.passesOn(name);
  const holders = mayWait ? await nameHolders(name, id, { session, signal }) : [];
  session.keys.noteCurrent(name, id, holders.length > 0);
  return holders;
}

/** `clickstack_api_key`: an API key of ClickHouse Cloud, created here or adopted (docs/internals/api-behavior.md 1). */
export const apiKeyResource: Resource<Session> = {
  schema: schemaOf(API_KEY, "An API key of ClickHouse Cloud: created here, or an existing one adopted."),

  validate: async ({ config }) => [...validateConfig(API_KEY, config), ...(await validateRecipients(config))],

  modifyPlan: (request, { client: session, signal }) => planApiKey(request, session && { session, signal }),

  planDestroy: (request, { client: session, signal }) => planKeyEnd(request, session && { session, signal }),

  create: (request, { client: session, signal }) =>
    request.plan.adopt === null
      ? createDeclared(request, { session, signal })
      : adoptDeclared(request, { session, signal }),

  expectRead: ({ state }, { client: session }) => session?.client.apiKeys.expectRead(String(state.id)),

  async read({ state, private: memory }, { client: session, signal }) {
    const declared = declaredKey(state);
    const id = String(state.id);
    const withOthers = hasGenerations(declared);
    const seen = await reportFailure(`read the API key ${id}`, () => readKey(id, withOthers, { session, signal }));
    if (!seen) return null;
    const { record, keys } = seen;
    const generations = keys && generationsOf(keys, { id, private: memory }, knownGenerations(declared));
    const own = { ...ownFields(declared), ...(generations && { generations }) };
    const wording = { ...wordingOf(declared, memory), ...changedRoles(record, declared, memory) };
    return {
      state: keyState(record, wording, own),
      private: { ...withoutPlanned(memory), ...rolesMemory(record, declared) },
    };
  },

  update: (request, { client: session, signal }) => updateKey(request, { session, signal }),

  delete: (request, { client: session, signal }) => endKey(request, { session, signal }),

  /** The secret of an imported key cannot be had, so importing is adopting (docs/internals/api-behavior.md 1.3). */
  async import({ id }) {
    return { state: { id, adopt: { id } } };
  },
};

/** A rotated key is read with its other generations, which the list shows. */
async function readKey(id: string, withOthers: boolean, { session: { client }, signal }: Call) {
  if (!withOthers) {
    const record = await client.apiKeys.read(id, { signal });
    return record && { record, keys: undefined };
  }
  const keys = await client.apiKeys.readAll({ signal });
  const record = keys.find((key) => key.id === id);
  return record && { record, keys };
}
