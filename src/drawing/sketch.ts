/** Draws a faint symbol of a tile kind into a box, for tiles without values. */
export function sketch(kind: string, width: number, height: number): string {
  const draw = SKETCHES.get(kind.replace(" (SQL)", ""));
  if (!draw || width < 24 || height < 16) {
    return "";
  }
  const filled = draw === heatmap ? " cs-filled" : "";
  return `<path class="cs-sketch${filled}" d="${draw(width, height)}"/>`;
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

/** Lines of different lengths for events, after a short first column, below a chart of their number over time. */
const search: Draw = (width, height) => {
  const top = height * 0.3;
  const lengths = [0.9, 0.65, 0.8, 0.5, 0.95, 0.7];
  const events = lengths.map((length, index) => {
    const y = round(top + ((index + 0.7) * (height - top)) / lengths.length);
    return `M0 ${y}H${round(width * 0.08)}M${round(width * 0.11)} ${y}H${round(width * (0.11 + 0.89 * length))}`;
  });
  return bars(EVENTS, 1)(width, top) + events.join("");
};

const EVENTS = [...[3, 4, 2, 5, 4, 3, 6, 9, 7, 4, 3, 5], ...[4, 2, 3, 4, 6, 5, 3, 4, 5, 8, 6, 4]].map(
  (each) => each / 10,
);

/** Patterns, each with a bar for its share of the events, the most frequent first. */
const patterns: Draw = (width, height) => {
  const shares = [0.24, 0.17, 0.11, 0.07, 0.04];
  return shares
    .map((share, index) => {
      const y = round(((index + 0.5) * height) / shares.length);
      return `M0 ${y - 3}H${round(width * share)}V${y + 3}H0zM${round(width * 0.3)} ${y}H${round(width * (0.95 - share))}`;
    })
    .join("");
};

/** Cells that are larger where values are frequent. */
const heatmap: Draw = (width, height) => {
  const [columns, rows] = [16, 6];
  const [w, h] = [width / columns, height / rows];
  return Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const distance = Math.abs(row - (3 + 1.6 * Math.sin(column * 0.7)));
    const size = Math.max(0, 0.9 - distance * 0.35);
    const [x, y] = [(column + 0.5 - size / 2) * w, (row + 0.5 - size / 2) * h];
    return size < 0.2 ? "" : `M${round(x)} ${round(y)}h${round(w * size)}v${round(h * size)}h${round(-w * size)}z`;
  }).join("");
};

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
  ["heatmap", heatmap],
  ["table", rows(4, 0.35)],
  ["search", search],
  ["event_patterns", patterns],
  ["pie", circle],
]);

/** Rounds pixels to one decimal place. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
