import type { Resource } from "../../plugin";
import { schemaOf } from "../attributes";
import { reportFailure } from "../report-failure";
import type { Session } from "../session";
import { validateConfig } from "../validate-config";
import { adoptDeclared } from "./adopt-key";
import { validateRecipients } from "./age-recipients";
import { planApiKey } from "./api-key-plan";
import { API_KEY, declaredKey, wordingOf } from "./api-key-shape";
import { createDeclared } from "./create-key";
import { endKey, planKeyEnd, withoutPlanned } from "./key-end";
import { generationsOf } from "./key-generations";
import { hasGenerations, knownGenerations } from "./key-rotation";
import { keyState, ownFields } from "./key-state";
import { updateKey } from "./update-key";

/** `clickstack_api_key`: an API key of ClickHouse Cloud, created here or adopted (docs/internals/api-behavior.md 1). */
export const apiKeyResource: Resource<Session> = {
  schema: schemaOf(API_KEY, "An API key of ClickHouse Cloud: created here, or an existing one adopted."),

  validate: async ({ config }) => [...validateConfig(API_KEY, config), ...(await validateRecipients(config))],

  modifyPlan: (request, { client: session, signal }) => planApiKey(request, session, signal),

  planDestroy: (request, { client: session, signal }) => planKeyEnd(request, session, signal),

  create: (request, { client: session, signal }) =>
    request.plan.adopt === null ? createDeclared(request, session, signal) : adoptDeclared(request, session, signal),

  expectRead: ({ state }, { client: session }) => session?.client.apiKeys.expectRead(String(state.id)),

  async read({ state, private: memory }, { client: session, signal }) {
    const declared = declaredKey(state);
    const id = String(state.id);
    const withOthers = hasGenerations(declared);
    const seen = await reportFailure(`read the API key ${id}`, () => readKey(id, withOthers, session, signal));
    if (!seen) return null;
    const { record, keys } = seen;
    const generations = keys && generationsOf(keys, { id, private: memory }, knownGenerations(declared));
    const own = { ...ownFields(declared), ...(generations && { generations }) };
    return { state: keyState(record, wordingOf(declared, memory), own, state), private: withoutPlanned(memory) };
  },

  update: (request, { client: session, signal }) => updateKey(request, session, signal),

  delete: (request, { client: session, signal }) => endKey(request, session, signal),

  /** The secret of an imported key cannot be had, so importing is adopting (docs/internals/api-behavior.md 1.3). */
  async import({ id }) {
    return { state: { id, adopt: { id } } };
  },
};

/** A rotated key is read with its other generations, which the list shows. */
async function readKey(id: string, withOthers: boolean, { client }: Session, signal: AbortSignal) {
  if (!withOthers) {
    const record = await client.apiKeys.read(id, { signal });
    return record && { record, keys: undefined };
  }
  const keys = await client.apiKeys.readAll({ signal });
  const record = keys.find((key) => key.id === id);
  return record && { record, keys };
}
