import { readdirSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Resources of this process at a moment. */
export interface Footprint {
  /** Bytes of memory that the system counts. */
  readonly rss: number;
  /** Bytes of live objects. */
  readonly heap: number;
  readonly descriptors: number;
}

/** Returns the resources whose use grew without a reason. The list is empty if none grew. */
type Growth = readonly string[];

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

export function footprint(): Footprint {
  collectGarbage();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heap: heapUsed, descriptors: readdirSync("/proc/self/fd").length };
}

const MEGABYTE = 2 ** 20;

/** With fewer rounds there is no measurement, because the process warms up in the first third. */
const FEWEST = 12;

/**
 * Allowed growth of the median from the second to the last third. Caches and the garbage collector cause less growth,
 * and a leak causes more.
 */
const BOUNDS = {
  heap: { share: 0.1, more: 8 * MEGABYTE },
  rss: { share: 0.1, more: 32 * MEGABYTE },
  descriptors: { share: 0, more: 4 },
} as const;

export function growth(samples: readonly Footprint[]): Growth {
  if (samples.length < FEWEST) {
    return [];
  }
  return (Object.keys(BOUNDS) as (keyof Footprint)[]).flatMap((name) => {
    const [, before, after] = thirdsOf(samples, name);
    const { share, more } = BOUNDS[name];
    return after > before * (1 + share) + more ? [`${name} grew from ${before} to ${after}`] : [];
  });
}

/** `heap 60.1 -> 60.3 MB, rss ..., descriptors 31 -> 31`: the medians of the second and the last third. */
export function footprintText(samples: readonly Footprint[]): string {
  if (samples.length < FEWEST) {
    return `too few rounds to judge memory (${samples.length} of ${FEWEST})`;
  }
  const [, heapBefore, heapAfter] = thirdsOf(samples, "heap");
  const [, rssBefore, rssAfter] = thirdsOf(samples, "rss");
  const [, fdsBefore, fdsAfter] = thirdsOf(samples, "descriptors");
  const megabytes = (bytes: number) => (bytes / MEGABYTE).toFixed(1);
  return (
    `heap ${megabytes(heapBefore)} -> ${megabytes(heapAfter)} MB, rss ${megabytes(rssBefore)} -> ${megabytes(rssAfter)} MB, ` +
    `descriptors ${fdsBefore} -> ${fdsAfter}`
  );
}

function thirdsOf(samples: readonly Footprint[], name: keyof Footprint): readonly [number, number, number] {
  const third = Math.floor(samples.length / 3);
  const median = (from: number, to?: number) => {
    const values = samples
      .slice(from, to)
      .map((sample) => sample[name])
      .sort((a, b) => a - b);
    return values[Math.floor(values.length / 2)] ?? 0;
  };
  return [median(0, third), median(third, 2 * third), median(2 * third)];
}
