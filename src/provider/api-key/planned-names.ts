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

  /** Notes what is planned of a name. True when another key of this run has it too, and either of them gets it only now. */
  note(name: string, planned: PlannedName): boolean {
    const others = (this.#names.get(name) ?? []).filter(({ owner }) => owner !== planned.owner);
    this.#names.set(name, [...others, planned]);
    return others.some(({ isTaken }) => isTaken || planned.isTaken);
  }
}
