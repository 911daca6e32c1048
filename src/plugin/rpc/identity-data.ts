import type { MessageInitShape } from "@bufbuild/protobuf";
import type { IdentitySchema } from "../identity";
import type { ResourceIdentityData, ResourceIdentityDataSchema } from "../protocol/tfplugin6_pb";
import type { Type } from "../types/type";
import type { ObjectValue } from "../values/value";
import { readObject, writeValue } from "../wire/dynamic-message";
import type { Plain } from "../wire/plain";

type IdentityMessage = MessageInitShape<typeof ResourceIdentityDataSchema>;

/** The type of identities of that schema. */
export function identityType({ attributes }: IdentitySchema): Type {
  return { object: Object.fromEntries(Object.entries(attributes).map(([name, { type }]) => [name, type])) };
}

/** The identity in a message, for a request: left out where there is none. */
export function readIdentity(
  schema: IdentitySchema | undefined,
  message: Plain<ResourceIdentityData> | undefined,
): { identity?: ObjectValue } {
  if (!schema || !message) return {};
  const identity = readObject(identityType(schema), message.identityData);
  return identity ? { identity } : {};
}

/** The message of an identity; undefined where there is none. */
export function writeIdentity(
  schema: IdentitySchema | undefined,
  identity: ObjectValue | undefined,
): IdentityMessage | undefined {
  return schema && identity ? { identityData: writeValue(identityType(schema), identity) } : undefined;
}
