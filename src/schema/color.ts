import * as z from "zod";

/** The palette of charts (docs/internals/api-behavior.md 4.8). */
export const CHART_COLORS = [
  "chart-blue",
  "chart-orange",
  "chart-red",
  "chart-cyan",
  "chart-green",
  "chart-pink",
  "chart-purple",
  "chart-light-blue",
  "chart-brown",
  "chart-gray",
  "chart-success",
  "chart-warning",
  "chart-error",
] as const;

export type ChartColor = (typeof CHART_COLORS)[number];

export const chartColor = z.enum(CHART_COLORS);
