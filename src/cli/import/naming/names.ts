/** Hands out names that differ. */
export class Names {
  readonly #taken: Set<string>;
  /** The number that each name was given last. */
  readonly #numbers = new Map<string, number>();

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
    for (let count = (this.#numbers.get(base) ?? 1) + 1; ; count++) {
      this.#numbers.set(base, count);
      const name = `${base}${this.separator}${count}`;
      if (!this.#taken.has(name)) return name;
    }
  }
}
