/** The number with the fewest digits strictly between two; their middle where doubles are too coarse for another. */
export function roundest(low: number, high: number): number {
  if (low < 0 && high > 0) return 0;
  for (
    let exponent = Math.ceil(Math.log10(Math.max(Math.abs(low), Math.abs(high), 1e-9)));
    exponent > -15;
    exponent -= 1
  ) {
    // Division by a whole power keeps decimals exact: 0.3 is 3 / 10, and 3 * 0.1 is not.
    const power = 10 ** Math.abs(exponent);
    const scale = (value: number) => (exponent >= 0 ? value / power : value * power);
    const whole = Math.floor(scale(low)) + 1;
    const candidate = exponent >= 0 ? whole * power : whole / power;
    if (candidate > low && candidate < high) return candidate;
  }
  return (low + high) / 2;
}
