import { Refusal } from "../refusal";
import type { StoredKey, StoredPolicy } from "../state";
import type { Store } from "../store";

/** Refuses a key whose roles do not allow `permission` on `resource`; a DENY beats every ALLOW. */
export function checkPermission(key: StoredKey, store: Store, permission: string, resource: string): void {
  const policies = key.assignedRoleIds
    .flatMap((id) => store.roles.get(id)?.policies ?? [])
    .filter((policy) => policy.permissions.includes(permission) && concerns(policy, resource));
  if (policies.length > 0 && policies.every((policy) => policy.allowDeny === "ALLOW")) return;
  throw new Refusal(403, `The API key lacks the permission ${permission}`);
}

function concerns({ resources }: StoredPolicy, resource: string): boolean {
  const [kind = ""] = resource.split("/");
  return resources.includes(resource) || resources.includes(`${kind}/*`);
}
