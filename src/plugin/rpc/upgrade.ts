import { complete } from "../plan/nested";
import type { Handlers } from "../protocol/calls";
import type { Message } from "../protocol/message-types";
import type { Resource } from "../provider/resource";
import { schemaType } from "../schema/schema";
import { DiagnosticError, problem } from "../values/diagnostics";
import { type ExactJson, type ExactJsonObject, parseJson } from "../values/exact-json";
import { isExactJsonObject, valueFromJson } from "../values/json-value";
import { pathText } from "../values/path";
import type { Type } from "../values/type";
import { isObjectValue, type Value } from "../values/value";
import { ValueError } from "../values/value-codec";
import type { ProviderServer } from "./provider-server";
import { identityType, writeIdentity, writeObject } from "./state-data";

/**
 * Returns the handlers that convert stored states and identities to the current schema. The host calls them for every
 * resource, also for the current version.
 */
export function upgradeHandlers(server: ProviderServer): Handlers {
  return {
    upgradeResourceState: ({ typeName, version, rawState }) =>
      server.respondAbout("resources", "upgrade of the state of", typeName, {}, async (resource) => {
        const { schema, upgradeState = {} } = resource;
        const versions = { from: Number(version), to: schema.version ?? 0, what: `state of ${typeName}` };
        const stored = await upgraded(rawState, versions, upgradeState, schemaType(schema));
        if (!isObjectValue(stored)) {
          return { upgradedState: writeObject(schema, null) };
        }
        const whole = complete(schema.attributes, stored);
        const state = resource.completeState?.(whole) ?? whole;
        resource.expectRead?.({ state }, server.maybeConfiguredContext);
        return { upgradedState: server.writeState(schema, state) };
      }),
    upgradeResourceIdentity: ({ typeName, version, rawIdentity }) =>
      server.respondAbout("resources", "upgrade of the identity of", typeName, {}, async ({ identity }) => {
        if (!identity) {
          return {};
        }
        const versions = { from: Number(version), to: 0, what: `identity of ${typeName}` };
        const value = await upgraded(rawIdentity, versions, {}, identityType(identity));
        return { upgradedIdentity: writeIdentity(identity, isObjectValue(value) ? value : undefined) };
      }),
  };
}

export function readRaw(raw: Message<"RawState"> | undefined): ExactJsonObject | null {
  if (raw === undefined || raw.json.byteLength === 0) {
    if (Object.keys(raw?.flatmap ?? {}).length === 0) {
      return null;
    }
    const detail = "Terraform 0.11 or earlier wrote it, in a format that this provider never supported.";
    throw new DiagnosticError(problem("The state is too old", detail));
  }
  let json: ExactJson;
  try {
    json = parseJson(Buffer.from(raw.json).toString());
  } catch {
    throw damaged("It is not valid JSON.");
  }
  if (json === null || isExactJsonObject(json)) {
    return json;
  }
  throw damaged("It is not an object.");
}

function damaged(how: string): DiagnosticError {
  return new DiagnosticError(problem("The state is damaged", `${how} Restore it from a backup.`));
}

/** A state can name this provider although another provider with the same type names wrote it. */
function readStored(type: Type, stored: ExactJsonObject, what: string): Value {
  try {
    return valueFromJson(type, stored);
  } catch (error) {
    if (!(error instanceof ValueError)) {
      throw error;
    }
    const detail = `The ${what} does not fit the schema of this provider: ${error.message} at ${pathText(error.path)}. ${FOREIGN}`;
    throw new DiagnosticError(problem("The state was written by another provider or edited", detail));
  }
}

const FOREIGN =
  "Other providers have resources with the same type names and other attributes.\n" +
  "Fix: Remove the resource from the state without a destroy, with a removed block or terraform state rm. Then import the object with an import block and its id.";

interface Versions {
  readonly from: number;
  readonly to: number;
  readonly what: string;
}

/** Returns the stored value in the form of the current schema, or null without a stored value. */
async function upgraded(
  raw: Message<"RawState"> | undefined,
  { from, to, what }: Versions,
  upgrades: NonNullable<Resource["upgradeState"]>,
  type: Type,
): Promise<Value> {
  const stored = readRaw(raw);
  if (stored === null) {
    return null;
  }
  if (from === to) {
    return readStored(type, stored, what);
  }
  const upgrade = upgrades[from];
  if (upgrade) {
    return valueFromJson(type, await upgrade(stored));
  }
  const detail =
    from > to
      ? `The ${what} has schema version ${from}, this provider supports ${to}. A newer version of the provider wrote it. Fix: Use that version or a later one.`
      : `The ${what} has schema version ${from}, this provider supports ${to} and cannot convert it. ${FOREIGN}`;
  throw new DiagnosticError(problem("The schema versions do not match", detail));
}
