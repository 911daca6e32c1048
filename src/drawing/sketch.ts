/** Draws a faint symbol of a tile kind into a box, for tiles without values. */
export function sketch(kind: string, width: number, height: number): string {
  const draw = SKETCHES.get(kind.replace(" (SQL)", ""));
  if (!draw || width < 24 || height < 16) {
    return "";
  }
  return `<path class="cs-sketch" d="${draw(width, height)}"/>`;
}

type Draw = (width: number, height: number) => string;

function bars(heights: readonly number[], share: number): Draw {
  return (width, height) =>
    heights
      .map((value, index) => {
        const x = round(((index + 0.5) * width * share) / heights.length);
        return `M${x} ${round(height)}V${round(height * (1 - value))}`;
      })
      .join("");
}

function rows(count: number, split: number): Draw {
  return (width, height) =>
    Array.from({ length: count }, (_, index) => {
      const y = round(((index + 0.5) * height) / count);
      return `M0 ${y}H${round(width * split)}M${round(width * (split + 0.05))} ${y}H${round(width)}`;
    }).join("");
}

const circle: Draw = (width, height) => {
  const radius = round(Math.min(width, height) / 2 - 2);
  const [x, y] = [round(width / 2), round(height / 2)];
  return `M${x} ${round(y - radius)}a${radius} ${radius} 0 1 0 .01 0M${x} ${y}V${round(y - radius)}M${x} ${y}l${round(radius * 0.8)} ${round(radius * 0.6)}`;
};

/** Points of a line, as fractions of the box. */
const POINTS = [
  [0, 0.75],
  [0.14, 0.6],
  [0.28, 0.7],
  [0.42, 0.35],
  [0.56, 0.5],
  [0.7, 0.2],
  [0.84, 0.45],
  [1, 0.3],
] as const;

const line: Draw = (width, height) =>
  POINTS.map(([x, y], index) => `${index === 0 ? "M" : "L"}${round(x * width)} ${round(y * height)}`).join("");

const SKETCHES: ReadonlyMap<string, Draw> = new Map([
  ["line", line],
  ["stacked_bar", bars([0.4, 0.55, 0.35, 0.8, 0.6, 0.7, 0.45, 0.9, 0.5, 0.65], 1)],
  ["bar", bars([0.9, 0.7, 0.5, 0.35, 0.2], 1)],
  ["heatmap", rows(5, 0.6)],
  ["table", rows(4, 0.35)],
  ["search", rows(5, 0.15)],
  ["event_patterns", rows(5, 0.1)],
  ["pie", circle],
]);

/** Rounds pixels to one decimal place. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
