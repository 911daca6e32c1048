import { earliestCreation, wasCreatedAfter } from "../../client/creates/create-recovery";
import type { Diagnostic, ObjectValue, PrivateState } from "../../plugin";
import type { ApiKeyDeclaration } from "../declarations";
import { quoted } from "../handlers/report-failure";
import type { Call, Session } from "../handlers/session";
import type { ApiKeyRecord } from "./api";
import { isRotated } from "./fields";
import { checkWithList } from "./refused-list";
import { type GenerationMark, isMarkOf, isReplacedBy, markOf, nameOf, rotateAt } from "./rotation/generations";

/** As in the provider's list of resources. */
const TYPE = "clickstack_api_key";

/** Gives the key that waits for a name this name, once the key that had it has ended. */
export async function passNameOn(name: string, call: Call): Promise<readonly Diagnostic[]> {
  const { session } = call;
  const current = session.keys.current(name);
  if (!current?.waits) {
    return [];
  }
  const holders = await nameHolders(name, current.id, call);
  if (holders.length > 0) {
    const isUnrelated = holders.some(({ id }) => !session.managed.has(TYPE, id));
    return isUnrelated ? [waitsForName(name, holders)] : [];
  }
  session.keys.noteCurrent(name, current.id, false);
  return giveName(name, current.id, call);
}

/** The keys other than this one that have a name, but for those that this process has ended. */
export async function nameHolders(
  name: string,
  ownId: string | undefined,
  { session, signal }: Call,
): Promise<readonly ApiKeyRecord[]> {
  const keys = await session.client.apiKeys.readAll({ signal });
  const isOther = ({ id }: ApiKeyRecord) => id !== ownId && !session.keys.hasEnded(id);
  return keys.filter((key) => nameOf(key).normalize() === name.normalize() && isOther(key));
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
const HOW_TO_FREE =
  "Fix: to manage that key, give adopt with its id; to have another key, give it another name; if an interrupted run has left that key and nobody uses it, delete it in the console.";

/** Gives a new key its name. The key and its secret exist by now, and reach the state whatever becomes of the name. */
export async function giveName(
  name: string,
  id: string,
  { session: { client }, signal }: Call,
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

/** The name that is planned, where it is known. */
export function plannedName({ name }: ObjectValue): string | undefined {
  return typeof name === "string" ? name : undefined;
}

/**
 * Checks the name of a key that is created. Terraform shows no predecessor when it applies a replacement, which is why
 * a key of the server with this name does not refuse the plan unless the provider is told so: it may be the one that is
 * replaced. The create leaves it its name.
 */
export async function checkNewName(
  { plan, private: memory }: { readonly plan: ObjectValue; readonly private: PrivateState },
  declared: ApiKeyDeclaration,
  call: Call,
): Promise<readonly Diagnostic[]> {
  const { session, signal } = call;
  const name = plannedName(plan);
  if (name === undefined) {
    return [];
  }
  const replaced = typeof memory.replaces === "string" ? memory.replaces : undefined;
  const conflict = noteName(name, replaced ?? session.keys.plannedNames.newOwner(), true, session);
  if (conflict.length > 0 || replaced !== undefined) {
    return conflict;
  }
  const holders = await unmanaged(await nameHolders(name, undefined, call), call);
  if (holders.length === 0) {
    return [];
  }
  const now = await session.client.organizationTime({ signal });
  const interrupted = holders.filter((holder) => isOfEarlierRun(holder, now, session));
  const announced = interrupted.filter(({ id }) => session.keys.noteWarned(id)).map(leftByEarlierRun);
  const others = holders.filter((holder) => !interrupted.includes(holder));
  if (others.length === 0 || others.some((holder) => isLikelyPredecessor(holder, declared, now))) {
    return announced;
  }
  return [...announced, session.onExistingName === "fail" ? nameIsTaken(name, others) : newNameIsTaken(name, others)];
}

/** Checks the name of a key that is replaced: its successor gets it unless an unrelated key has it too. */
export async function checkPassedName(plan: ObjectValue, id: string, call: Call): Promise<readonly Diagnostic[]> {
  const { session } = call;
  const name = plannedName(plan);
  if (name === undefined) {
    return [];
  }
  const conflict = noteName(name, id, true, session);
  if (conflict.length > 0) {
    return conflict;
  }
  const holders = await unmanaged(await nameHolders(name, id, call), call);
  if (holders.length === 0) {
    return [];
  }
  return [session.onExistingName === "fail" ? nameIsTaken(name, holders) : passedNameIsTaken(name, holders)];
}

/** A key that stays, and the name that it is to have. */
interface KeptKey {
  readonly id: string;
  readonly name: string;
  /** Its name on the server. */
  readonly observed: string;
  /** Whether that is the name of its create. */
  readonly isPending: boolean;
}

/** Checks the name of a key that stays. Refuses to rename it to what another key is called already. */
export async function checkKeptName(
  { id, name, observed, isPending }: KeptKey,
  { session, signal }: Call,
): Promise<readonly Diagnostic[]> {
  const isTaken = name !== observed;
  const conflict = noteName(name, id, isTaken, session);
  // A generation whose replacement did not come about gets its own name back.
  const isBack = markOf(observed) === "previous" && isMarkOf(observed, name);
  if (conflict.length > 0 || !isTaken || isBack) {
    return conflict;
  }
  return checkWithList(session, async () => {
    const holders = await nameHolders(name, id, { session, signal });
    if (holders.length === 0) {
      return [];
    }
    return [isPending ? waitsForName(name, holders) : nameIsTaken(name, holders)];
  });
}

/**
 * Warns of keys that runs which were killed have left: their names say whose they are, and no state knows them. Each is
 * named once.
 * @param known the ids of the generations that this key's state knows
 */
export async function warnOfLeftBehind(
  name: string,
  known: ReadonlySet<string>,
  { session, signal }: Call,
): Promise<readonly Diagnostic[]> {
  const left = leftBehind(await session.client.apiKeys.readAll({ signal }), name).filter(
    ({ id }) => !known.has(id) && !session.keys.hasEnded(id) && session.keys.current(name)?.id !== id,
  );
  const unknown = (await unmanaged(left, { session, signal })).filter(({ id }) => session.keys.noteWarned(id));
  const now = unknown.length > 0 ? await session.client.organizationTime({ signal }) : 0;
  return unknown.map((key) => (isOfEarlierRun(key, now, session) ? leftByEarlierRun(key) : leftByOthers(key)));
}

/**
 * Whether the journal of creates shows that an earlier run created a key, so that the next create deletes it. @param
 * now by the server
 */
function isOfEarlierRun(key: ApiKeyRecord, now: number, { journal }: Session): boolean {
  const create = key.usedAt ? undefined : journal?.interrupted({ id: key.id, name: nameOf(key) });
  if (create === undefined) {
    return false;
  }
  const elapsed = Date.now() - create.startedAt;
  return wasCreatedAfter(earliestCreation(new Date(now).toUTCString(), elapsed, Date.now()), key);
}

/** Says that an apply deleted a key which no plan had to announce. */
export function wasDiscarded(key: ApiKeyRecord): Diagnostic {
  return {
    severity: "warning",
    summary: `Deleted the API key ${quoted(nameOf(key))} of an interrupted create`,
    detail: `This provider created the key ${idAndUse(key)}, but the response with its secret was lost, or the run ended before a state held the key. Another key replaces it.`,
  };
}

function leftByEarlierRun(key: ApiKeyRecord): Diagnostic {
  return {
    severity: "warning",
    summary: `An earlier run began to create the API key ${quoted(nameOf(key))} and was ended before a state held it`,
    detail: `Nobody knows the secret of the key ${idAndUse(key)}. The next apply in this folder that creates a key of this name removes it.`,
  };
}

function leftByOthers(key: ApiKeyRecord): Diagnostic {
  return {
    severity: "warning",
    summary: `An interrupted run may have left the API key ${quoted(nameOf(key))}`,
    detail: `No state that this run sees knows the key ${idAndUse(key)}. ${REASONS[markOf(nameOf(key)) ?? "pending"]}`,
  };
}

const REASONS: Readonly<Record<GenerationMark, string>> = {
  pending:
    "Its create did not come to its end; unless its material was given, nobody knows its secret.\nFix: if no other run is creating it just now, delete it in the console.",
  previous:
    "It was replaced, and no key on the server takes care of it.\nFix: once nobody uses it, delete it in the console.",
};

/**
 * The keys of an organization that a create or a rotation of the key with this name may have left behind: those whose
 * create did not come to its end, and generations that were replaced by a key that is not there any more.
 */
export function leftBehind(keys: readonly ApiKeyRecord[], name: string): readonly ApiKeyRecord[] {
  return keys.filter((key) => isMarkOf(nameOf(key), name) && !keys.some(({ id }) => isReplacedBy(nameOf(key), id)));
}

/**
 * Those of the keys that Terraform has not shown to this run. It shows them one by one while it plans, and none while
 * it applies.
 */
async function unmanaged(keys: readonly ApiKeyRecord[], { session: { managed }, signal }: Call) {
  const isUnmanaged = ({ id }: ApiKeyRecord) => !managed.has(TYPE, id);
  if (keys.some(isUnmanaged)) {
    await managed.settled(signal);
  }
  return keys.filter(isUnmanaged);
}

function noteName(name: string, owner: string, isTaken: boolean, { keys }: Session): readonly Diagnostic[] {
  if (!keys.plannedNames.note(name, { owner, isTaken })) {
    return [];
  }
  return [
    {
      severity: "error",
      summary: `Two API keys of this configuration have the name ${quoted(name)}`,
      detail: "In the console nobody could tell them apart.\nFix: give each key a name of its own.",
      path: ["name"],
    },
  ];
}

function newNameIsTaken(name: string, holders: readonly ApiKeyRecord[]): Diagnostic {
  return {
    severity: "warning",
    summary: `Another API key has the name ${quoted(name)}`,
    detail: `${whoHasIt(holders)} If this apply replaces that key, the new one gets the name as soon as that one has ended, and nothing is to be done. Else the new key keeps the name of its create, ${quoted(`${name} (creating ...)`)}, until the name is free.\n${HOW_TO_FREE}`,
    path: ["name"],
  };
}

function passedNameIsTaken(name: string, holders: readonly ApiKeyRecord[]): Diagnostic {
  return {
    severity: "warning",
    summary: `Another API key has the name ${quoted(name)}`,
    detail: `The key that replaces this one keeps the name of its create, ${quoted(`${name} (creating ...)`)}, until the name is free. ${whoHasIt(holders)}\n${HOW_TO_FREE}`,
    path: ["name"],
  };
}

function nameIsTaken(name: string, holders: readonly ApiKeyRecord[]): Diagnostic {
  return {
    severity: "error",
    summary: `Another API key has the name ${quoted(name)}`,
    detail: `This key cannot get it. ${whoHasIt(holders)}\n${HOW_TO_FREE} A name that another key of this configuration gives up is free in the next plan.`,
    path: ["name"],
  };
}

/**
 * Whether a rotation would replace a key just now, so that its name says nothing against a new key that is to have it.
 */
function isLikelyPredecessor({ createdAt = "" }: ApiKeyRecord, declared: ApiKeyDeclaration, now: number): boolean {
  if (!isRotated(declared)) {
    return false;
  }
  return declared.keepers !== undefined || Date.parse(rotateAt({ ...declared, createdAt }) ?? "") <= now;
}
