/**
 * Does work for every item, so many at a time, and returns the results in the order of the items. What has begun comes to its end also
 * where something fails, which is thrown then.
 */
export async function sideBySide<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Array<Result>(items.length);
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  const workers = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  const failed = workers.find((each) => each.status === "rejected");
  if (failed) throw failed.reason;
  return results;
}
