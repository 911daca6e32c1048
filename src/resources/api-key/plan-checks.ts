import { AllowedAddresses, isAddressOrRange } from "../../declaration/ip-ranges";
import { type Diagnostic, type ObjectValue, problem, warning } from "../../plugin";
import { quoted } from "../shared/report-failure";
import type { Call } from "../shared/session";
import type { ApiKeyPatch, ApiKeyRecord } from "./api";
import { serverKeys } from "./key-collection";
import { checkWithList } from "./name-checks";
import { plannedName } from "./names";
import { knownRoles } from "./roles";
import { withoutMark } from "./rotation/generation-names";
import { hasExpired } from "./rotation/schedule";
import { keysOf, maySignThisRun } from "./session";

/** Minimum remaining life of the key that signs this run, so that its successor can be put into use. */
const MIN_REMAINING_MS = 3_600_000;

/** System role with all permissions in an organization (docs/internals/api-behavior.md 1.5). */
const ADMIN = /^(org(anization)? )?admin$/i;

/** Returns true for the system role that may do everything in the organization. */
export function isAdminRole(name: string | undefined, type: string | undefined): boolean {
  return type !== "custom" && ADMIN.test(name ?? "");
}

/** Returns true if a key has an admin role. The deprecated roles count if the server returns no assigned roles. */
function isAdmin({ assignedRoles, roles }: ApiKeyRecord): boolean {
  if (assignedRoles) {
    return assignedRoles.some(({ roleName, roleType }) => isAdminRole(roleName, roleType));
  }
  return roles?.includes("admin") ?? false;
}

/** Returns true if a key works and has an admin role. @param now epoch milliseconds by the server's clock */
function isWorkingAdmin(key: ApiKeyRecord, now: number): boolean {
  return key.state !== "disabled" && !hasExpired(key, now) && isAdmin(key);
}

/** Describes how a change could stop a key from working. Returns undefined if it cannot. */
function lockOutRiskOf(before: ApiKeyPatch, after: ApiKeyPatch, staysAdmin: boolean, now: number): string | undefined {
  if (after.state === "disabled" && before.state !== "disabled") {
    return "disable it";
  }
  if (expiresSoon(after.expireAt, now) && after.expireAt !== before.expireAt) {
    return `set its expiry to ${after.expireAt}, which is in the past or less than an hour from now`;
  }
  if (losesRoles(before, after) && !staysAdmin) {
    return "remove roles from it";
  }
  if (losesAddresses(before, after)) {
    return "remove addresses from its ip_access_list, which may include the address of this machine";
  }
  return undefined;
}

function expiresSoon(expireAt: string | null | undefined, now: number): boolean {
  return typeof expireAt === "string" && Date.parse(expireAt) < now + MIN_REMAINING_MS;
}

function losesRoles(before: ApiKeyPatch, after: ApiKeyPatch): boolean {
  const kept = after.assignedRoleIds;
  return kept !== undefined && (before.assignedRoleIds ?? []).some((id) => !kept.includes(id));
}

/**
 * Returns true if the change removes an address that can use the key now. Sources of the server that are not addresses
 * or ranges are compared as text.
 */
function losesAddresses(before: ApiKeyPatch, after: ApiKeyPatch): boolean {
  if (!before.ipAccessList || !after.ipAccessList) {
    return false;
  }
  const [had, has] = [before.ipAccessList, after.ipAccessList].map((list) => list.map(({ source }) => String(source)));
  const others = (had ?? []).filter((source) => !isAddressOrRange(source) && !has?.includes(source));
  return others.length > 0 || !new AllowedAddresses(has ?? []).includes(new AllowedAddresses(had ?? []));
}

interface PlannedKeyChange {
  readonly id: string;
  /** Declared name of the key. */
  readonly name: string;
  readonly keySuffix: string;
  readonly before: ApiKeyPatch;
  /** Changed fields only. Undefined for a key that is deleted. */
  readonly after: ApiKeyPatch | undefined;
  readonly allowSelfLockout: boolean;
}

/** Rejects a change that would lock out this run. Warns of a change that leaves no working admin key. */
export async function guardKey(change: PlannedKeyChange, call: Call): Promise<readonly Diagnostic[]> {
  const { after, before } = change;
  if (after && Object.keys(after).length === 0) {
    return [];
  }
  const now = await serverKeys(call).now();
  const known = after?.assignedRoleIds ? await knownRoles(change.id, call) : [];
  const roles = after?.assignedRoleIds?.map(
    (id) => known.find((role) => role.roleId.toLowerCase() === id) ?? { roleId: id },
  );
  // True if one of its new roles is an admin role.
  const staysAdmin = roles !== undefined && isAdmin({ id: change.id, assignedRoles: roles });
  const risk = after ? lockOutRiskOf(before, after, staysAdmin, now) : "delete it";
  if (!risk) {
    return [];
  }
  const key = { id: change.id, keySuffix: change.keySuffix };
  if (await maySignThisRun(key, call)) {
    return change.allowSelfLockout ? [] : [lockOut(change, risk)];
  }
  return checkWithList(call.session, () => warnOfNoAdmin(change, roles, call));
}

async function warnOfNoAdmin(
  { id, name, after }: PlannedKeyChange,
  roles: ApiKeyRecord["assignedRoles"],
  call: Call,
): Promise<readonly Diagnostic[]> {
  const { planned } = keysOf(call.session);
  const keys = await serverKeys(call).all();
  const now = await serverKeys(call).now();
  const key = keys.find((each) => each.id === id);
  const changed = key && after && ({ ...key, ...after, ...(roles && { assignedRoles: roles }) } as ApiKeyRecord);
  const afterPlan = (each: ApiKeyRecord) => (planned.has(each.id) ? planned.get(each.id) : each);
  const hasAdmin = () => keys.map(afterPlan).some((each) => each && isWorkingAdmin(each, now));
  const had = hasAdmin();
  planned.set(id, changed);
  if (!had || hasAdmin()) {
    return [];
  }
  return [
    warning(
      "No working API key would have an admin role",
      `After this change to the key ${quoted(name)}, no enabled key of the organization has an admin role. Administration is then possible only in the console.\nFix: give another enabled key an admin role first, unless this is intended.`,
    ),
  ];
}

function lockOut({ name, after }: PlannedKeyChange, risk: string): Diagnostic {
  return problem(
    "This change would lock out the key in use",
    `The API key ${quoted(name)} signs the requests of this run, and this change would ${risk}.\n` +
      `Fix: run Terraform with another key, or set allow_self_lockout = true${after ? "" : " and apply that first"}.`,
  );
}

/** Guards a change with the name and the `allow_self_lockout` of the plan. */
export function guardPlan(
  plan: ObjectValue,
  change: Omit<PlannedKeyChange, "name" | "allowSelfLockout">,
  call: Call,
): Promise<readonly Diagnostic[]> {
  const name = withoutMark(plannedName(plan) ?? change.id);
  return guardKey({ ...change, name, allowSelfLockout: plan.allow_self_lockout === true }, call);
}

/** Maximum number of keys in an organization (docs/internals/api-behavior.md 1.1). */
const MAX_KEYS = 100;
/** Minimum number of keys at which a plan warns. */
const MIN_KEYS_TO_WARN = 95;

/** Rejects a planned create that exceeds the limit of the organization, and warns close to the limit. */
export async function checkRoomForKey(call: Call): Promise<readonly Diagnostic[]> {
  const { records: keys } = await serverKeys(call).shown();
  const count = keysOf(call.session).countWithOneMore(keys.length);
  if (count > MAX_KEYS) {
    return [
      problem(
        "The organization has reached its API key limit",
        `An organization can have ${MAX_KEYS} keys. It has ${keys.length}, and would have ${count} with this plan.\nFix: delete unused keys first; the data source clickstack_api_keys lists them.`,
      ),
    ];
  }
  if (count < MIN_KEYS_TO_WARN) {
    return [];
  }
  return [
    warning(
      "The organization is close to its API key limit",
      `An organization can have ${MAX_KEYS} keys. It has ${count} with this plan, and a rotation needs one more.\nFix: delete unused keys; the data source clickstack_api_keys lists them.`,
    ),
  ];
}
