import type { ApiKeyPatch, JsonObject } from "../../api";
import { isUnknown } from "../../plugin";
import type { ApiKeyDeclaration, IpAccessListEntry } from "../../schema";
import { canonicalRange } from "../../schema/address-range";
import { inUtc } from "../../schema/instant";
import { ANY_IP } from "../../schema/key-addresses";
import { NEVER } from "../../schema/key-expiry";
import { declaresRoles } from "../../schema/key-roles";
import type { Session } from "../session";
import { roleIdsOf } from "./key-role-names";

/** What a key's create and PATCH say, in one spelling (docs/internals/api-behavior.md 1.3, 1.4). What is left out is not said. */
export type KeyContent = Pick<
  ApiKeyPatch,
  "name" | "state" | "roles" | "assignedRoleIds" | "expireAt" | "ipAccessList"
>;

/** What a declaration says of a key, as far as it is known, with its roles looked up. */
export async function contentOf(
  declared: ApiKeyDeclaration,
  session: Session,
  signal: AbortSignal,
): Promise<KeyContent> {
  const { name, state, expireAt } = declared;
  return definedOf({
    name,
    state,
    expireAt: expireAt === undefined || isUnknown(expireAt) ? undefined : expireAt === NEVER ? null : inUtc(expireAt),
    ipAccessList: addressesOf(declared),
    ...(await rolesOf(declared, session, signal)),
  });
}

/** Everything of `wanted` that is not so yet. Omitted fields keep their value (docs/internals/api-behavior.md 1.4). */
export function changesOf(wanted: KeyContent, actual: KeyContent): ApiKeyPatch {
  const names = Object.keys(wanted) as (keyof KeyContent)[];
  return Object.fromEntries(
    names.filter((name) => keyOf(wanted[name]) !== keyOf(actual[name])).map((name) => [name, wanted[name]]),
  );
}

async function rolesOf(declared: ApiKeyDeclaration, session: Session, signal: AbortSignal): Promise<KeyContent> {
  const { roles, roleNames = [], assignedRoleIds = [] } = declared;
  if (roles) return { roles };
  if (!declaresRoles(declared) || isUnknown(roleNames) || isUnknown(assignedRoleIds)) return {};
  if ([...roleNames, ...assignedRoleIds].some(isUnknown)) return {};
  const ids = [...assignedRoleIds, ...(await roleIdsOf(roleNames, session, signal))];
  return { assignedRoleIds: [...new Set(ids.map((id) => id.toLowerCase()))] };
}

function addressesOf({ allowAnyIp, ipAccessList }: ApiKeyDeclaration): readonly JsonObject[] | undefined {
  if (allowAnyIp === true) return [{ source: ANY_IP }];
  if (!ipAccessList || isUnknown(ipAccessList) || ipAccessList.some(hasUnknown)) return undefined;
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
  if (!Array.isArray(value)) return JSON.stringify(value ?? null);
  return [...new Set(value.map((item) => JSON.stringify(item)))].sort().join();
}

function definedOf(content: { readonly [N in keyof KeyContent]: KeyContent[N] | undefined }): KeyContent {
  return Object.fromEntries(
    Object.entries(content).filter(([, value]) => value !== undefined && !isUnknown(value)),
  ) as KeyContent;
}
