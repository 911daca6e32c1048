import { childrenCpuMs } from "./cpu-time";

/** Median of some measurements, and their spread. */
export interface Summary {
  readonly median: number;
  /** The fastest run, which other work on the machine affects least. */
  readonly least: number;
  readonly most: number;
}

/** Cost of a command: elapsed milliseconds, and CPU time if the system reports it. */
export interface Cost extends Summary {
  readonly cpu?: Summary;
}

/** Summarizes measurements. Throws if there are none. */
export function summary(measurements: readonly number[]): Summary {
  const sorted = [...measurements].sort((a, b) => a - b);
  const at = (index: number): number => {
    const found = sorted[index];
    if (found === undefined) {
      throw new Error("There is nothing to sum up.");
    }
    return found;
  };
  const half = (sorted.length - 1) / 2;
  return { median: (at(Math.floor(half)) + at(Math.ceil(half))) / 2, least: at(0), most: at(sorted.length - 1) };
}

/**
 * Runs every subject once per round, in turns, so that other work on the machine affects all of them equally. Each run
 * returns its milliseconds. The CPU time is that of its child processes, which other work affects much less. The first
 * round only fills caches and is not counted.
 */
export async function interleaved<Name extends string>(
  rounds: number,
  subjects: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Readonly<Record<Name, Cost>>> {
  const entries = Object.entries<() => Promise<number>>(subjects);
  const measured = new Map<string, number[]>(entries.map(([name]) => [name, []]));
  const cpu = new Map<string, number[]>(entries.map(([name]) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, run] of entries) {
      const before = childrenCpuMs();
      const took = await run();
      const after = childrenCpuMs();
      if (round === 0) {
        continue;
      }
      measured.get(name)?.push(took);
      if (before !== undefined && after !== undefined) {
        cpu.get(name)?.push(after - before);
      }
    }
  }
  const costs = [...measured].map(([name, took]) => {
    const used = cpu.get(name) ?? [];
    return [name, { ...summary(took), ...(used.length > 0 && { cpu: summary(used) }) }] as const;
  });
  return Object.fromEntries(costs) as Record<Name, Cost>;
}

/** Rounds to a number of decimals. */
export function rounded(figure: number, decimals: number): number {
  return Number(figure.toFixed(decimals));
}
