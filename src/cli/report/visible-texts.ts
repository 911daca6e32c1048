import { visible } from "../../visible";

/** The same value with every text of it made visible, keys too: names and values are what anybody wrote in the UI. */
export function visibleTexts<T>(value: T): T {
  return walked(value) as T;
}

function walked(value: unknown): unknown {
  if (typeof value === "string") return visible(value);
  if (Array.isArray(value)) return value.map(walked);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [visible(name), walked(item)]));
}
