import { isPresent } from "../../declaration/field";
import { AllowedAddresses, isAddressOrRange } from "../../declaration/ip-ranges";
import {
  type Diagnostic,
  DiagnosticError,
  isUnknown,
  type ModifiedPlan,
  type ModifyPlanRequest,
  type ObjectValue,
  valuesEqual,
} from "../../plugin";
import type { ApiKeyDeclaration } from "../declarations";
import { lookUp } from "../handlers/look-up";
import { quoted, reportFailure } from "../handlers/report-failure";
import type { Call } from "../handlers/session";
import { type ApiKeyPatch, type ApiKeyRecord, type AssignedRole, apiKeyApi } from "./api";
import { changesOf, contentOf, declaredKey, idIn, observedApiKey, withKept } from "./mapping";
import { checkKeptName } from "./name-checks";
import { plannedName } from "./names";
import { checkWithList } from "./refused-list";
import { knownRoles } from "./roles";
import { withoutMark } from "./rotation/generation-names";
import { hasExpired } from "./rotation/schedule";
import { unchangedSecret } from "./secret/secrets";
import { maySignThisRun } from "./session";

/** An own key that expires this soon may not last until its successor is in use. */
const TOO_SOON = 3_600_000;

/** The system role that may do everything in an organization (docs/internals/api-behavior.md 1.5). */
const ADMIN = /^(org(anization)? )?admin$/i;

function isAdminRole(name: string | undefined, type: string | undefined): boolean {
  return type !== "custom" && ADMIN.test(name ?? "");
}

/** Whether a key holds an admin role. The deprecated roles count where the server shows no others. */
function isAdmin({ assignedRoles, roles }: ApiKeyRecord): boolean {
  if (assignedRoles) {
    return assignedRoles.some(({ roleName, roleType }) => isAdminRole(roleName, roleType));
  }
  return roles?.includes("admin") ?? false;
}

/** Whether a key works and holds an admin role. @param now epoch milliseconds by the server's clock */
function isWorkingAdmin(key: ApiKeyRecord, now: number): boolean {
  return key.state !== "disabled" && !hasExpired(key, now) && isAdmin(key);
}

/**
 * The roles with these ids as a key's record shows them. @param keyId the key whose record is read where roles cannot
 * be listed
 */
async function assignedRolesOf(
  ids: readonly string[],
  keyId: string,
  { session, signal }: Call,
): Promise<readonly AssignedRole[]> {
  const known = await knownRoles(keyId, { session, signal });
  return ids.map((roleId) => known.find((role) => role.roleId.toLowerCase() === roleId) ?? { roleId });
}

/** A key before and after a change, and what is asked of it. */
interface KeyChange {
  readonly before: ApiKeyPatch;
  readonly after: ApiKeyPatch;
  /** Whether its new roles hold an admin role. */
  readonly staysAdmin: boolean;
  /** Epoch milliseconds by the server's clock. */
  readonly now: number;
}

/** How a change keeps a key from working, as the end of a sentence; undefined when it does not. */
function lockOutRiskOf({ before, after, staysAdmin, now }: KeyChange): string | undefined {
  if (after.state === "disabled" && before.state !== "disabled") {
    return "disable it";
  }
  if (expiresSoon(after.expireAt, now) && after.expireAt !== before.expireAt) {
    return `let it expire at ${after.expireAt}, which is past or within the hour`;
  }
  if (losesRoles(before, after) && !staysAdmin) {
    return "take roles from it";
  }
  if (losesAddresses(before, after)) {
    return "take addresses from its ip_access_list, and the one that this runs from may be among them";
  }
  return undefined;
}

function expiresSoon(expireAt: string | null | undefined, now: number): boolean {
  return typeof expireAt === "string" && Date.parse(expireAt) < now + TOO_SOON;
}

function losesRoles(before: ApiKeyPatch, after: ApiKeyPatch): boolean {
  const kept = after.assignedRoleIds;
  return kept !== undefined && (before.assignedRoleIds ?? []).some((id) => !kept.includes(id));
}

/**
 * Whether an address that may use the key now may not do so then. What the server lists in another form counts as it is
 * written.
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
  /** As the author calls it. */
  readonly name: string;
  readonly keySuffix: string;
  readonly before: ApiKeyPatch;
  /** Only what changes; undefined for a key that will be gone. */
  readonly after: ApiKeyPatch | undefined;
  readonly allowSelfLockout: boolean;
}

/** Refuses what would lock this run out, and warns of what would leave no working admin key. */
export async function guardKey(change: PlannedKeyChange, call: Call): Promise<readonly Diagnostic[]> {
  const { session, signal } = call;
  const { after, before } = change;
  if (after && Object.keys(after).length === 0) {
    return [];
  }
  const now = await session.client.organizationTime({ signal });
  const roles = after?.assignedRoleIds && (await assignedRolesOf(after.assignedRoleIds, change.id, call));
  const staysAdmin = roles !== undefined && isAdmin({ id: change.id, assignedRoles: roles });
  const risk = after ? lockOutRiskOf({ before, after, staysAdmin, now }) : "delete it";
  if (!risk) {
    return [];
  }
  const key = { id: change.id, keySuffix: change.keySuffix };
  if (await maySignThisRun(key, call)) {
    return change.allowSelfLockout ? [] : [lockOut(change, risk)];
  }
  return checkWithList(session, () => warnOfNoAdmin(change, roles, call));
}

async function warnOfNoAdmin(
  { id, name, after }: PlannedKeyChange,
  roles: ApiKeyRecord["assignedRoles"],
  { session, signal }: Call,
): Promise<readonly Diagnostic[]> {
  const keys = await session.client.apiKeys.readAll({ signal });
  const now = await session.client.organizationTime({ signal });
  const key = keys.find((each) => each.id === id);
  const changed = key && after && ({ ...key, ...after, ...(roles && { assignedRoles: roles }) } as ApiKeyRecord);
  const had = session.keys.afterPlan(keys).some((each) => isWorkingAdmin(each, now));
  session.keys.notePlanned(id, changed);
  if (!had || session.keys.afterPlan(keys).some((each) => isWorkingAdmin(each, now))) {
    return [];
  }
  return [
    {
      severity: "warning",
      summary: "No working API key would hold an admin role",
      detail: `With this change to the key ${quoted(name)}, no enabled key of the organization holds an admin role. Whatever needs one is left to people in the console.`,
    },
  ];
}

function lockOut({ name, after }: PlannedKeyChange, risk: string): Diagnostic {
  return {
    severity: "error",
    summary: "This would lock out the key that runs it",
    detail:
      `The API key ${quoted(name)} signs the requests of this run, and this change would ${risk}. ` +
      "Run it with another key, or set allow_self_lockout = true if that is what you want" +
      (after ? "." : " and apply that first."),
  };
}

type GuardedChange = Omit<PlannedKeyChange, "name" | "allowSelfLockout">;

/** Guards a change as the author's plan speaks of it: by its name, and with what it allows. */
export function guardPlan(plan: ObjectValue, change: GuardedChange, call: Call) {
  const name = withoutMark(isPresent(plan.name) && !isUnknown(plan.name) ? String(plan.name) : change.id);
  return guardKey({ ...change, name, allowSelfLockout: plan.allow_self_lockout === true }, call);
}

/** How a message speaks of keys that are looked up. */
export const API_KEY_WORDING = {
  api: apiKeyApi,
  describe: ({ keySuffix }: ApiKeyRecord) => `ends with ${keySuffix ?? "nothing that the server shows"}`,
};

/** The key to adopt, asked afresh. Throws a diagnostic when there is none, or several with the name. */
export async function keyToAdopt(
  { id, name }: NonNullable<ApiKeyDeclaration["adopt"]>,
  { session, signal }: Call,
): Promise<ApiKeyRecord> {
  const { apiKeys } = session.client;
  if (id !== undefined) {
    const record = await reportFailure(`adopt the API key ${id}`, () => apiKeys.get(id, { signal }));
    if (!record) {
      throw noSuchKey(id);
    }
    return record;
  }
  const keys = await reportFailure(`adopt the API key ${quoted(name ?? "")}`, () => apiKeys.listForLookUp({ signal }));
  const named = keys.records.map((key) => ({ ...key, name: key.name ?? "" }));
  return lookUp(API_KEY_WORDING, { records: named, incomplete: keys.incomplete }, { name: name ?? null }, [
    "adopt",
    "name",
  ]);
}

/** For a key that is gone, or never was. */
export function noSuchKey(id: string, path: string[] = ["adopt"]): DiagnosticError {
  return new DiagnosticError({
    severity: "error",
    summary: "There is no such API key",
    detail: `The organization has no API key with the id ${id}.`,
    path,
  });
}

/** Plans a key that exists and is taken under management. */
export async function planAdopted(
  { config, plan, state }: ModifyPlanRequest,
  call: Call | undefined,
): Promise<ModifiedPlan> {
  const id = await adoptedId(plan, state, call);
  const replaced = state !== null && (id === undefined || id !== idIn(state));
  const base = replaced ? null : state;
  const planned = {
    ...withKept(config, plan, base),
    ...unchangedSecret(base),
    rotate_at: null,
    generations: null,
    ...(id !== undefined && { id: base?.id ?? id }),
  };
  const diagnostics = call && id !== undefined ? await guardAdopted({ config, plan, state }, id, call) : [];
  return { plan: planned, diagnostics, ...(replaced && { requiresReplace: [["adopt"]] }) };
}

/** The record that is meant, in lower case; undefined while that is not known. */
async function adoptedId(
  plan: ObjectValue,
  state: ObjectValue | null,
  call: Call | undefined,
): Promise<string | undefined> {
  if (isUnknown(plan.adopt)) {
    return undefined;
  }
  const adopt = plan.adopt as ObjectValue;
  if (isUnknown(adopt.id) || isUnknown(adopt.name)) {
    return undefined;
  }
  // A key that was found by its name once stays the one, whatever it is called since.
  if (state !== null && adopt.name !== null && valuesEqual(adopt, state.adopt ?? null)) {
    return idIn(state);
  }
  if (typeof adopt.id === "string") {
    return adopt.id.toLowerCase();
  }
  if (!call) {
    return undefined;
  }
  return (await keyToAdopt({ name: String(adopt.name) }, call)).id.toLowerCase();
}

async function guardAdopted(
  { config, plan, state }: Pick<ModifyPlanRequest, "config" | "plan" | "state">,
  id: string,
  call: Call,
): Promise<readonly Diagnostic[]> {
  const { session, signal } = call;
  return reportFailure("plan the API key", async () => {
    const record = await session.client.apiKeys.read(id, { signal });
    if (!record) {
      return [];
    }
    const actual = await contentOf(observedApiKey(record, {}) as ApiKeyDeclaration, call);
    const after = changesOf(await contentOf(declaredKey(config), call, record.id), actual);
    const observed = record.name ?? "";
    const named = state === null ? { ...plan, name: record.name ?? id } : plan;
    const kept = { id: record.id, name: plannedName(plan) ?? observed, observed, isPending: false };
    const change = { id: record.id, keySuffix: record.keySuffix ?? "", before: actual, after };
    return [...(await checkKeptName(kept, call)), ...(await guardPlan(named, change, call))];
  });
}

/** The keys that an organization can hold (docs/internals/api-behavior.md 1.1). */
const MAX_KEYS = 100;
/** From here on an author should know. */
const NEARLY = 95;

/** Refuses the plan of a key for which there is no room. */
export async function checkRoomForKey({ session, signal }: Call): Promise<readonly Diagnostic[]> {
  const { records: keys } = await session.client.apiKeys.readShown({ signal });
  const count = session.keys.countWithOneMore(keys.length);
  if (count > MAX_KEYS) {
    return [
      {
        severity: "error",
        summary: "There is no room for another API key",
        detail: `An organization can hold ${MAX_KEYS} keys; it holds ${keys.length}, and with this plan it would be ${count}. Delete keys that are not used any more first; the data source clickstack_api_keys lists them.`,
      },
    ];
  }
  if (count < NEARLY) {
    return [];
  }
  return [
    {
      severity: "warning",
      summary: "There is hardly room for more API keys",
      detail: `An organization can hold ${MAX_KEYS} keys, and with this plan it holds ${count}. A rotation needs room for one more.`,
    },
  ];
}
