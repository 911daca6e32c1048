import { OneAtATime } from "../../client/creates/create-recovery";
import type { Call } from "../handlers/session";
import type { ApiKeyRecord } from "./api";
import type { PreviousGeneration } from "./rotation/generations";

/** What a plan wants with the name of a key. */
interface PlannedName {
  /** Who has it: a key in the state by its id, or a new one by a number. */
  readonly owner: string;
  /** Whether the key gets the name by this plan, by a create or a rename, and not only keeps it. */
  readonly isTaken: boolean;
}

/** The names that the plan of one run gives to keys. Two keys of one configuration cannot get the same. */
export class PlannedNames {
  readonly #names = new Map<string, PlannedName[]>();
  #newKeys = 0;

  /** Stands for a key that does not exist yet. */
  newOwner(): string {
    this.#newKeys += 1;
    return `new key ${this.#newKeys}`;
  }

  /**
   * Notes what is planned of a name. True when another key of this run has it too, and either of them gets it only now.
   */
  note(name: string, planned: PlannedName): boolean {
    const others = (this.#names.get(name) ?? []).filter(({ owner }) => owner !== planned.owner);
    this.#names.set(name, [...others, planned]);
    return others.some(({ isTaken }) => isTaken || planned.isTaken);
  }
}

/** A key that this process has created or changed, as the generation that its name stands for. */
interface CurrentKey {
  readonly id: string;
  /** Whether it waits for its name, because another key has it. */
  readonly waits: boolean;
}

/** A key whose end this process has carried out. */
interface EndedKey extends PreviousGeneration {
  /** Its declared name. */
  readonly name: string;
  /** It works until the end of its overlap, and a later apply has to remove it. */
  readonly isRetired: boolean;
}

/**
 * What the handlers of one provider process remember of API keys. It is all about keys of one state: what Terraform has
 * shown to this process, and what this process has made.
 */
export class KeySession {
  readonly plannedNames = new PlannedNames();
  /** The declared names of rotated keys whose resource is gone, and not only a generation of them. */
  readonly finallyEnded = new Set<string>();
  readonly #current = new Map<string, CurrentKey>();
  readonly #ended = new Map<string, EndedKey>();
  /** What this plan makes of keys, by id; undefined for a key that will be gone. */
  readonly #planned = new Map<string, ApiKeyRecord | undefined>();
  readonly #endsPlanned = new Set<string>();
  readonly #warned = new Set<string>();
  readonly #turns = new OneAtATime();
  #countBefore: number | undefined;
  #plannedCreates = 0;

  /**
   * Lets the writes to keys of one declared name come one after the other: each looks at what those before it have
   * done.
   */
  inTurn<T>(name: string, signal: AbortSignal, write: () => Promise<T>): Promise<T> {
    return this.#turns.run(name, signal, write);
  }

  /** Notes the key that stands for a declared name from now on. */
  noteCurrent(name: string, id: string, waits: boolean): void {
    this.#current.set(name, { id, waits });
  }

  /** The key that this process has created or changed under a declared name. */
  current(name: string): CurrentKey | undefined {
    return this.#current.get(name);
  }

  /** Notes that a key has ended: retired, or ended for good. */
  noteEnded(ended: EndedKey): void {
    this.#ended.set(ended.id, ended);
  }

  /** Whether this process has ended a key. */
  hasEnded(id: string): boolean {
    return this.#ended.has(id);
  }

  /** The generations that this process has retired under a declared name. */
  retired(name: string): readonly PreviousGeneration[] {
    return [...this.#ended.values()]
      .filter((ended) => ended.name === name && ended.isRetired)
      .map(({ id, expireAt }) => ({ id, ...(expireAt !== undefined && { expireAt }) }));
  }

  /** Notes that a warning was given of this key. False when there was one before. */
  noteWarned(id: string): boolean {
    const isNew = !this.#warned.has(id);
    this.#warned.add(id);
    return isNew;
  }

  /** Notes that this process was asked to plan the end of a key. */
  noteEndPlanned(id: string): void {
    this.#endsPlanned.add(id);
  }

  /**
   * Whether this process both planned the end of a key and is to carry it out. Every phase has a process of its own,
   * and only a deposed object's end is planned again when it is carried out: the object that a replacement put aside.
   */
  isDeposed(id: string): boolean {
    return this.#endsPlanned.has(id);
  }

  notePlanned(id: string, after: ApiKeyRecord | undefined): void {
    this.#planned.set(id, after);
  }

  /** The keys as this plan leaves them. */
  afterPlan(keys: readonly ApiKeyRecord[]): readonly ApiKeyRecord[] {
    return keys.flatMap((key) => (this.#planned.has(key.id) ? (this.#planned.get(key.id) ?? []) : key));
  }

  /** How many keys there will be with one more. @param count how many there are now */
  countWithOneMore(count: number): number {
    this.#countBefore ??= count;
    this.#plannedCreates += 1;
    return this.#countBefore + this.#plannedCreates;
  }
}

const MINUTE = 60_000;

/**
 * Whether a key may be the one that signs this run's requests: its end is that of the credential's key id
 * (docs/internals/api-behavior.md 1.2). Where several keys end so, the one that a read has just used tells itself
 * apart; where it does not, each of them counts. Without the list of keys every key with this end counts.
 */
export async function maySignThisRun(
  { id, keySuffix }: Pick<ApiKeyRecord, "id" | "keySuffix">,
  { session: { client }, signal }: Call,
): Promise<boolean> {
  if (!keySuffix || !client.isSignedWith(keySuffix)) {
    return false;
  }
  const alike = (await client.apiKeys.readAllIfOffered({ signal }))?.filter(({ keySuffix: end }) => end === keySuffix);
  if (alike === undefined || alike.length < 2) {
    return true;
  }
  const begun = Math.floor((await client.organizationTime({ signal })) / MINUTE) * MINUTE;
  const fresh = await Promise.all(alike.map((key) => client.apiKeys.get(key.id, { signal })));
  const used = fresh.filter((key) => key?.usedAt !== undefined && Date.parse(key.usedAt) >= begun);
  return used.length !== 1 || used[0]?.id === id.toLowerCase();
}
