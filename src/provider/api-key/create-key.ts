import {
  ApiError,
  type ApiKeyBody,
  type ApiKeyRecord,
  ClientError,
  ConnectionError,
  type CreatedApiKey,
} from "../../api";
import { type Diagnostic, DiagnosticError } from "../../plugin";
import { quoted } from "../quoted";
import type { Session } from "../session";
import type { EarlierGeneration } from "./key-generations";

/** A key that was created, and what its state has to hold of that. */
export interface NewKey {
  readonly created: CreatedApiKey;
  /** The generations that this process has retired for it. */
  readonly generations: readonly EarlierGeneration[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Creates a key under a one-time name and then gives it its own, so that a key that is found again after a lost response is this one beyond
 * doubt. Where another key has the name, the new one waits for it: with create_before_destroy that is its predecessor, whose end follows.
 * @param createdAs the one-time name
 */
export async function createKey(
  body: ApiKeyBody,
  createdAs: string,
  session: Session,
  signal: AbortSignal,
): Promise<NewKey> {
  const { name } = body;
  const waits = !session.keys.passesOn(name) && (await nameHolders(name, undefined, session, signal)).length > 0;
  const created = await session.client.apiKeys
    .create({ ...body, name: createdAs }, { signal })
    .catch((error: unknown) => Promise.reject(mayExist(error) ? existsPerhaps(error, name, createdAs) : error));
  session.keys.noteCurrent(name, created.key.id, waits);
  const diagnostics = waits ? [] : await giveName(name, created.key.id, session, signal);
  return { created, generations: session.keys.retired(name), diagnostics };
}

/** Whether the server may have created a key although its create failed. */
function mayExist(error: unknown): error is ClientError {
  if (error instanceof ApiError) return error.isServerError;
  return error instanceof ClientError && !(error instanceof ConnectionError && error.reached === "never");
}

function existsPerhaps({ message }: ClientError, name: string, createdAs: string): DiagnosticError {
  return new DiagnosticError({
    severity: "error",
    summary: `Could not create the API key ${quoted(name)}`,
    detail: `${message} If the server created it after all, it is called ${quoted(createdAs)}, and no state knows it. Fix: look for it in the console and delete it, then apply again.`,
  });
}

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
  return keys.filter((key) => key.name?.normalize() === name && key.id !== ownId && !session.keys.hasEnded(key.id));
}

/** Says that a key goes on having the name of its create. */
export function waitsForName(name: string, holders: readonly ApiKeyRecord[]): Diagnostic {
  return {
    severity: "warning",
    summary: `Another API key has the name ${quoted(name)}`,
    detail: `This key keeps the name of its create until the name is free. ${whoHasIt(holders)} ${HOW_TO_FREE}`,
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

/** The key and its secret exist by now, and reach the state whatever becomes of the name. */
async function giveName(
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
          `${error instanceof Error ? error.message : String(error)} Fix: apply again; the next plan shows the new name.`,
        path: ["name"],
      },
    ];
  }
}
