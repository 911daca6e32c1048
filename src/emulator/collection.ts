/** The stored objects of one kind, in the order in which they were added. */
export class StoredCollection<T extends { id: string }> {
  constructor(
    private readonly items: T[],
    private readonly changed: () => void,
  ) {}

  all(): readonly T[] {
    return this.items;
  }

  /** Sorted by id, which is the order of creation. */
  byId(): T[] {
    return [...this.items].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Finds by id; the letter case of hex digits does not matter. */
  get(id: string): T | undefined {
    const wanted = id.toLowerCase();
    return this.items.find((item) => item.id === wanted);
  }

  add(item: T): T {
    this.items.push(item);
    this.changed();
    return item;
  }

  /** Puts an item in the place of the one with its id, or adds it. */
  put(item: T): T {
    const index = this.items.findIndex((other) => other.id === item.id);
    if (index < 0) return this.add(item);
    this.items[index] = item;
    this.changed();
    return item;
  }

  /** Whether there was one. */
  remove(id: string): boolean {
    const found = this.get(id);
    return found !== undefined && this.removeWhere((item) => item === found) > 0;
  }

  /** How many were removed. */
  removeWhere(test: (item: T) => boolean): number {
    const kept = this.items.filter((item) => !test(item));
    const removed = this.items.length - kept.length;
    if (removed === 0) return 0;
    this.items.splice(0, this.items.length, ...kept);
    this.changed();
    return removed;
  }
}
