import type { ApiKeyRecord } from "../../api";
import type { Finding } from "./finding";

const DAY = 86_400_000;

/** An expiry nearer than this is announced. */
const SOON_DAYS = 30;

/** What the key that signs may do, until when, and from where. */
export function checkOwnKey(
  subject: string,
  keys: readonly ApiKeyRecord[],
  keyId: string,
  now: number,
): readonly Finding[] {
  const own = keys.filter(({ keySuffix }) => keySuffix === keyId.slice(-4));
  const [key] = own;
  if (!key || own.length > 1) {
    const message =
      own.length > 1 ? "Several keys end like the one in use." : "The key in use is not in the list of keys.";
    return [{ check: "key", subject, status: "skipped", message }];
  }
  return [rolesFinding(subject, key), expiryFinding(subject, key, now), addressFinding(subject, key)];
}

function rolesFinding(subject: string, { name, assignedRoles, roles }: ApiKeyRecord): Finding {
  const named = assignedRoles?.map(({ roleName, roleId }) => roleName ?? roleId) ?? roles ?? [];
  const base = { check: "key-roles", subject };
  if (named.length > 0)
    return { ...base, status: "ok", message: `The key "${name}" has the roles ${named.join(", ")}.` };
  return {
    ...base,
    status: "warning",
    message: `The key "${name}" has no role.`,
    wayOut: "Assign it a role in the console.",
  };
}

function expiryFinding(subject: string, { expireAt }: ApiKeyRecord, now: number): Finding {
  const base = { check: "key-expiry", subject };
  if (!expireAt) return { ...base, status: "ok", message: "The key never expires." };
  const days = Math.floor((Date.parse(expireAt) - now) / DAY);
  const wayOut = "Make a new key, and put its id and secret where this one's are.";
  if (days < 0) return { ...base, status: "failed", message: `The key expired at ${expireAt}.`, wayOut };
  const message = `The key expires at ${expireAt}, in ${days} ${days === 1 ? "day" : "days"}.`;
  return days < SOON_DAYS ? { ...base, status: "warning", message, wayOut } : { ...base, status: "ok", message };
}

function addressFinding(subject: string, { ipAccessList = [] }: ApiKeyRecord): Finding {
  const base = { check: "key-addresses", subject, status: "ok" } as const;
  const sources = ipAccessList.map(({ source }) => String(source));
  if (sources.includes("0.0.0.0/0")) return { ...base, message: "The key may be used from any address." };
  return { ...base, message: `The key may be used from ${sources.join(", ") || "no address"}. Is your CI in there?` };
}
