import { IncompleteListError } from "../../client/http/errors";
import { type Diagnostic, type ObjectValue, type PrivateState, problem, warning } from "../../plugin";
import type { ApiKeyDeclaration } from "../declarations";
import { quoted } from "../shared/report-failure";
import type { Call, Session } from "../shared/session";
import type { ApiKeyRecord } from "./api";
import { isRotated } from "./fields";
import { KeyListRefusedError, serverKeys } from "./key-collection";
import { describeHolders, nameHolders, nameIsUsed, plannedName, unmanaged, waitsForName } from "./names";
import { isMarkOf, markOf } from "./rotation/generation-names";
import { isFirstWarning, isOfEarlierRun, leftByEarlierRun } from "./rotation/left-behind";
import { rotateAt } from "./rotation/schedule";
import { keysOf } from "./session";

/**
 * Checks the name of a key that is created. Terraform does not show which key a new key replaces, so another key with
 * this name may be its predecessor. By default the plan only warns, and the create does not change the other key.
 */
export async function checkNewName(
  { plan, private: memory }: { readonly plan: ObjectValue; readonly private: PrivateState },
  declared: ApiKeyDeclaration,
  call: Call,
): Promise<readonly Diagnostic[]> {
  const name = plannedName(plan);
  if (name === undefined) {
    return [];
  }
  const replaced = typeof memory.replaces === "string" ? memory.replaces : undefined;
  const conflict = noteName(name, replaced ?? Symbol("new key"), true, call.session);
  if (conflict.length > 0 || replaced !== undefined) {
    return conflict;
  }
  const holders = await unmanaged(await nameHolders(name, undefined, call), call);
  if (holders.length === 0) {
    return warnOfHiddenHolders(call);
  }
  const now = await serverKeys(call).now();
  const interrupted = holders.filter((holder) => isOfEarlierRun(holder, now, call.session));
  const announced = interrupted.filter(({ id }) => isFirstWarning(id, call.session)).map(leftByEarlierRun);
  const others = holders.filter((holder) => !interrupted.includes(holder));
  if (others.length === 0 || others.some((holder) => isLikelyPredecessor(holder, declared, now))) {
    return announced;
  }
  return [
    ...announced,
    call.session.onExistingName === "fail" ? nameIsTaken(name, others) : newNameIsTaken(name, others),
  ];
}

/** Checks the name of a key that is replaced. Its successor gets the name unless an unrelated key has it, too. */
export async function checkPassedName(plan: ObjectValue, id: string, call: Call): Promise<readonly Diagnostic[]> {
  const name = plannedName(plan);
  if (name === undefined) {
    return [];
  }
  const conflict = noteName(name, id, true, call.session);
  if (conflict.length > 0) {
    return conflict;
  }
  const holders = await unmanaged(await nameHolders(name, id, call), call);
  if (holders.length === 0) {
    return warnOfHiddenHolders(call);
  }
  return [call.session.onExistingName === "fail" ? nameIsTaken(name, holders) : passedNameIsTaken(name, holders)];
}

/** A key that is not replaced, and its planned name. */
interface KeptKey {
  readonly id: string;
  readonly name: string;
  /** Name of the key on the server. */
  readonly observed: string;
  /** True if the key still has its temporary name. */
  readonly isPending: boolean;
  /** True if the key has generations, so that the plan reads the list of keys in any case. */
  readonly isRotated: boolean;
}

/**
 * Checks the name of a key that is not replaced. Rejects a rename to a name that another key has. Warns if another key
 * has the name of a rotated key, because two applies without a lock may have rotated the key at the same time.
 */
export async function checkKeptName(
  { id, name, observed, isPending, isRotated: rotated }: KeptKey,
  call: Call,
): Promise<readonly Diagnostic[]> {
  const isTaken = name !== observed;
  const conflict = noteName(name, id, isTaken, call.session);
  // A previous generation whose replacement failed gets its own name back.
  const isRestored = markOf(observed) === "previous" && isMarkOf(observed, name);
  if (conflict.length > 0 || isRestored || !(isTaken || rotated)) {
    return conflict;
  }
  return checkWithList(call.session, async () => {
    if (!isTaken) {
      const others = await unmanaged(await nameHolders(name, id, call), call);
      return others.length > 0 ? [passedNameIsTaken(name, others)] : [];
    }
    const holders = await nameHolders(name, id, call);
    if (holders.length === 0) {
      return warnOfHiddenHolders(call);
    }
    return [isPending ? waitsForName(name, holders) : nameIsTaken(name, holders)];
  });
}

function noteName(name: string, owner: string | symbol, isTaken: boolean, session: Session): readonly Diagnostic[] {
  if (!keysOf(session).plannedNames.note(name, { owner, isTaken })) {
    return [];
  }
  return [
    problem(
      `Two API keys of this configuration have the name ${quoted(name)}`,
      "The console could not distinguish them.\nFix: give each key a different name.",
      ["name"],
    ),
  ];
}

function newNameIsTaken(name: string, holders: readonly ApiKeyRecord[]): Diagnostic {
  return nameIsUsed(
    name,
    `${describeHolders(holders)} If this apply replaces that key, the new key gets the name when the old key ends, and no action is required. Otherwise the new key keeps its temporary name, ${quoted(`${name} (creating ...)`)}, until the name is free.`,
  );
}

function passedNameIsTaken(name: string, holders: readonly ApiKeyRecord[]): Diagnostic {
  return nameIsUsed(
    name,
    `The key that replaces this one keeps its temporary name, ${quoted(`${name} (creating ...)`)}, until the name is free. ${describeHolders(holders)}`,
  );
}

function nameIsTaken(name: string, holders: readonly ApiKeyRecord[]): Diagnostic {
  const { summary, detail } = nameIsUsed(name, `This key cannot get the name. ${describeHolders(holders)}`);
  const more = "If a key of this configuration gives up the name, the name is free in the next plan.";
  return problem(summary, `${detail} ${more}`, ["name"]);
}

/** Returns true if a rotation would replace this key now, so that the new key may have its name. */
function isLikelyPredecessor({ createdAt = "" }: ApiKeyRecord, declared: ApiKeyDeclaration, now: number): boolean {
  if (!isRotated(declared)) {
    return false;
  }
  return declared.keepers !== undefined || Date.parse(rotateAt({ ...declared, createdAt }) ?? "") <= now;
}

/** Warns once if the server does not show all keys, because another key may have a planned name. */
function warnOfHiddenHolders(call: Call): Promise<readonly Diagnostic[]> {
  return checkWithList(call.session, async () => {
    await serverKeys(call).all();
    return [];
  });
}

/** If the server refuses the list or hides a part of it, the first skipped check of a run warns. */
export async function checkWithList(
  session: Session,
  check: () => Promise<readonly Diagnostic[]>,
): Promise<readonly Diagnostic[]> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof KeyListRefusedError || error instanceof IncompleteListError)) {
      throw error;
    }
    return session.isFirst("skipped checks of API keys") ? [checksAreSkipped(error)] : [];
  }
}

function checksAreSkipped(error: KeyListRefusedError | IncompleteListError): Diagnostic {
  const isRefused = error instanceof KeyListRefusedError;
  return warning(
    isRefused ? "The server refuses the list of API keys" : "The list of API keys is incomplete",
    "The provider reads each key by its id. It cannot check whether another key has a planned name, whether an enabled key with an " +
      `admin role remains, or whether an interrupted run left keys behind. ${isRefused ? error.summary : error.message}\n` +
      "Fix: check this in the console, or use a key with a role that may list API keys.",
  );
}
