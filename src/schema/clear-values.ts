import type { JsonValue } from "./field";
import type { ObjectShape } from "./shape";

/** What an update sends for the fields that are not declared, because the server would keep them if they were left out. */
export function clearValues(shape: ObjectShape): Readonly<Record<string, JsonValue>> {
  const entries = Object.values(shape.fields).flatMap(({ name, meta }) =>
    meta.clearValue === undefined ? [] : [[name, meta.clearValue] as const],
  );
  return Object.fromEntries(entries);
}
