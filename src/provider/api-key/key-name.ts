import type { ApiKeyRecord } from "../../api";
import type { Diagnostic } from "../../plugin";
import { quoted } from "../quoted";
import type { Session } from "../session";
import { nameOf } from "./key-generations";

/** Gives the key that waits for a name this name, once the key that had it has ended. */
export async function passNameOn(name: string, session: Session, signal: AbortSignal): Promise<readonly Diagnostic[]> {
  const current = session.keys.current(name);
  if (!current?.waits) return [];
  const isFree = session.keys.passesOn(name) || (await nameHolders(name, current.id, session, signal)).length === 0;
  if (!isFree) return [];
  session.keys.noteCurrent(name, current.id, false);
  return giveName(name, current.id, session, signal);
}

/** The keys other than this one that have a name, but for those that this process has ended. */
export async function nameHolders(
  name: string,
  ownId: string | undefined,
  session: Session,
  signal: AbortSignal,
): Promise<readonly ApiKeyRecord[]> {
  const keys = await session.client.apiKeys.readAll({ signal });
  return keys.filter((key) => nameOf(key).normalize() === name && key.id !== ownId && !session.keys.hasEnded(key.id));
}

/** Says that a key goes on having the name of its create. */
export function waitsForName(name: string, holders: readonly ApiKeyRecord[]): Diagnostic {
  return {
    severity: "warning",
    summary: `Another API key has the name ${quoted(name)}`,
    detail: `This key keeps the name of its create until the name is free. ${whoHasIt(holders)}\n${HOW_TO_FREE}`,
    path: ["name"],
  };
}

/** The keys that have a name, as a sentence. */
export function whoHasIt(holders: readonly ApiKeyRecord[]): string {
  return `It is the name of ${holders.map(idAndUse).join(" and of ")}.`;
}

/** What tells a key from others of its name. */
export function idAndUse({ id, createdAt, usedAt }: ApiKeyRecord): string {
  const created = createdAt === undefined ? "" : `created ${createdAt}, `;
  return `${id} (${created}${usedAt ? `last used ${usedAt}` : "never used"})`;
}

/** What an author can do about a name that another key has. */
export const HOW_TO_FREE =
  "Fix: to manage that key, give adopt with its id; to have another key, give it another name; if an interrupted run has left that key and nobody uses it, delete it in the console.";

/** Gives a new key its name. The key and its secret exist by now, and reach the state whatever becomes of the name. */
export async function giveName(
  name: string,
  id: string,
  { client }: Session,
  signal: AbortSignal,
): Promise<readonly Diagnostic[]> {
  try {
    await client.apiKeys.update(id, { name }, { signal });
    return [];
  } catch (error) {
    return [
      {
        severity: "warning",
        summary: "The new API key does not have its name yet",
        detail:
          `The key ${id} exists and is in the state with its secret, but it could not be renamed to ${quoted(name)}: ` +
          `${error instanceof Error ? error.message : String(error)}\nFix: apply again; the next plan shows the new name.`,
        path: ["name"],
      },
    ];
  }
}
