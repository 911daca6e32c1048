import ipaddr from "ipaddr.js";
import { z } from "zod/v3";
import { isUuid, keyHashesOf, newKeyTexts, newUuid } from "../ids";
import { badRequest } from "../refusal";
import { seedIds } from "../seed";
import type { StoredKey } from "../state";
import type { Store } from "../store";
import { byUuid, type ManagedOperations, type ManagedRequest, type ManagedScope, parseBody } from "./gateway";

const isAddress = (source: string): boolean =>
  source.includes("/")
    ? ipaddr.isValidCIDR(source)
    : ipaddr.IPv4.isValidFourPartDecimal(source) || ipaddr.IPv6.isValid(source);

const accessEntry = z.object({ source: z.string().refine(isAddress), description: z.string().optional() }).strict();

/** An empty text or an instant. */
const isExpiry = (value: string): boolean =>
  value === "" || (/^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value)));

const digest = z.string().refine((value) => {
  const bytes = Buffer.from(value, "base64");
  return bytes.length === 32 && bytes.toString("base64") === value;
});

/** All three fields are required together. */
const hashData = z.object({ keyIdHash: digest, keyIdSuffix: z.string().length(4), keySecretHash: digest }).strict();

const fields = {
  state: z.enum(["enabled", "disabled"]).optional(),
  roles: z
    .array(z.enum(["admin", "developer", "query_endpoints"]))
    .min(1)
    .optional(),
  assignedRoleIds: z.array(z.string().refine(isUuid)).optional(),
  expireAt: z.string().refine(isExpiry).nullish(),
  ipAccessList: z.array(accessEntry).optional(),
};

/** Body of key creation (docs/internals/api-behavior.md 1.3). */
const keyPost = z.object({ name: z.string(), hashData: hashData.optional(), ...fields }).strict();

/** Body of a key update (docs/internals/api-behavior.md 1.4). `hashData` cannot be changed. */
const keyPatch = z.object({ name: z.string().optional(), ...fields }).strict();

type KeyPatch = z.infer<typeof keyPatch>;

/** Returns an API key as a response shows it (docs/internals/api-behavior.md 1.2). */
export function echoKey(key: StoredKey, store: Store): Record<string, unknown> {
  const assignedRoles = key.assignedRoleIds.flatMap((roleId) => {
    const role = store.roles.get(roleId);
    return role ? [{ roleId: role.id, roleName: role.name, roleType: role.type }] : [];
  });
  const { assignedRoleIds: _, keyIdHash: __, keySecretHash: ___, ...shown } = key;
  return { ...shown, assignedRoles };
}

const maxKeys = 100;

/** System roles of the deprecated role names. */
const systemRoles: Record<string, string> = {
  admin: seedIds.adminRole,
  developer: seedIds.developerRole,
  query_endpoints: seedIds.queryEndpointsRole,
};

/** Creates a key. Only this response has id and secret, if `hashData` is unset (docs/internals/api-behavior.md 1.3). */
function createKey(scope: ManagedScope, request: ManagedRequest): unknown {
  const { store } = scope;
  const body = parseBody(keyPost, request.body);
  if (store.keys.all().length >= maxKeys) {
    throw badRequest(`The organization has reached the maximum of ${maxKeys} API keys`);
  }
  const texts = newKeyTexts();
  const { keyIdSuffix, ...hashes } = body.hashData ?? { keyIdSuffix: texts.keyId.slice(-4), ...keyHashesOf(texts) };
  if (store.keys.all().some((key) => key.keyIdHash === hashes.keyIdHash)) {
    throw badRequest("An API key with this key ID already exists");
  }
  store.secrets.addHashes(hashes);
  if (!body.hashData) {
    store.secrets.addKey(texts);
  }
  const { hashData: _, assignedRoleIds: __, expireAt: ___, ...content } = body;
  const key = store.keys.add({
    id: newUuid(),
    ...{ state: "enabled", roles: [], ipAccessList: [], ...content },
    assignedRoleIds: resolveRoleIds(body, store) ?? [],
    keySuffix: keyIdSuffix,
    createdAt: scope.now().toISOString(),
    ...toExpiry(body),
    ...hashes,
  });
  return { key: echoKey(key, store), ...(!body.hashData && texts) };
}

/** Changes the fields of the request and keeps the others (docs/internals/api-behavior.md 1.4). */
function patchKey(scope: ManagedScope, request: ManagedRequest): unknown {
  const key = findKey(scope, request);
  const body = parseBody(keyPatch, request.body);
  const { roles, assignedRoleIds: _, expireAt: __, ...changes } = body;
  const patched: StoredKey = {
    ...key,
    ...changes,
    roles: (scope.switches.rolesNotFrozen && roles) || key.roles,
    assignedRoleIds: resolveRoleIds(body, scope.store) ?? key.assignedRoleIds,
    ...toExpiry(body),
  };
  return echoKey(scope.store.keys.put(patched), scope.store);
}

/** Deletes a key, unless it authenticates the request itself (docs/internals/api-behavior.md 1.1). */
function deleteKey(scope: ManagedScope, request: ManagedRequest): void {
  const key = findKey(scope, request);
  if (key.id === scope.key.id) {
    throw badRequest("An API key cannot delete itself");
  }
  scope.store.keys.remove(key.id);
}

function findKey(scope: ManagedScope, { id }: ManagedRequest): StoredKey {
  const key = byUuid(scope.store.keys, id, "keyId");
  scope.keyPropagation.check(key, scope.now(), scope.store.state.organization.id);
  return key;
}

/** Returns the role ids in `assignedRoleIds`, or else those of the deprecated `roles`. Undefined if both are absent. */
function resolveRoleIds(body: KeyPatch, store: Store): string[] | undefined {
  const named = body.assignedRoleIds ?? body.roles?.flatMap((role) => systemRoles[role] ?? []);
  const unique = named && [...new Set(named.map((id) => id.toLowerCase()))];
  const unknown = unique?.find((id) => store.roles.get(id) === undefined);
  if (unknown) {
    throw badRequest(`request body.assignedRoleIds: '${unknown}'`);
  }
  return unique;
}

function toExpiry({ expireAt }: KeyPatch): Pick<StoredKey, "expireAt"> {
  return expireAt === undefined ? {} : { expireAt: expireAt ? new Date(expireAt).toISOString() : null };
}

/** Operations on API keys (docs/internals/api-behavior.md 1.1 to 1.4). */
export const keyOperations: ManagedOperations = {
  list: ({ store }) => store.keys.all().map((key) => echoKey(key, store)),
  get: (scope, request) => echoKey(findKey(scope, request), scope.store),
  create: createKey,
  patch: patchKey,
  delete: deleteKey,
};
