import { DiagnosticError, problem } from "../diagnostics";
import { complete } from "../plan/nested";
import type { RawState } from "../protocol/tfplugin6_pb";
import { fieldsOf, schemaType, type Type } from "../schema/schema";
import { isObject } from "../values/value";
import { writeValue } from "../wire/dynamic-message";
import { type JsonObject, type JsonValue, type Plain, parseJson } from "../wire/exact-json";
import { isJsonObject, valueFromJson } from "../wire/json-value";
import type { Handlers, Response } from "./all-handlers";
import { type ProviderSession, respond } from "./session";
import { declared, identityType } from "./state-data";

type Upgrades = Readonly<Record<number, (before: JsonObject) => JsonObject | Promise<JsonObject>>>;

/** Brings stored states and identities to the current schema. Called for every resource, also when the version is equal. */
export function upgradeHandlers<Client>(session: ProviderSession<Client>): Handlers {
  const { resources } = session.provider;
  return {
    upgradeResourceState: (request) =>
      respond<Response<"upgradeResourceState">>(
        session,
        { during: `upgrade of the state of ${request.typeName}` },
        {},
        async () => {
          const resource = declared(resources, "resource type", request.typeName);
          const { schema, upgradeState = {} } = resource;
          const stored = readRaw(request.rawState);
          if (stored === null) return { upgradedState: writeValue(schemaType(schema), null) };
          const versions = {
            from: Number(request.version),
            to: schema.version ?? 0,
            what: `state of ${request.typeName}`,
          };
          const value = valueFromJson(schemaType(schema), await upgraded(stored, versions, upgradeState));
          if (!isObject(value)) return { upgradedState: writeValue(schemaType(schema), value) };
          const state = complete(fieldsOf(schema), value);
          resource.expectRead?.({ state }, session.maybeConfiguredContext);
          return { upgradedState: writeValue(schemaType(schema), state) };
        },
      ),
    upgradeResourceIdentity: (request) =>
      respond<Response<"upgradeResourceIdentity">>(
        session,
        { during: `upgrade of the identity of ${request.typeName}` },
        {},
        async () => {
          const { identity } = declared(resources, "resource type", request.typeName);
          const stored = readRaw(request.rawIdentity);
          if (!identity || stored === null) return {};
          const versions = {
            from: Number(request.version),
            to: identity.version ?? 0,
            what: `identity of ${request.typeName}`,
          };
          const type: Type = identityType(identity);
          const value = valueFromJson(type, await upgraded(stored, versions, identity.upgrade ?? {}));
          return { upgradedIdentity: { identityData: writeValue(type, value) } };
        },
      ),
  };
}

/** The JSON object of a stored state. */
export function readRaw(raw: Plain<RawState> | undefined): JsonObject | null {
  if (raw === undefined || raw.json.byteLength === 0) {
    if (Object.keys(raw?.flatmap ?? {}).length === 0) return null;
    throw new DiagnosticError(
      problem(
        "The state is too old",
        "It was written by Terraform 0.11 or earlier, in a form that this provider never had.",
      ),
    );
  }
  const json = storedJson(Buffer.from(raw.json).toString());
  if (json === null || isJsonObject(json)) return json;
  throw damaged("It holds something else than an object.");
}

function storedJson(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    throw damaged("It holds something that is no JSON.");
  }
}

function damaged(how: string): DiagnosticError {
  return new DiagnosticError(problem("The state is damaged", `${how} Restore it from a backup.`));
}

async function upgraded(
  stored: JsonObject,
  { from, to, what }: { readonly from: number; readonly to: number; readonly what: string },
  upgrades: Upgrades,
): Promise<JsonObject> {
  if (from === to) return stored;
  const upgrade = upgrades[from];
  if (upgrade) return upgrade(stored);
  const detail =
    from > to
      ? `The ${what} has schema version ${from}, this provider knows ${to}: it was written by a newer version of the provider. Use that version or a later one.`
      : `The ${what} has schema version ${from}, this provider knows ${to} and has no way from one to the other.`;
  throw new DiagnosticError(problem("The schema versions do not match", detail));
}
