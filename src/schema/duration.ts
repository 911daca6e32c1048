const MINUTES = { s: 1 / 60, m: 1, h: 60, d: 1440, w: 10_080 } as const;

/** Minutes of a duration such as `5m`, `24h` or `1d`; undefined for any other text. */
export function minutesOf(duration: string): number | undefined {
  const [, count, unit] = /^(\d+)\s*([smhdw])$/.exec(duration.trim().toLowerCase()) ?? [];
  return count && unit ? Number(count) * MINUTES[unit as keyof typeof MINUTES] : undefined;
}

/** The allowed duration that lasts as long as what was written: `24h` is `1d`. */
export function sameDuration(allowed: readonly string[]): (refused: unknown) => string | undefined {
  return (refused) => {
    const minutes = typeof refused === "string" ? minutesOf(refused) : undefined;
    return minutes === undefined ? undefined : allowed.find((each) => minutesOf(each) === minutes);
  };
}
