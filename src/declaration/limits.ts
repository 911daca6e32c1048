import type { z } from "zod";
import type { DeclaredFields } from "./field";
import { type Shape, variantOf } from "./shape";

/** Receives a field, such as `tags`, whose value exceeds the maximum and is cut. */
type OnCut = (field: string, maximum: number, value: string | readonly unknown[]) => void;

/** Returns the maximum number of characters of a text, or of items of a list. */
export function maximumOf(shape: Shape | undefined): number {
  const { checks = [] } = shape && "schema" in shape ? shape.schema._zod.def : {};
  const limits = checks.map(({ _zod: { def } }) => def as z.core.$ZodCheckMaxLengthDef);
  return limits.find(({ check }) => check === "max_length")?.maximum ?? Number.POSITIVE_INFINITY;
}

/** Returns a declared value whose texts and lists are cut to their maximum sizes. */
export function withinLimits<T>(shape: Shape | undefined, value: T, onCut: OnCut = () => undefined, field = ""): T {
  return cut(shape, value, onCut, field) as T;
}

function cut(shape: Shape | undefined, value: unknown, onCut: OnCut, field: string): unknown {
  const maximum = maximumOf(shape);
  if (typeof value === "string" && value.length > maximum) {
    onCut(field, maximum, value);
    const text = value.slice(0, maximum);
    return text.isWellFormed() ? text : text.slice(0, -1);
  }
  if (Array.isArray(value) && value.length > maximum) {
    onCut(field, maximum, value);
    return cut(shape, value.slice(0, maximum), onCut, field);
  }
  if (shape?.kind === "list") {
    return (value as readonly unknown[]).map((item) => cut(shape.item, item, onCut, field));
  }
  const object = shape?.kind === "variants" ? variantOf(shape, value as DeclaredFields) : shape;
  return object?.kind === "object"
    ? Object.fromEntries(
        Object.entries(value as DeclaredFields).map(([name, each]) => [
          name,
          cut(object.fields[name]?.shape, each, onCut, name),
        ]),
      )
    : value;
}
