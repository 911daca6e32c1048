import { GRID_COLUMNS } from "../../../../resources/dashboard/tiles/tile";
import type { Panel } from "../input/dashboards";
import { optionAt } from "./fields";

/** Position and size in the grid of a section. */
export type Area = Pick<Panel, "x" | "y" | "w" | "h">;

/** Returns an area within the limits of the server. */
export function clipped({ x, y, w, h }: Area): Area {
  const within = (value: number, min: number, max = Number.MAX_SAFE_INTEGER) =>
    Math.min(Math.max(min, Math.round(value)), max);
  const left = within(x, 0, GRID_COLUMNS - 1);
  return { x: left, y: within(y, 0), w: within(w, 1, GRID_COLUMNS - left), h: within(h, 1) };
}

/** Returns the places of the copies of a panel: next to each other, or below each other. */
export function repeatedAreas(panel: Panel, count: number): readonly Area[] {
  const isBelow = count === 1 || optionAt(panel, "repeatDirection") === "v";
  const perLine = isBelow ? 1 : Math.min(count, Number(optionAt(panel, "maxPerRow")) || 4);
  return gridOf(isBelow ? panel : { ...panel, x: 0, w: Math.floor(GRID_COLUMNS / perLine) }, perLine, count);
}

/** Returns the places of several tiles in the place of one panel. */
export function splitArea({ x, y, w, h }: Area, count: number): readonly Area[] {
  const perLine = Math.min(count, Math.max(1, Math.floor(w / 3)));
  return gridOf({ x, y, w: Math.floor(w / perLine), h: Math.floor(h / Math.ceil(count / perLine)) }, perLine, count);
}

function gridOf({ x, y, w, h }: Area, perLine: number, count: number): readonly Area[] {
  const places = Array.from({ length: count }, (_, index) => [index % perLine, Math.floor(index / perLine)] as const);
  return places.map(([column, line]) => ({ x: x + column * w, y: y + line * h, w, h }));
}
