/** Hands out names that differ. */
export class Names {
  readonly #taken: Set<string>;

  /**
   * @param separator what stands between a name and its number.
   * @param taken names that nothing may get.
   */
  constructor(
    private readonly separator: string,
    taken: Iterable<string> = [],
  ) {
    this.#taken = new Set(taken);
  }

  has(name: string): boolean {
    return this.#taken.has(name);
  }

  /** The first of the candidates that is free, else the last one with a number from 2. */
  take(...candidates: readonly [string, ...string[]]): string {
    const free = candidates.find((each) => !this.#taken.has(each)) ?? this.#numbered(candidates.at(-1) ?? "");
    this.#taken.add(free);
    return free;
  }

  #numbered(base: string): string {
    for (let count = 2; ; count++) {
      const name = `${base}${this.separator}${count}`;
      if (!this.#taken.has(name)) return name;
    }
  }
}
