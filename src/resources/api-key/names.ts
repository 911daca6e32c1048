import { type Diagnostic, type ObjectValue, warning } from "../../plugin";
import { quoted } from "../shared/report-failure";
import type { Call } from "../shared/session";
import type { ApiKeyRecord } from "./api";
import { serverKeys } from "./key-collection";
import { nameOf } from "./rotation/generation-names";
import { keysOf } from "./session";

/** Resource type, as in the provider's list of resources. */
const TYPE = "clickstack_api_key";

/** Gives a name to the key that waits for it, after the key that had the name has ended. */
export async function passNameOn(name: string, call: Call): Promise<readonly Diagnostic[]> {
  const current = keysOf(call.session).current.get(name);
  if (!current?.waits) {
    return [];
  }
  const holders = await nameHolders(name, current.id, call);
  if (holders.length > 0) {
    const isUnrelated = holders.some(({ id }) => !call.session.managed.has(TYPE, id));
    return isUnrelated ? [waitsForName(name, holders)] : [];
  }
  keysOf(call.session).current.set(name, { ...current, waits: false });
  return giveName(name, current.id, call);
}

/** Returns the other keys that have a name, without the keys that this process has ended. */
export async function nameHolders(
  name: string,
  ownId: string | undefined,
  call: Call,
): Promise<readonly ApiKeyRecord[]> {
  const { records: keys } = await serverKeys(call).shown();
  const isOther = ({ id }: ApiKeyRecord) => id !== ownId && !keysOf(call.session).ended.has(id);
  return keys.filter((key) => nameOf(key).normalize() === name.normalize() && isOther(key));
}

/**
 * Returns the keys that are in no state of this run. During a plan, the provider sees the managed keys one by one.
 * During an apply, it sees none of them.
 */
export async function unmanaged(keys: readonly ApiKeyRecord[], call: Call) {
  const isUnmanaged = ({ id }: ApiKeyRecord) => !call.session.managed.has(TYPE, id);
  if (keys.some(isUnmanaged)) {
    await call.session.managed.settled(call.signal);
  }
  return keys.filter(isUnmanaged);
}

/** Warns that a key keeps its one-time name because another key has the planned one. */
export function waitsForName(name: string, holders: readonly ApiKeyRecord[]): Diagnostic {
  return nameIsUsed(name, `This key keeps its temporary name until the name is free. ${describeHolders(holders)}`);
}

/** Warns that another key has a planned name. */
export function nameIsUsed(name: string, effect: string): Diagnostic {
  return warning(`Another API key has the name ${quoted(name)}`, `${effect}\n${HOW_TO_FREE}`, ["name"]);
}

export function describeHolders(holders: readonly ApiKeyRecord[]): string {
  return `It is the name of ${holders.map(idAndUse).join(" and of ")}.`;
}

/** Describes a key by its id, its creation and its last use. */
export function idAndUse({ id, createdAt, usedAt }: ApiKeyRecord): string {
  const created = createdAt === undefined ? "" : `created ${createdAt}, `;
  return `${id} (${created}${usedAt ? `last used ${usedAt}` : "never used"})`;
}

const HOW_TO_FREE =
  "Fix: to manage that key, set adopt to its id. To create a separate key, choose another name. If an interrupted run left that key and no client uses it, delete it in the console.";

/** Gives a new key its name. A failure is only a warning, because the key and its secret must reach the state. */
export async function giveName(name: string, id: string, call: Call): Promise<readonly Diagnostic[]> {
  try {
    const { name: stored } = await serverKeys(call).update(id, { name });
    return isOtherName(stored, name) ? [storedOtherName("create")] : [];
  } catch (error) {
    return [
      warning(
        "The new API key does not have its name yet",
        `The key ${id} exists and is in the state with its secret, but it could not be renamed to ${quoted(name)}: ` +
          `${error instanceof Error ? error.message : String(error)}\nFix: apply again; the next plan shows the new name.`,
        ["name"],
      ),
    ];
  }
}

/** Returns true if a response contains a name that differs from the one that was sent. */
export function isOtherName(stored: string | undefined, sent: string): boolean {
  return typeof stored === "string" && stored.normalize() !== sent.normalize();
}

/** Warns about a name that the server changed. The state keeps the planned name, and the next plan shows the change. */
export function storedOtherName(during: "create" | "update"): Diagnostic {
  return warning(
    "The server stored another value than planned",
    `After the ${during} of clickstack_api_key, the server's value of name differs from the plan. The state keeps the planned ` +
      "value, and the object is not replaced. The next plan shows the server's value as a change.\n" +
      "Fix: Write the name as the server stores it.",
    ["name"],
  );
}

export function plannedName({ name }: ObjectValue): string | undefined {
  return typeof name === "string" ? name : undefined;
}
