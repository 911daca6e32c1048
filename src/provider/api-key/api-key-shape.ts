import type { ObjectValue, PrivateState } from "../../plugin";
import { type ApiKeyDeclaration, apiKey } from "../../schema/api-key";
import { objectShapeOf } from "../../schema/shape";
import { locateInBody } from "../locate-in-body";
import { objectFromTerraform } from "../terraform-form";
import type { KeyWording } from "./observed-api-key";

export const API_KEY = objectShapeOf(apiKey);

/** Finds the attribute of a key that a place in a request body came from. */
export const locateInKey = locateInBody(API_KEY);

/** A key's plan, state or configuration as it was declared. */
export function declaredKey(value: ObjectValue): ApiKeyDeclaration {
  return objectFromTerraform(API_KEY, value) as ApiKeyDeclaration;
}

/** How the author speaks of a key. The state alone forgets it while the server has something else. */
export function wordingOf(declared: ApiKeyDeclaration, memory: PrivateState = {}): KeyWording {
  const { roleNames, allowAnyIp } = (memory.wording ?? {}) as Partial<KeyWording>;
  return {
    ...declared,
    ...(roleNames && { roleNames: [...new Set([...(declared.roleNames ?? []), ...roleNames])] }),
    ...(allowAnyIp && { allowAnyIp }),
  };
}

/** What is to be remembered of how the author speaks of a key. */
export function wordingMemory({ roleNames, allowAnyIp }: ApiKeyDeclaration): PrivateState {
  if (!roleNames && !allowAnyIp) return {};
  return { wording: { ...(roleNames && { roleNames }), ...(allowAnyIp && { allowAnyIp }) } };
}
