import { OneAtATime } from "../../client/waiting";
import type { ObjectValue } from "../../plugin";
import { remember } from "../../remember";
import type { Call, Session } from "../shared/session";
import type { ApiKeyRecord } from "./api";
import { serverKeys } from "./key-collection";
import type { PreviousGeneration } from "./rotation/schedule";

/** Name that a plan gives to a key. */
interface PlannedName {
  /** Owner of the name: the id of a key in state, or a symbol for a new key. */
  readonly owner: string | symbol;
  /** True if the plan gives the name to the key, by a create or a rename. False if the key keeps its name. */
  readonly isTaken: boolean;
}

/** Names that the plan of one run gives to keys. Two keys of one configuration cannot get the same name. */
export class PlannedNames {
  readonly #names = new Map<string, PlannedName[]>();

  /** Notes a planned name. Returns true if the plan gives this name to two keys, or to one while another keeps it. */
  note(name: string, planned: PlannedName): boolean {
    const others = (this.#names.get(name) ?? []).filter(({ owner }) => owner !== planned.owner);
    this.#names.set(name, [...others, planned]);
    return others.some(({ isTaken }) => isTaken || planned.isTaken);
  }
}

/** The key that this process created or changed last under a declared name. */
interface CurrentKey {
  readonly id: string;
  /** True if the key waits for its name, because another key has it. */
  readonly waits: boolean;
  /** Declared overlap of a key that this process created. Its predecessor works for that time. */
  readonly overlap?: string | undefined;
}

interface EndedKey extends PreviousGeneration {
  /** Declared name of the key. */
  readonly name: string;
  /** True if the key works until the end of its overlap, and a later apply must remove it. */
  readonly isRetired: boolean;
}

/** Facts about API keys that the handlers of one provider process share. All of these keys are in one state. */
class KeySession {
  readonly plannedNames = new PlannedNames();
  /** Runs the writes to keys of one declared name one after the other. Each write sees the result of the last one. */
  readonly turns = new OneAtATime();
  /** The current generations, by declared name. */
  readonly current = new Map<string, CurrentKey>();
  /** Keys that this process has ended, either after an overlap or finally, by id. */
  readonly ended = new Map<string, EndedKey>();
  /**
   * Declared names of rotated keys whose resource was destroyed. A rotation that ends only one generation is not
   * included.
   */
  readonly finallyEnded = new Set<string>();
  /** States of the keys whose plan does not replace them, by id. */
  readonly kept = new Map<unknown, ObjectValue>();
  /**
   * Ids of the keys whose destroy Terraform asked this process to plan. Terraform starts one process per phase. The
   * process that applies a destroy plans it again only for a deposed object, which an earlier replacement left in the
   * state. So a key that this process ends is deposed if this set contains its id.
   */
  readonly deposed = new Set<string>();
  /** Planned keys by id. The value is undefined for a key that the plan deletes. */
  readonly planned = new Map<string, ApiKeyRecord | undefined>();
  #countBefore: number | undefined;
  #plannedCreates = 0;

  /** Returns the generations that this process has replaced under a declared name. */
  retired(name: string): readonly PreviousGeneration[] {
    return [...this.ended.values()]
      .filter((ended) => ended.name === name && ended.isRetired)
      .map(({ id, expireAt }) => ({ id, ...(expireAt !== undefined && { expireAt }) }));
  }

  /** Returns the number of keys after one more planned create. @param count the number of keys on the server */
  countWithOneMore(count: number): number {
    this.#countBefore ??= count;
    this.#plannedCreates += 1;
    return this.#countBefore + this.#plannedCreates;
  }
}

export const keysOf = remember<Session, KeySession>(() => new KeySession());

const MINUTE = 60_000;

/**
 * Returns true if a key may sign the requests of this run. Its suffix must equal the end of the credential's key ID
 * (docs/internals/api-behavior.md 1.2). If several keys have this suffix, the provider selects the one that the last
 * read has used. If that is ambiguous, or the server does not show all keys, each key with the suffix counts.
 */
export async function maySignThisRun(
  { id, keySuffix }: Pick<ApiKeyRecord, "id" | "keySuffix">,
  call: Call,
): Promise<boolean> {
  if (!keySuffix || !call.session.client.isSignedWith(keySuffix)) {
    return false;
  }
  const listed = await serverKeys(call).shownIfOffered();
  const alike = listed?.records.filter(({ keySuffix: suffix }) => suffix === keySuffix) ?? [];
  if (listed?.incomplete || alike.length < 2) {
    return true;
  }
  const minuteStart = Math.floor((await serverKeys(call).now()) / MINUTE) * MINUTE;
  const fresh = await Promise.all(alike.map((key) => serverKeys(call).get(key.id)));
  const used = fresh.filter((key) => key?.usedAt !== undefined && Date.parse(key.usedAt) >= minuteStart);
  return used.length !== 1 || used[0]?.id === id.toLowerCase();
}
