import type { StoredKey } from "../../state";
import type { Store } from "../../store";

/** An API key as a response shows it (docs/internals/api-behavior.md 1.2). */
export function echoKey(key: StoredKey, store: Store): Record<string, unknown> {
  const assignedRoles = key.assignedRoleIds.flatMap((roleId) => {
    const role = store.roles.get(roleId);
    return role ? [{ roleId: role.id, roleName: role.name, roleType: role.type }] : [];
  });
  const shown = {
    id: key.id,
    name: key.name,
    state: key.state,
    roles: key.roles,
    assignedRoles,
    keySuffix: key.keySuffix,
    createdAt: key.createdAt,
    expireAt: key.expireAt,
    usedAt: key.usedAt,
    ipAccessList: key.ipAccessList,
  };
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
}
