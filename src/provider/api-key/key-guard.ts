import type { ApiKeyRecord } from "../../api";
import type { Diagnostic } from "../../plugin";
import { quoted } from "../quoted";
import type { Session } from "../session";
import { assignedRolesOf, isAdmin, isWorkingAdmin } from "./admin-role";
import type { KeyContent } from "./key-content";
import { dangerOf } from "./key-danger";
import { maySignThisRun } from "./signing-key";

/** What is planned for a key that is there. */
export interface PlannedKeyChange {
  readonly id: string;
  /** As the author calls it. */
  readonly name: string;
  readonly keySuffix: string;
  readonly before: KeyContent;
  /** Only what changes; undefined for a key that will be gone. */
  readonly after: KeyContent | undefined;
  readonly allowSelfLockout: boolean;
}

/** Refuses what would lock this run out, and warns of what would leave no working admin key. */
export async function guardKey(
  change: PlannedKeyChange,
  session: Session,
  signal: AbortSignal,
): Promise<readonly Diagnostic[]> {
  const { after, before } = change;
  if (after && Object.keys(after).length === 0) return [];
  const now = await session.client.organizationTime({ signal });
  const roles = after?.assignedRoleIds && (await assignedRolesOf(after.assignedRoleIds, session, signal));
  const staysAdmin = roles !== undefined && isAdmin({ id: change.id, assignedRoles: roles });
  const danger = after ? dangerOf({ before, after, staysAdmin, now }) : "delete it";
  if (!danger) return [];
  const key = { id: change.id, keySuffix: change.keySuffix };
  if (await maySignThisRun(key, session, signal)) return change.allowSelfLockout ? [] : [lockOut(change, danger)];
  return warnOfNoAdmin(change, roles, session, signal);
}

async function warnOfNoAdmin(
  { id, name, after }: PlannedKeyChange,
  roles: ApiKeyRecord["assignedRoles"],
  session: Session,
  signal: AbortSignal,
): Promise<readonly Diagnostic[]> {
  const keys = await session.client.apiKeys.readAll({ signal });
  const now = await session.client.organizationTime({ signal });
  const key = keys.find((each) => each.id === id);
  const changed = key && after && ({ ...key, ...after, ...(roles && { assignedRoles: roles }) } as ApiKeyRecord);
  const had = session.keys.afterPlan(keys).some((each) => isWorkingAdmin(each, now));
  session.keys.notePlanned(id, changed);
  if (!had || session.keys.afterPlan(keys).some((each) => isWorkingAdmin(each, now))) return [];
  return [
    {
      severity: "warning",
      summary: "No working API key would hold an admin role",
      detail: `With this change to the key ${quoted(name)}, no enabled key of the organization holds an admin role. Whatever needs one is left to people in the console.`,
    },
  ];
}

function lockOut({ name, after }: PlannedKeyChange, danger: string): Diagnostic {
  return {
    severity: "error",
    summary: "This would lock out the key that runs it",
    detail:
      `The API key ${quoted(name)} signs the requests of this run, and this change would ${danger}. ` +
      "Run it with another key, or set allow_self_lockout = true if that is what you want" +
      (after ? "." : " and apply that first."),
  };
}
