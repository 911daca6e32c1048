import type { ApiKeyRecord } from "../../api";

/** What the handlers of one provider process remember of API keys. */
export class KeySession {
  /** Newborn generations by the name that they are to have. */
  readonly #born = new Map<string, string>();
  /** What this plan makes of keys, by id; undefined for a key that will be gone. */
  readonly #planned = new Map<string, ApiKeyRecord | undefined>();
  readonly #endsPlanned = new Set<string>();
  #countBefore: number | undefined;
  #plannedCreates = 0;

  /** Notes that this process has created a generation which has still to get its name. */
  noteBorn(name: string, id: string): void {
    this.#born.set(name, id);
  }

  /** The generation that this process has created under a name, if any. */
  bornAs(name: string): string | undefined {
    return this.#born.get(name);
  }

  /** Notes that this process was asked to plan the end of a key. */
  noteEndPlanned(id: string): void {
    this.#endsPlanned.add(id);
  }

  /**
   * Whether this process both planned the end of a key and is to carry it out. Every phase has a process of its own, and only a deposed
   * object's end is planned again when it is carried out: the object that a replacement put aside.
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
