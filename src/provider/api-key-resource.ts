import type { ApiKeyRecord } from "../api";
import {
  type AttributePath,
  DiagnosticError,
  isUnknown,
  type ModifiedPlan,
  type ObjectValue,
  type Resource,
  UNKNOWN,
} from "../plugin";
import { type ApiKeyDeclaration, apiKey } from "../schema/api-key";
import { attributeName } from "../schema/attribute-name";
import { objectShapeOf } from "../schema/shape";
import { createBody, patchBody } from "./api-key-body";
import { schemaOf } from "./attributes";
import { locateInBody } from "./locate-in-body";
import { observedApiKey } from "./observed-api-key";
import { reportFailure } from "./report-failure";
import type { Session } from "./session";
import { stateOf } from "./state-of";
import { objectFromTerraform } from "./terraform-form";
import { validateConfig } from "./validate-config";

const API_KEY = objectShapeOf(apiKey);
const locate = locateInBody(API_KEY);

/** `clickstack_api_key`: an API key of ClickHouse Cloud, created here or adopted (facts/api.md 1). */
export const apiKeyResource: Resource<Session> = {
  schema: schemaOf(API_KEY, "An API key of ClickHouse Cloud: created here, or an existing one adopted."),

  validate: ({ config }) => validateConfig(API_KEY, config),

  async modifyPlan({ config, plan, state }) {
    if (plan.adopt === null) return planOwnKey(plan, state);
    const replaced = state !== null && isAnotherKey(plan, state);
    return {
      plan: keepUndeclared(config, plan, replaced ? null : state),
      ...(replaced && { requiresReplace: [["adopt", "id"]] }),
    };
  },

  async create({ plan, config }, { client: session, signal }) {
    const declared = declaredOf(plan);
    if (declared.adopt) {
      const record = await adopt(declared, declaredOf({ ...config, adopt: plan.adopt ?? null }), session, signal);
      return { state: stateOf(API_KEY, { ...observedApiKey(record), adopt: declared.adopt }, plan) };
    }
    const { key, keyId, keySecret } = await reportFailure(
      `create the API key "${declared.name}"`,
      () => session.client.apiKeys.create(createBody(declared), { signal }),
      locate,
    );
    return { state: stateOf(API_KEY, { ...observedApiKey(key), ...ownFields(plan), keyId, keySecret }, plan) };
  },

  expectRead: ({ state }, { client: session }) => session?.client.apiKeys.expectRead(String(state.id)),

  async read({ state }, { client: session, signal }) {
    const id = String(state.id);
    const record = await reportFailure(`read the API key ${id}`, () => session.client.apiKeys.read(id, { signal }));
    return record ? { state: stateOf(API_KEY, { ...observedApiKey(record), ...ownFields(state) }, state) } : null;
  },

  async update({ plan, state }, { client: session, signal }) {
    const id = String(state.id);
    const patch = patchBody(declaredOf(plan), declaredOf(state));
    const record = await reportFailure(
      `update the API key "${String(plan.name)}"`,
      () =>
        Object.keys(patch).length > 0
          ? session.client.apiKeys.update(id, patch, { signal })
          : session.client.apiKeys.read(id, { signal }),
      locate,
    );
    if (!record) throw gone(id, ["id"]);
    return { state: stateOf(API_KEY, { ...observedApiKey(record), ...ownFields(plan) }, plan) };
  },

  async delete({ state }, { client: session, signal }) {
    if (state.adopt !== null) return;
    const id = String(state.id);
    await reportFailure(`delete the API key ${id}`, () => session.client.apiKeys.delete(id, { signal }));
  },

  /** The secret of an imported key cannot be had, so importing is adopting (facts/api.md quirk 37). */
  async import({ id }) {
    return { state: { id, adopt: { id } } };
  },
};

async function adopt(
  plan: ApiKeyDeclaration,
  declared: ApiKeyDeclaration,
  session: Session,
  signal: AbortSignal,
): Promise<ApiKeyRecord> {
  const id = plan.adopt?.id ?? "";
  const record = await reportFailure(`adopt the API key ${id}`, () => session.client.apiKeys.get(id, { signal }));
  if (!record) throw gone(id, ["adopt"]);
  const observed = observedApiKey(record);
  const patch = patchBody({ ...observed, ...declared } as ApiKeyDeclaration, observed);
  if (Object.keys(patch).length === 0) return record;
  return reportFailure(`adopt the API key ${id}`, () => session.client.apiKeys.update(id, patch, { signal }), locate);
}

/** What an adopted key's author left out stays as it is on the server. */
function keepUndeclared(config: ObjectValue, plan: ObjectValue, state: ObjectValue | null): ObjectValue {
  const kept = Object.values(API_KEY.fields)
    .map(attributeName)
    .filter((name) => config[name] === null && name !== "adopt" && name !== "secret_in_state");
  return { ...plan, ...Object.fromEntries(kept.map((name) => [name, keptValue(name, state)])) };
}

function keptValue(name: string, state: ObjectValue | null) {
  if (name === "key_id" || name === "key_secret") return state?.[name] ?? null;
  return state ? (state[name] ?? null) : UNKNOWN;
}

/** A key that was adopted stays what it is on the server; a new one takes its place here. */
function planOwnKey(plan: ObjectValue, state: ObjectValue | null): ModifiedPlan {
  if (state === null) return { plan: withSecretPlanned(plan) };
  const isAdopted = state.adopt !== null && state.key_secret === null;
  return isAdopted ? { plan: withSecretPlanned(plan), requiresReplace: [["adopt"]] } : { plan };
}

function withSecretPlanned(plan: ObjectValue): ObjectValue {
  return { ...plan, key_id: UNKNOWN, key_secret: UNKNOWN };
}

function isAnotherKey(plan: ObjectValue, state: ObjectValue): boolean {
  const adopt = plan.adopt;
  if (isUnknown(adopt)) return true;
  const { id } = adopt as ObjectValue;
  return isUnknown(id) || String(id).toLowerCase() !== String(state.id).toLowerCase();
}

/** What the server does not hold: how the key came here, and its secret. */
function ownFields(state: ObjectValue) {
  const { adopt, secretInState, keyId, keySecret } = declaredOf(state) as ApiKeyDeclaration;
  return { adopt, secretInState, keyId: known(keyId), keySecret: known(keySecret) };
}

function known<T>(value: T): T | undefined {
  return isUnknown(value) ? undefined : value;
}

function declaredOf(value: ObjectValue): ApiKeyDeclaration {
  return objectFromTerraform(API_KEY, value) as ApiKeyDeclaration;
}

function gone(id: string, path: AttributePath): DiagnosticError {
  return new DiagnosticError({
    severity: "error",
    summary: "There is no such API key",
    detail: `The organization has no API key with the id ${id}.`,
    path,
  });
}
