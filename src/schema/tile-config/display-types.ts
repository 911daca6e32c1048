/** The kinds of tile that a declaration can have. */
export const DISPLAY_TYPES = [
  "line",
  "stacked_bar",
  "table",
  "number",
  "pie",
  "bar",
  "heatmap",
  "search",
  "event_patterns",
  "markdown",
] as const;

export type DisplayTypeName = (typeof DISPLAY_TYPES)[number];
