import type { ApiKeyBody, ApiKeyRecord } from "../../api";
import type { ObjectValue, Resource } from "../../plugin";
import type { ApiKeyDeclaration } from "../../schema/api-key";
import type { Fields } from "../../schema/field";
import { isRotated } from "../../schema/key-rotation";
import { schemaOf } from "../attributes";
import { locateInBody } from "../locate-in-body";
import { reportFailure } from "../report-failure";
import type { Session } from "../session";
import { stateOf } from "../state-of";
import { validateConfig } from "../validate-config";
import { validateRecipients } from "./age-recipients";
import { planApiKey } from "./api-key-plan";
import { API_KEY, declaredKey, wordingMemory, wordingOf } from "./api-key-shape";
import { keyToAdopt, noSuchKey } from "./key-adoption";
import { changesOf, contentOf } from "./key-content";
import { endKey, planKeyEnd } from "./key-end";
import { declaredName } from "./key-generations";
import {
  createGeneration,
  type EarlierGeneration,
  generationsBefore,
  removeEarlier,
  rotateAt,
  rotationMemory,
} from "./key-rotation";
import { heldSecret, keySecretOf, secretAfterUpdate } from "./key-secret";
import { type KeyWording, observedApiKey } from "./observed-api-key";

const locate = locateInBody(API_KEY);

/** `clickstack_api_key`: an API key of ClickHouse Cloud, created here or adopted (facts/api.md 1). */
export const apiKeyResource: Resource<Session> = {
  schema: schemaOf(API_KEY, "An API key of ClickHouse Cloud: created here, or an existing one adopted."),

  validate: async ({ config }) => [...validateConfig(API_KEY, config), ...(await validateRecipients(config))],

  modifyPlan: (request, { client: session, signal }) => planApiKey(request, session, signal),

  planDestroy: (request, { client: session, signal }) => planKeyEnd(request, session, signal),

  async create({ plan, config }, { client: session, signal }) {
    const declared = declaredKey(plan);
    const wording = wordingOf(declared);
    const memory = wordingMemory(declared);
    if (declared.adopt) {
      const record = await adopt(declared.adopt, declaredKey(config), session, signal);
      return { state: keyState(record, wording, ownFields(declared), plan), private: memory };
    }
    const secret = await keySecretOf(declaredKey(config));
    const { generations, ...created } = await reportFailure(
      `create the API key "${declared.name}"`,
      async () => {
        const body = { ...(await createBody(declared, session, signal)), ...secret.request };
        return isRotated(declared)
          ? createGeneration(body, session, signal)
          : { ...(await session.client.apiKeys.create(body, { signal })), generations: undefined };
      },
      locate,
    );
    const { held, diagnostics = [] } = await secret.keep(created);
    const kept = { ...ownFields(declared), generations, ...held };
    const record = { ...created.key, name: declared.name ?? "" };
    return { state: keyState(record, wording, kept, plan), private: memory, diagnostics };
  },

  expectRead: ({ state }, { client: session }) => session?.client.apiKeys.expectRead(String(state.id)),

  async read({ state, private: memory }, { client: session, signal }) {
    const declared = declaredKey(state);
    const id = String(state.id);
    const seen = await reportFailure(`read the API key ${id}`, () => readKey(id, isRotated(declared), session, signal));
    if (!seen) return null;
    const { record, keys } = seen;
    const generations = keys && generationsBefore(keys, declaredName(record.name ?? ""), id);
    const own = { ...ownFields(declared), ...(generations && { generations }) };
    return { state: keyState(record, wordingOf(declared, memory), own, state) };
  },

  async update({ plan, state, config, private: memory }, { client: session, signal }) {
    const id = String(state.id);
    const declared = declaredKey(plan);
    const before = declaredKey(state);
    const record = await reportFailure(
      `update the API key "${String(plan.name)}"`,
      async () => {
        const wanted = declared.adopt
          ? await contentOf(declaredKey(config), session, signal)
          : { expireAt: null, ...(await contentOf(declared, session, signal)) };
        const patch = changesOf(wanted, await contentOf(before, session, signal));
        await removeEarlier({ ...declared, id }, droppedBy(declared, before), session, signal);
        return Object.keys(patch).length > 0
          ? session.client.apiKeys.update(id, patch, { signal })
          : session.client.apiKeys.read(id, { signal });
      },
      locate,
    );
    if (!record) throw noSuchKey(id, ["id"]);
    const own = { ...ownFields(declared), ...(await secretAfterUpdate(declared, before)) };
    return {
      state: keyState(record, wordingOf(declared), own, plan),
      private: { ...rotationMemory(memory), ...wordingMemory(declared) },
    };
  },

  delete: (request, { client: session, signal }) => endKey(request, session, signal),

  /** The secret of an imported key cannot be had, so importing is adopting (facts/api.md quirk 37). */
  async import({ id }) {
    return { state: { id, adopt: { id } } };
  },
};

async function adopt(
  which: NonNullable<ApiKeyDeclaration["adopt"]>,
  declared: ApiKeyDeclaration,
  session: Session,
  signal: AbortSignal,
): Promise<ApiKeyRecord> {
  const record = await keyToAdopt(which, session, signal);
  return reportFailure(
    `adopt the API key "${record.name ?? record.id}"`,
    async () => {
      const wanted = await contentOf(declared, session, signal);
      const patch = changesOf(
        wanted,
        await contentOf(observedApiKey(record, {}) as ApiKeyDeclaration, session, signal),
      );
      return Object.keys(patch).length > 0 ? session.client.apiKeys.update(record.id, patch, { signal }) : record;
    },
    locate,
  );
}

async function createBody(declared: ApiKeyDeclaration, session: Session, signal: AbortSignal): Promise<ApiKeyBody> {
  const { expireAt, ...content } = await contentOf(declared, session, signal);
  return { ...content, name: declared.name ?? "", ...(expireAt && { expireAt }) };
}

/** A rotated key is read with the generations before it, which the list shows. */
async function readKey(id: string, isRotated: boolean, { client }: Session, signal: AbortSignal) {
  if (!isRotated) {
    const record = await client.apiKeys.read(id, { signal });
    return record && { record, keys: undefined };
  }
  const keys = await client.apiKeys.readAll({ signal });
  const record = keys.find((key) => key.id === id);
  return record && { record, keys };
}

/** The earlier generations that the plan has dropped. */
function droppedBy(declared: ApiKeyDeclaration, before: ApiKeyDeclaration): ReadonlySet<string> {
  const ids = ({ generations = [] }: ApiKeyDeclaration) => (generations as EarlierGeneration[]).map(({ id }) => id);
  const kept = ids(declared);
  return new Set(ids(before).filter((id) => !kept.includes(id)));
}

function keyState(record: ApiKeyRecord, wording: KeyWording, own: Fields, form: ObjectValue): ObjectValue {
  const observed = { ...observedApiKey(record, wording), ...own };
  return stateOf(API_KEY, { ...observed, rotateAt: rotateAt(observed) }, form);
}

/** What the server does not hold: how the key came here, its secret, its rotation and its end. */
function ownFields(declared: ApiKeyDeclaration): Fields {
  const { adopt: which, rotateEvery, overlap, keepers, generations, ...others } = declared;
  const { onDestroy, expireAfter, allowSelfLockout } = others;
  return {
    adopt: which,
    ...heldSecret(declared),
    ...{ rotateEvery, overlap, keepers, generations, onDestroy, expireAfter, allowSelfLockout },
  };
}
