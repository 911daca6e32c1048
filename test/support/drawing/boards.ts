import type { ApiFields } from "../../../src/drawing";

/** Returns a tile with a position and a size, `[x, y, w, h]`. */
export function tile(
  id: string,
  [x, y, w, h]: readonly [number, number, number, number],
  more: ApiFields = {},
): ApiFields {
  return {
    id,
    name: id,
    x,
    y,
    w,
    h,
    config: { displayType: "line", sourceId: "s", select: [{ aggFn: "count" }] },
    ...more,
  };
}

export function board(...tiles: readonly ApiFields[]): ApiFields {
  return { name: "Checkout", tiles };
}
