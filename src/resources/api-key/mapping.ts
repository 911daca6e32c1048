import type { JsonObject as ApiObject } from "../../client";
import { sameTexts } from "../../client/creates/matching";
import { splitObserved, withExtraFields } from "../../declaration/extra-fields";
import { type DeclaredFields, isObject } from "../../declaration/field";
import { ANY_IP, canonicalizeRange } from "../../declaration/ip-ranges";
import { objectShapeOf } from "../../declaration/shape";
import { toUtc, writeStableJson } from "../../declaration/value-types";
import {
  containsUnknown,
  type ExactJsonObject,
  isUnknownValue,
  type ObjectValue,
  type PrivateState,
  UNKNOWN,
  type Value,
  valuesEqual,
} from "../../plugin";
import { toResourceState } from "../shared/crud-resource";
import type { Call } from "../shared/session";
import { locateInBody, objectFromTerraform } from "../shared/terraform-form";
import type { ApiKeyPatch, ApiKeyRecord } from "./api";
import { type ApiKeyDeclaration, apiKey, NEVER } from "./declaration";
import { declaresRoles, type IpAccessListEntry, keyDestroyFields, keyRotationFields } from "./fields";
import { roleIdsOf } from "./roles";
import { rotateAt } from "./rotation/schedule";
import { keySecretFields } from "./secret/declaration";

/** Attributes that a configuration can write in several notations. The server returns only one of them. */
type KeyWording = Pick<ApiKeyDeclaration, "roleNames" | "roles" | "allowAnyIp" | "expireAt" | "extraFields">;

/**
 * Returns a key of the server in the form of the declaration. `usedAt` is omitted, because it changes with every use.
 * The deprecated `roles` are taken from `wording`, because the server may have frozen them
 * (docs/internals/api-behavior.md 1.2).
 */
export function observedApiKey(record: ApiKeyRecord, wording: KeyWording): DeclaredFields {
  const { assignedRoles, expireAt, ipAccessList, roles: _, ...rest } = record;
  // Absent, null and "" all mean never (docs/internals/api-behavior.md 1.2).
  const expiry = expireAt || (wording.expireAt === NEVER ? NEVER : undefined);
  const observed = {
    ...rest,
    ...observedRoles(assignedRoles ?? [], wording),
    ...(expiry && { expireAt: expiry }),
    ...(wording.allowAnyIp && isAnyIp(ipAccessList) ? { allowAnyIp: true } : { ipAccessList: ipAccessList ?? [] }),
  };
  return splitObserved(API_KEY_SHAPE, observed, wording).known as DeclaredFields;
}

/**
 * Returns the roles in the notation of the configuration, by id or by name. A request contains ids, and a response
 * contains objects (docs/internals/api-behavior.md 1.4).
 */
function observedRoles(
  assigned: NonNullable<ApiKeyRecord["assignedRoles"]>,
  { roleNames, roles }: KeyWording,
): DeclaredFields {
  const byName = assigned.filter(({ roleName }) => roleNames?.includes(roleName ?? ""));
  // A declaration without role names equals a key without any of these roles.
  const isNamed = roleNames && (byName.length > 0 || roleNames.length === 0);
  return {
    assignedRoleIds: assigned.filter((role) => !byName.includes(role)).map(({ roleId }) => roleId),
    ...(isNamed && { roleNames: byName.map(({ roleName }) => roleName) }),
    ...(roles && { roles }),
  };
}

function isAnyIp(list: ApiKeyRecord["ipAccessList"]): boolean {
  const [first, ...others] = (list ?? []) as readonly IpAccessListEntry[];
  return first !== undefined && others.length === 0 && canonicalizeRange(first.source) === ANY_IP;
}

export const API_KEY_SHAPE = objectShapeOf(apiKey);

export const locateInKey = locateInBody(API_KEY_SHAPE);

/** Returns a key's plan, state or configuration in the form of the declaration. */
export function declaredKey(value: ObjectValue): ApiKeyDeclaration {
  return objectFromTerraform(API_KEY_SHAPE, value) as ApiKeyDeclaration;
}

/** Returns the id in a key's plan or state in lower case, because ids are compared without case. */
export function idIn({ id }: ObjectValue): string {
  return String(id).toLowerCase();
}

/** Returns the notation of a key. Private state keeps the notation, which a state with drift does not contain. */
export function wordingOf(declared: ApiKeyDeclaration, memory: PrivateState = {}): KeyWording {
  const wording: unknown = memory.wording;
  const { roleNames, allowAnyIp } = isObject(wording) ? wording : {};
  // Users can edit a state by hand, so values of another type are ignored.
  const remembered = Array.isArray(roleNames) ? roleNames.filter((each) => typeof each === "string") : [];
  return {
    ...declared,
    ...(remembered.length > 0 && { roleNames: [...new Set([...(declared.roleNames ?? []), ...remembered])] }),
    ...(allowAnyIp === true && { allowAnyIp }),
  };
}

/**
 * Returns the deprecated roles if they differ from those that the last read returned. Frozen roles never change
 * (docs/internals/api-behavior.md 1.2), so a change is drift.
 */
export function changedRoles({ roles = [] }: ApiKeyRecord, declared: ApiKeyDeclaration, memory: PrivateState) {
  const { legacyRoles: seen } = memory;
  if (!declared.roles || !Array.isArray(seen) || sameTexts(roles, seen)) {
    return {};
  }
  return { roles: roles as NonNullable<ApiKeyDeclaration["roles"]> };
}

/** Returns private state: the notation of the key, and the deprecated roles for the next read. */
export function keyMemory(
  { roles: legacyRoles = [] }: ApiKeyRecord,
  { roleNames, allowAnyIp, roles }: ApiKeyDeclaration,
): PrivateState {
  const wording = { ...(roleNames && { roleNames }), ...(allowAnyIp && { allowAnyIp }) };
  return {
    ...(Object.keys(wording).length > 0 && { wording }),
    ...(roles && { legacyRoles: [...legacyRoles] }),
  };
}

/** Returns the state of a key. @param own the attributes that the server does not have */
export function keyState(record: ApiKeyRecord, wording: KeyWording, own: DeclaredFields): ObjectValue {
  const observed = { ...observedApiKey(record, wording), ...own };
  return toResourceState(API_KEY_SHAPE, { ...observed, rotateAt: rotateAt(observed) });
}

/** Fields that the server does not have: adoption, secret, rotation and destroy behavior. */
const OWN_FIELDS = ["adopt", ...Object.keys({ ...keySecretFields, ...keyRotationFields, ...keyDestroyFields })];

export function providerFieldsOf(declared: ApiKeyDeclaration): DeclaredFields {
  const known = Object.entries(declared).filter(([name, value]) => OWN_FIELDS.includes(name) && !isUnknownValue(value));
  return Object.fromEntries(known);
}

/** Returns a plan in which attributes that the configuration omits keep the values of the server. */
export function withKept(config: ObjectValue, plan: ObjectValue, state: ObjectValue | null): ObjectValue {
  const silent = (...names: string[]) => names.every((name) => (config[name] ?? null) === null);
  const roles = silent("assigned_role_ids", "role_names");
  const kept = [
    ...(plan.adopt === null ? [] : ["name", "state", "expire_at"].filter((name) => silent(name))),
    ...(roles && (plan.adopt !== null || !silent("roles")) ? ["assigned_role_ids"] : []),
    ...(plan.adopt !== null && silent("ip_access_list") && config.allow_any_ip !== true ? ["ip_access_list"] : []),
  ];
  const values = Object.fromEntries(kept.map((name) => [name, keptValue(name, plan, state)]));
  return { ...plan, ...values };
}

/** Returns the value in the state, or unknown where the state has another notation or the apply changes the value. */
function keptValue(name: string, plan: ObjectValue, state: ObjectValue | null): Value {
  if (state === null) {
    return UNKNOWN;
  }
  const changes = (other: string) => !valuesEqual(plan[other] ?? null, state[other] ?? null);
  if (name === "assigned_role_ids" && (changes("role_names") || changes("roles"))) {
    return UNKNOWN;
  }
  if (name === "ip_access_list" && changes("allow_any_ip")) {
    return UNKNOWN;
  }
  return state[name] ?? null;
}

/**
 * Returns the attributes of a key that are taken from a state of the vendor's provider. A key that was created there
 * keeps its secret in the state. A key without a secret was imported there, and is adopted here. The vendor's `key_id`
 * may be the id of the record, which does not sign requests.
 */
export function movedKey({ id, key_id: keyId, key_secret: keySecret }: ExactJsonObject): ObjectValue {
  if (typeof keySecret !== "string" || keySecret === "") {
    return { adopt: { id: String(id), name: null } };
  }
  return {
    adopt: null,
    secret_in_state: true,
    key_secret: keySecret,
    key_id: typeof keyId === "string" && keyId !== "" && keyId !== id ? keyId : null,
  };
}

/**
 * Returns the declared and known fields of a key in normalized form, with the ids of roles that are declared by name.
 * @param keyId the key whose roles are used if the server does not list roles
 */
export async function contentOf(declared: ApiKeyDeclaration, call: Call, keyId = declared.id): Promise<ApiKeyPatch> {
  const { name, state, expireAt, extraFields } = declared;
  const content = {
    name,
    state,
    expireAt:
      expireAt === undefined || isUnknownValue(expireAt) ? undefined : expireAt === NEVER ? null : toUtc(expireAt),
    ipAccessList: addressesOf(declared),
    ...(await rolesOf(declared, keyId, call)),
  };
  return definedOf(withExtraFields({ ...content, extraFields }));
}

/** Returns the fields to update. Fields that an update omits keep their value (docs/internals/api-behavior.md 1.4). */
export function changesOf(wanted: ApiKeyPatch, actual: ApiKeyPatch): ApiKeyPatch {
  const names = Object.keys(wanted) as (keyof ApiKeyPatch)[];
  return Object.fromEntries(
    names.filter((name) => keyOf(name, wanted[name]) !== keyOf(name, actual[name])).map((name) => [name, wanted[name]]),
  );
}

async function rolesOf(declared: ApiKeyDeclaration, keyId: string | undefined, call: Call): Promise<ApiKeyPatch> {
  const { roles, roleNames = [], assignedRoleIds = [] } = declared;
  if (roles) {
    return { roles };
  }
  if (!declaresRoles(declared) || containsUnknown([roleNames, assignedRoleIds])) {
    return {};
  }
  const ids = [...assignedRoleIds, ...(await roleIdsOf(roleNames, keyId, call))];
  return { assignedRoleIds: [...new Set(ids.map((id) => id.toLowerCase()))] };
}

function addressesOf({ allowAnyIp, ipAccessList }: ApiKeyDeclaration): readonly ApiObject[] | undefined {
  if (allowAnyIp === true) {
    return [{ source: ANY_IP }];
  }
  if (!ipAccessList || containsUnknown(ipAccessList as unknown as Value)) {
    return undefined;
  }
  return ipAccessList.map(({ source, description }) => ({
    source: canonicalizeRange(source),
    ...(description !== undefined && { description }),
  }));
}

/** Fields whose lists are sets. */
const SETS = ["roles", "assignedRoleIds", "ipAccessList"];

/** Returns equal texts for equal values. Null equals an absent expiry. */
function keyOf(name: string, value: unknown): string {
  if (!Array.isArray(value) || !SETS.includes(name)) {
    return writeStableJson(value ?? null);
  }
  return [...new Set(value.map((item) => JSON.stringify(item)))].sort().join();
}

function definedOf(content: DeclaredFields): ApiKeyPatch {
  return Object.fromEntries(
    Object.entries(content).filter(([, value]) => value !== undefined && !isUnknownValue(value)),
  ) as ApiKeyPatch;
}
