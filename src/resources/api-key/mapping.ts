import type { JsonObject as ApiObject } from "../../client";
import { sameTexts } from "../../client/creates/matching";
import { type Fields, isObject } from "../../declaration/field";
import { ANY_IP, canonicalRange } from "../../declaration/ip-ranges";
import { splitOtherFields } from "../../declaration/other-fields";
import { objectShapeOf } from "../../declaration/shape";
import { inUtc } from "../../declaration/value-types";
import {
  isUnknown,
  type JsonObject,
  type ObjectValue,
  type PrivateState,
  UNKNOWN,
  type Value,
  valuesEqual,
} from "../../plugin";
import { stateOf } from "../handlers/crud-resource";
import type { Call } from "../handlers/session";
import { locateInBody, objectFromTerraform } from "../handlers/terraform-form";
import type { ApiKeyPatch, ApiKeyRecord } from "./api";
import { type ApiKeyDeclaration, apiKey, NEVER } from "./declaration";
import { declaresRoles, type IpAccessListEntry, keyDestroyFields, keyRotationFields } from "./fields";
import { roleIdsOf } from "./roles";
import { rotateAt } from "./rotation/generations";
import { keySecretFields } from "./secret/declaration";

/** In which of several ways an author speaks of what the server has in one. */
type KeyWording = Pick<ApiKeyDeclaration, "roleNames" | "roles" | "allowAnyIp" | "expireAt">;

/**
 * A key as the server has it, in the form of the declaration. `usedAt` changes by itself and is left out; the
 * deprecated `roles` may be frozen, and are those of the wording (docs/internals/api-behavior.md 1.2).
 */
export function observedApiKey(record: ApiKeyRecord, wording: KeyWording): Fields {
  const { assignedRoles, expireAt, ipAccessList, roles: _, ...rest } = record;
  // Absent, null and "" all mean never (docs/internals/api-behavior.md 1.2).
  const expiry = expireAt || (wording.expireAt === NEVER ? NEVER : undefined);
  const observed = {
    ...rest,
    ...observedRoles(assignedRoles ?? [], wording),
    ...(expiry && { expireAt: expiry }),
    ...(wording.allowAnyIp && isAnyIp(ipAccessList) ? { allowAnyIp: true } : { ipAccessList: ipAccessList ?? [] }),
  };
  return splitOtherFields(API_KEY, observed).known as Fields;
}

/**
 * The request names roles by id, the response by object (docs/internals/api-behavior.md 1.4); an author may call some
 * by name.
 */
function observedRoles(assigned: NonNullable<ApiKeyRecord["assignedRoles"]>, { roleNames, roles }: KeyWording): Fields {
  const byName = assigned.filter(({ roleName }) => roleNames?.includes(roleName ?? ""));
  return {
    assignedRoleIds: assigned.filter((role) => !byName.includes(role)).map(({ roleId }) => roleId),
    ...(roleNames && { roleNames: byName.map(({ roleName }) => roleName) }),
    ...(roles && { roles }),
  };
}

function isAnyIp(list: ApiKeyRecord["ipAccessList"]): boolean {
  const [first, ...others] = (list ?? []) as readonly IpAccessListEntry[];
  return first !== undefined && others.length === 0 && canonicalRange(first.source) === ANY_IP;
}

export const API_KEY = objectShapeOf(apiKey);

/** Finds the attribute of a key that a place in a request body came from. */
export const locateInKey = locateInBody(API_KEY);

/** A key's plan, state or configuration as it was declared. */
export function declaredKey(value: ObjectValue): ApiKeyDeclaration {
  return objectFromTerraform(API_KEY, value) as ApiKeyDeclaration;
}

/** The id of a key's plan or state, as keys are compared by it. */
export function idIn({ id }: ObjectValue): string {
  return String(id).toLowerCase();
}

/** How the author speaks of a key. The state alone forgets it while the server has something else. */
export function wordingOf(declared: ApiKeyDeclaration, memory: PrivateState = {}): KeyWording {
  const wording: unknown = memory.wording;
  const { roleNames, allowAnyIp } = isObject(wording) ? wording : {};
  // A state can be edited by hand: a memory of another form is none.
  const remembered = Array.isArray(roleNames) ? roleNames.filter((each) => typeof each === "string") : [];
  return {
    ...declared,
    ...(remembered.length > 0 && { roleNames: [...new Set([...(declared.roleNames ?? []), ...remembered])] }),
    ...(allowAnyIp === true && { allowAnyIp }),
  };
}

/**
 * The deprecated roles that a read found, where somebody changed them: what is frozen never changes
 * (docs/internals/api-behavior.md 1.2), so that a value other than the last one that was seen is drift.
 */
export function changedRoles({ roles = [] }: ApiKeyRecord, declared: ApiKeyDeclaration, memory: PrivateState) {
  const { legacyRoles: seen } = memory;
  if (!declared.roles || !Array.isArray(seen) || sameTexts(roles, seen)) {
    return {};
  }
  return { roles: roles as NonNullable<ApiKeyDeclaration["roles"]> };
}

/** The deprecated roles as the server shows them now, for the next read. */
export function rolesMemory({ roles = [] }: ApiKeyRecord, declared: ApiKeyDeclaration): PrivateState {
  return declared.roles ? { legacyRoles: [...roles] } : {};
}

/** What is to be remembered of how the author speaks of a key. */
export function wordingMemory({ roleNames, allowAnyIp }: ApiKeyDeclaration): PrivateState {
  if (!roleNames && !allowAnyIp) {
    return {};
  }
  return { wording: { ...(roleNames && { roleNames }), ...(allowAnyIp && { allowAnyIp }) } };
}

/** The state of a key. @param own what the server does not hold */
export function keyState(record: ApiKeyRecord, wording: KeyWording, own: Fields): ObjectValue {
  const observed = { ...observedApiKey(record, wording), ...own };
  return stateOf(API_KEY, { ...observed, rotateAt: rotateAt(observed) });
}

/** What the server does not hold: how the key came here, its secret, its rotation and its end. */
const OWN_FIELDS = ["adopt", ...Object.keys({ ...keySecretFields, ...keyRotationFields, ...keyDestroyFields })];

export function ownFields(declared: ApiKeyDeclaration): Fields {
  const known = Object.entries(declared).filter(([name, value]) => OWN_FIELDS.includes(name) && !isUnknown(value));
  return Object.fromEntries(known);
}

/** The attributes that keep what the server has, because their author says nothing of them. */
export function withKept(config: ObjectValue, plan: ObjectValue, state: ObjectValue | null): ObjectValue {
  const silent = (...names: string[]) => names.every((name) => (config[name] ?? null) === null);
  const roles = silent("assigned_role_ids", "role_names");
  const kept = [
    ...(plan.adopt === null ? [] : ["name", "state", "expire_at"].filter((name) => silent(name))),
    ...(plan.adopt !== null && roles ? ["assigned_role_ids"] : []),
    ...(plan.adopt === null && roles && !silent("roles") ? ["assigned_role_ids"] : []),
    ...(plan.adopt !== null && silent("ip_access_list") && config.allow_any_ip !== true ? ["ip_access_list"] : []),
  ];
  const values = Object.fromEntries(kept.map((name) => [name, keptValue(name, plan, state)]));
  return { ...plan, ...values };
}

/** What the server has; to be found out where the state says it in another way, or where a write changes it. */
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
 * What of the vendor's state a read does not tell: the secret of a key that was created there stays in the state. One
 * that was imported has none, and is adopted here. The vendor's `key_id` is the id of the record; another one signs
 * requests.
 */
export function movedKey({ id, key_id: keyId, key_secret: keySecret }: JsonObject): ObjectValue {
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
 * What a declaration says of a key, as far as it is known, with its roles looked up, in one spelling. What is left out
 * is not said.
 * @param keyId the key whose roles are known where roles cannot be listed
 */
export async function contentOf(declared: ApiKeyDeclaration, call: Call, keyId = declared.id): Promise<ApiKeyPatch> {
  const { name, state, expireAt } = declared;
  return definedOf({
    name,
    state,
    expireAt: expireAt === undefined || isUnknown(expireAt) ? undefined : expireAt === NEVER ? null : inUtc(expireAt),
    ipAccessList: addressesOf(declared),
    ...(await rolesOf(declared, keyId, call)),
  });
}

/** Everything of `wanted` that is not so yet. Omitted fields keep their value (docs/internals/api-behavior.md 1.4). */
export function changesOf(wanted: ApiKeyPatch, actual: ApiKeyPatch): ApiKeyPatch {
  const names = Object.keys(wanted) as (keyof ApiKeyPatch)[];
  return Object.fromEntries(
    names.filter((name) => keyOf(wanted[name]) !== keyOf(actual[name])).map((name) => [name, wanted[name]]),
  );
}

async function rolesOf(declared: ApiKeyDeclaration, keyId: string | undefined, call: Call): Promise<ApiKeyPatch> {
  const { roles, roleNames = [], assignedRoleIds = [] } = declared;
  if (roles) {
    return { roles };
  }
  if (!declaresRoles(declared) || isUnknown(roleNames) || isUnknown(assignedRoleIds)) {
    return {};
  }
  if ([...roleNames, ...assignedRoleIds].some(isUnknown)) {
    return {};
  }
  const ids = [...assignedRoleIds, ...(await roleIdsOf(roleNames, keyId, call))];
  return { assignedRoleIds: [...new Set(ids.map((id) => id.toLowerCase()))] };
}

function addressesOf({ allowAnyIp, ipAccessList }: ApiKeyDeclaration): readonly ApiObject[] | undefined {
  if (allowAnyIp === true) {
    return [{ source: ANY_IP }];
  }
  if (!ipAccessList || isUnknown(ipAccessList) || ipAccessList.some(hasUnknown)) {
    return undefined;
  }
  return ipAccessList.map(({ source, description }) => ({
    source: canonicalRange(source),
    ...(description !== undefined && { description }),
  }));
}

function hasUnknown(entry: IpAccessListEntry): boolean {
  return isUnknown(entry) || Object.values(entry).some(isUnknown);
}

/** One text for all forms of one value: lists of a key are sets, and a null expiry is none. */
function keyOf(value: unknown): string {
  if (!Array.isArray(value)) {
    return JSON.stringify(value ?? null);
  }
  return [...new Set(value.map((item) => JSON.stringify(item)))].sort().join();
}

function definedOf(content: { readonly [N in keyof ApiKeyPatch]: ApiKeyPatch[N] | undefined }): ApiKeyPatch {
  return Object.fromEntries(
    Object.entries(content).filter(([, value]) => value !== undefined && !isUnknown(value)),
  ) as ApiKeyPatch;
}
