import { quietly } from "../../quietly";
import { remember } from "../../remember";
import type { Message, MessageInit } from "../protocol/message-types";
import type { IdentitySchema, PrivateState } from "../provider/resource";
import { type Schema, schemaType } from "../schema/schema";
import { type Diagnostic, problem } from "../values/diagnostics";
import { readObject, writeValue } from "../values/dynamic-message";
import { isExactJsonObject } from "../values/json-value";
import { pathText } from "../values/path";
import { MAX_VALUE_DEPTH, mapValues, type Type } from "../values/type";
import type { ObjectValue } from "../values/value";
import { ValueError } from "../values/value-codec";

/** Decodes private state. Bytes that are not a JSON object were written by another provider and are dropped. */
export function readPrivate(bytes: Uint8Array | undefined): PrivateState {
  if (bytes === undefined || bytes.byteLength === 0) {
    return {};
  }
  const json = quietly(() => JSON.parse(Buffer.from(bytes).toString()));
  return isExactJsonObject(json) && !isTooDeep(json) ? json : {};
}

/** Returns true if a value has more levels than this provider ever writes. */
function isTooDeep(json: unknown, levels = MAX_VALUE_DEPTH): boolean {
  const parts = typeof json === "object" && json !== null ? Object.values(json) : [];
  return parts.some((part) => levels === 0 || isTooDeep(part, levels - 1));
}

/** Encodes private state. Empty private state has no bytes. */
export function writePrivate(state: PrivateState = {}): Uint8Array {
  return Object.keys(state).length === 0 ? new Uint8Array() : Buffer.from(JSON.stringify(state));
}

/** Encodes private state that a handler changed, or returns the earlier bytes. */
export function writeChangedPrivate<B extends Uint8Array | undefined>(state: PrivateState | undefined, before: B) {
  return state ? writePrivate(state) : before;
}

export function writeObject(schema: Schema, object: ObjectValue | null): { msgpack: Uint8Array } {
  return writeValue(schemaType(schema), object);
}

/**
 * Returns the message of a state after a write. Attributes that do not fit the schema are omitted and named in
 * diagnostics, so that the written object is not lost.
 */
export function writeFittingState(
  schema: Schema,
  state: ObjectValue,
): { message: { msgpack: Uint8Array }; diagnostics: Diagnostic[] } {
  try {
    return { message: writeObject(schema, state), diagnostics: [] };
  } catch (thrown) {
    const [attribute] = thrown instanceof ValueError ? thrown.path : [];
    if (!(thrown instanceof ValueError) || typeof attribute !== "string") {
      throw thrown;
    }
    const { [attribute]: _, ...rest } = state;
    const detail = `The value of ${pathText(thrown.path)} does not fit the schema: ${thrown.message}. The state does not contain it. This is a defect of the provider.`;
    const { message, diagnostics } = writeFittingState(schema, rest);
    return {
      message,
      diagnostics: [problem("The provider returned an invalid value", detail, thrown.path), ...diagnostics],
    };
  }
}

export const identityType = remember(
  ({ attributes }: IdentitySchema): Type => ({ object: mapValues(attributes, ({ type }) => type) }),
);

/** Returns the identity in a message as a member of a request, or no member without an identity. */
export function readIdentity(
  schema: IdentitySchema | undefined,
  message: Message<"ResourceIdentityData"> | undefined,
): { identity?: ObjectValue } {
  if (!schema || !message) {
    return {};
  }
  const identity = readObject(identityType(schema), message.identityData);
  return identity ? { identity } : {};
}

export function writeIdentity(
  schema: IdentitySchema | undefined,
  identity: ObjectValue | undefined,
): MessageInit<"ResourceIdentityData"> | undefined {
  return schema && identity ? { identityData: writeValue(identityType(schema), identity) } : undefined;
}
