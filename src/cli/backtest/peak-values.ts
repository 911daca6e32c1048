import { extremity } from "./condition";
import type { Result } from "./test-alert";

/** For each window the value of the group that comes closest to firing; 0 without events, null without a value. */
export function peakValues({ windows, alert }: Result): readonly (number | null)[] {
  return windows.map(({ values }) => {
    if (values.length === 0) return 0;
    const known = values.flatMap(({ value }) => (value === null ? [] : [value]));
    const [first = null] = known;
    return known.reduce<number | null>(
      (peak, value) =>
        peak === null || extremity(alert.condition, value) > extremity(alert.condition, peak) ? value : peak,
      first,
    );
  });
}
