import type { ApiKeyRecord } from "../../api";
import type { Session } from "../session";

const MINUTE = 60_000;

/**
 * Whether a key may be the one that signs this run's requests: its end is that of the credential's key id
 * (docs/internals/api-behavior.md 1.2).
 * Where several keys end so, the one that a read has just used tells itself apart; where it does not, each of them counts.
 */
export async function maySignThisRun(
  { id, keySuffix }: Pick<ApiKeyRecord, "id" | "keySuffix">,
  { client }: Session,
  signal: AbortSignal,
): Promise<boolean> {
  if (!keySuffix || !client.isSignedWith(keySuffix)) return false;
  const alike = (await client.apiKeys.readAll({ signal })).filter(({ keySuffix: end }) => end === keySuffix);
  if (alike.length < 2) return true;
  const begun = Math.floor((await client.organizationTime({ signal })) / MINUTE) * MINUTE;
  const fresh = await Promise.all(alike.map((key) => client.apiKeys.get(key.id, { signal })));
  const used = fresh.filter((key) => key?.usedAt !== undefined && Date.parse(key.usedAt) >= begun);
  return used.length !== 1 || used[0]?.id === id;
}
