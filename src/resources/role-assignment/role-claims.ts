import { type Diagnostic, isList, type ObjectValue } from "../../plugin";
import { remember } from "../../remember";
import { roleApi } from "../role/api";
import type { ResourceHooks } from "../shared/hooks";
import type { Call, Session } from "../shared/session";

/** One declaration of actors of organization roles. Ids that a plan does not know yet are left out. */
interface RoleClaim {
  /** Words for the declaration in messages. */
  readonly words: string;
  /** Resource type and id of the declaring object; the type only for a new object. */
  readonly owner: string;
  readonly roleIds: readonly string[];
  /** The declared keys of the roles; undefined if the declaration is of one key, or of unknown keys. */
  readonly keyIds?: readonly string[];
  /** The key that declares its roles. */
  readonly keyId?: string;
}

const claimsOf = remember<Session, Map<string, RoleClaim>>(() => new Map());

/**
 * Reports roles whose actors two resources of one configuration declare. An organization role, a role assignment and an
 * API key change the same assignment (docs/internals/api-behavior.md 1.5). The plan of the later resource has the
 * diagnostic.
 */
export function roleClaimHooks(type: string): ResourceHooks {
  const claim = CLAIMS[type];
  if (!claim) {
    return {};
  }
  return {
    async checkPlan({ config, plan, state }, { session, signal }) {
      const made = session && (await claim(config, { ...plan, id: state?.id ?? null }, { session, signal }));
      if (!session || !made) {
        return [];
      }
      const claims = claimsOf(session);
      claims.set(made.owner, made);
      return [...claims.values()].flatMap((other) => (other === made ? [] : conflictsOf(made, other)));
    },
  };
}

type Claiming = (config: ObjectValue, plan: ObjectValue, call: Call) => Promise<RoleClaim | undefined>;

const CLAIMS: Readonly<Record<string, Claiming>> = {
  async clickstack_organization_role({ actors = null, name = null }, { id }) {
    const words = `actors of the organization role ${JSON.stringify(name)}`;
    return actors === null ? undefined : { words, owner: `role ${String(id)}`, roleIds: textsIn(id) };
  },

  async clickstack_role_assignment({ role_id: roleId = null, api_key_ids: keys = null }) {
    const keyIds = isList(keys) && keys.every((each) => typeof each === "string") ? textsIn(keys) : undefined;
    const words = `the role assignment of ${JSON.stringify(roleId)}`;
    return { words, owner: `assignment ${String(roleId)}`, roleIds: textsIn(roleId), ...(keyIds && { keyIds }) };
  },

  async clickstack_api_key({ assigned_role_ids: ids = null, role_names: names = null, name = null }, { id }, call) {
    if (ids === null && names === null) {
      return undefined;
    }
    const roleIds = [...textsIn(ids), ...(await idsOfRoles(textsIn(names), call))];
    const [keyId] = textsIn(id);
    const words = `roles of the API key ${JSON.stringify(name)}`;
    return { words, owner: `key ${keyId ?? JSON.stringify(name)}`, roleIds, ...(keyId !== undefined && { keyId }) };
  },
};

/** A plan of the key itself reports names that do not exist and lists that are refused. */
async function idsOfRoles(names: readonly string[], { session: { client }, signal }: Call): Promise<readonly string[]> {
  if (names.length === 0) {
    return [];
  }
  const shown = await client
    .collection(roleApi)
    .readShown({ signal })
    .catch(() => undefined);
  return (shown?.records ?? []).flatMap(({ id, name = "" }) => (names.includes(name.toLowerCase()) ? [id] : []));
}

function textsIn(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((each) => (typeof each === "string" ? [each.toLowerCase()] : []));
}

function conflictsOf(one: RoleClaim, other: RoleClaim): readonly Diagnostic[] {
  const pair = one.owner.startsWith("assignment") ? [one, other] : [other, one];
  const [assignment, own] = pair as [RoleClaim, RoleClaim];
  if (!assignment.owner.startsWith("assignment") || own.owner.startsWith("assignment")) {
    return [];
  }
  const { keyIds } = assignment;
  const [roleId = ""] = assignment.roleIds;
  const declaresRole = own.roleIds.includes(roleId);
  if (own.keyId === undefined) {
    return declaresRole ? [declaredTwice(assignment, own, "error")] : [];
  }
  if (!keyIds) {
    return [];
  }
  if (keyIds.includes(own.keyId) !== declaresRole) {
    return [declaredTwice(assignment, own, "error")];
  }
  return declaresRole ? [declaredTwice(assignment, own, "warning")] : [];
}

function declaredTwice(assignment: RoleClaim, own: RoleClaim, severity: Diagnostic["severity"]): Diagnostic {
  const effect =
    severity === "error"
      ? "They differ, so each apply would revert the other."
      : "They agree now, but can diverge later.";
  return {
    severity,
    summary: "Two resources declare the same role assignment",
    detail: `The configuration declares ${assignment.words} and ${own.words}. ${effect}\nFix: Declare the actors of a role in one place: remove the list from the key or role, or remove the assignment.`,
  };
}
