import { isAddressOrRange } from "../../schema/address-range";
import { AllowedAddresses } from "../../schema/allowed-addresses";
import type { KeyContent } from "./key-content";

/** An own key that expires this soon may not last until its successor is in use. */
const TOO_SOON = 3_600_000;

/** A key before and after a change, and what is asked of it. */
export interface KeyChange {
  readonly before: KeyContent;
  readonly after: KeyContent;
  /** Whether its new roles hold an admin role. */
  readonly staysAdmin: boolean;
  /** Epoch milliseconds by the server's clock. */
  readonly now: number;
}

/** How a change keeps a key from working, as the end of a sentence; undefined when it does not. */
export function dangerOf({ before, after, staysAdmin, now }: KeyChange): string | undefined {
  if (after.state === "disabled" && before.state !== "disabled") return "disable it";
  if (expiresSoon(after.expireAt, now) && after.expireAt !== before.expireAt)
    return `let it expire at ${after.expireAt}, which is past or within the hour`;
  if (losesRoles(before, after) && !staysAdmin) return "take roles from it";
  if (losesAddresses(before, after))
    return "take addresses from its ip_access_list, and the one that this runs from may be among them";
  return undefined;
}

function expiresSoon(expireAt: string | null | undefined, now: number): boolean {
  return typeof expireAt === "string" && Date.parse(expireAt) < now + TOO_SOON;
}

function losesRoles(before: KeyContent, after: KeyContent): boolean {
  const kept = after.assignedRoleIds;
  return kept !== undefined && (before.assignedRoleIds ?? []).some((id) => !kept.includes(id));
}

/** Whether an address that may use the key now may not do so then. What the server lists in another form counts as it is written. */
function losesAddresses(before: KeyContent, after: KeyContent): boolean {
  if (!before.ipAccessList || !after.ipAccessList) return false;
  const [had, has] = [before.ipAccessList, after.ipAccessList].map((list) => list.map(({ source }) => String(source)));
  const others = (had ?? []).filter((source) => !isAddressOrRange(source) && !has?.includes(source));
  return others.length > 0 || !new AllowedAddresses(has ?? []).includes(new AllowedAddresses(had ?? []));
}
